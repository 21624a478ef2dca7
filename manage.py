#!/usr/bin/env python
"""Management commands; `python3 start.py manage …` runs them in the prepared environment."""

import os
import sys

from django.core.management import execute_from_command_line

if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "troccas_site.settings.local")
    execute_from_command_line(sys.argv)
