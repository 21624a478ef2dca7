"""JSON for programs at `/api/v1/`, described by OpenAPI at `/api/v1/openapi.json`."""

from django.views.decorators.http import require_safe
from ninja import NinjaAPI

from .errors import answer_with_problems
from .public import router

api = NinjaAPI(
    title="Troccas",
    version="1",
    description="Championships, rounds and rankings that are public. Numbers are card points, 0–72 a deal.",
    urls_namespace="api",
    docs_url=None,
    docs_decorator=require_safe,
)
answer_with_problems(api)
api.add_router("", router)
