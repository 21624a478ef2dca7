"""Dates in Romansh."""

from tournaments.formats.swiss import *  # noqa: F403

DATE_FORMAT = "j E Y"
DATETIME_FORMAT = "j E Y, H:i"
YEAR_MONTH_FORMAT = "F Y"
MONTH_DAY_FORMAT = "j E"
