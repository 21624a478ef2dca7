"""What is logged: one plain line with time, level and origin; no names, no mail addresses, no keys of tables."""

import re
from typing import Any

import structlog
from structlog.typing import EventDict, Processor

#: Parts of an address that open something: whoever has the log must not get in with them.
SECRET = re.compile(r"(/(?:[Tt]|slip|key|reset|import)/)[^/\s?]{6,}|([?&](?:token|key|code)=)[^&\s]+")
EMAIL = re.compile(r"[^\s@<>\"']+@[^\s@<>\"']+\.\w+")
#: What Django, Granian and others hang on a record for handlers that write mails; it holds whole requests.
DROPPED = ("request", "sql", "params", "_record", "_from_structlog")


def without_personal_data(_logger: Any, _method: str, event: EventDict) -> EventDict:
    """A processor of structlog that masks what opens something or names somebody."""
    kept = {key: value for key, value in event.items() if key not in DROPPED}
    return {key: _masked(value) for key, value in kept.items()}


def _masked(value: Any) -> Any:
    if not isinstance(value, str):
        return value
    return EMAIL.sub("<mail>", SECRET.sub(lambda found: f"{found[1] or found[2]}<masked>", value))


def logging_settings() -> dict[str, Any]:
    """Django's LOGGING: everything from INFO on to standard error."""
    shared: list[Processor] = [
        structlog.stdlib.add_log_level,
        structlog.stdlib.add_logger_name,
        structlog.processors.TimeStamper(fmt="iso"),
        structlog.processors.format_exc_info,
        without_personal_data,
    ]
    structlog.configure(
        processors=[*shared, structlog.stdlib.ProcessorFormatter.wrap_for_formatter],
        logger_factory=structlog.stdlib.LoggerFactory(),
        cache_logger_on_first_use=True,
    )
    plain = structlog.dev.ConsoleRenderer(
        colors=False, pad_event_to=0, exception_formatter=structlog.dev.plain_traceback
    )
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {
            "plain": {
                "()": structlog.stdlib.ProcessorFormatter,
                "processors": [without_personal_data, plain],
                "foreign_pre_chain": shared,
            }
        },
        "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "plain"}},
        "root": {"handlers": ["stderr"], "level": "INFO"},
        "loggers": {
            "django": {"handlers": [], "level": "INFO", "propagate": True},
            "django.server": {"handlers": [], "level": "WARNING", "propagate": True},
        },
    }
