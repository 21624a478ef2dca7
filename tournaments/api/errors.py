"""Refusals of the API: `{"problems": [{"code": …}]}`, as everywhere (interfaces.md)."""

from django.http import Http404, HttpRequest, HttpResponse
from ninja import NinjaAPI
from ninja.errors import ValidationError


def answer_with_problems(api: NinjaAPI) -> None:
    """Let the API answer what is missing with 404 `not_found` and a wrong parameter with 422 `wrong_parameter`."""

    @api.exception_handler(Http404)
    def not_found(request: HttpRequest, _missing: Http404) -> HttpResponse:
        return api.create_response(request, {"problems": [{"code": "not_found"}]}, status=404)

    @api.exception_handler(ValidationError)
    def wrong_parameter(request: HttpRequest, wrong: ValidationError) -> HttpResponse:
        problems = [
            {"code": "wrong_parameter", "parameter": str(each["loc"][-1]), "reason": each["type"]}
            for each in wrong.errors
        ]
        return api.create_response(request, {"problems": problems}, status=422)
