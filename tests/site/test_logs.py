"""What is logged."""

import logging

import pytest
import structlog

from troccas_site.settings.logs import logging_settings, without_personal_data


@pytest.mark.parametrize(
    ("written", "logged"),
    [
        ("Not Found: /rm/t/8Q2K-77AB-XYZ0/", "Not Found: /rm/t/<masked>/"),
        ("GET /T/B5MDQF6ZXNNVVC7JZMBVDVWEZ8", "GET /T/<masked>"),
        ("Gone: /T/ez4f-hk8j/", "Gone: /T/<masked>/"),
        ("HTTP://192.168.1.20:8000/T/B5MDQF6ZXNNVVC7JZMBVDVWEZ8?x=1", "HTTP://192.168.1.20:8000/T/<masked>?x=1"),
        ("Not Found: /T/", "Not Found: /T/"),
        ("GET /en/?token=abc.def&page=2", "GET /en/?token=<masked>&page=2"),
        ("mail to gion.caduff@example.org failed", "mail to <mail> failed"),
        ("/de/accounts/password/reset/key/1-abcdef012345/", "/de/accounts/password/reset/key/<masked>/"),
        ("/en/demo/rounds/3/", "/en/demo/rounds/3/"),
    ],
    ids=[
        "key of a table",
        "token of a table",
        "typed code",
        "whole address",
        "no code",
        "key in a query",
        "mail address",
        "new password",
        "ordinary page",
    ],
)
def test_what_opens_something_or_names_somebody_is_masked(written: str, logged: str) -> None:
    event = without_personal_data(None, "warning", {"event": written, "request": object()})

    assert event == {"event": logged}


def test_a_line_says_when_how_bad_and_where(capsys: pytest.CaptureFixture[str]) -> None:
    formatter = _formatter()
    record = logging.LogRecord("django.request", logging.WARNING, "", 0, "Not Found: %s", ("/en/t/ABCDEF12/",), None)

    line = formatter.format(record)

    timestamp, rest = line.split(" ", 1)
    assert timestamp.endswith("Z")
    assert rest == "[warning  ] Not Found: /en/t/<masked>/ [django.request]"


def _formatter() -> logging.Formatter:
    plain = logging_settings()["formatters"]["plain"]
    return structlog.stdlib.ProcessorFormatter(
        processors=plain["processors"], foreign_pre_chain=plain["foreign_pre_chain"]
    )
