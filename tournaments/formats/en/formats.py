"""Dates in English."""

from tournaments.formats.swiss import *  # noqa: F403

DATE_FORMAT = "j F Y"
DATETIME_FORMAT = "j F Y, H:i"
YEAR_MONTH_FORMAT = "F Y"
MONTH_DAY_FORMAT = "j F"
