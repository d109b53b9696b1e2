#!/usr/bin/env python
"""Django's command line. A setting that makes no sense is said in words, not in a traceback."""

import os
import sys

from django.core.management import execute_from_command_line

from nardy_site.env import BadSettings


def main() -> None:
    """Run the command named on the command line."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "nardy_site.settings")
    try:
        execute_from_command_line(sys.argv)
    except BadSettings as problem:
        sys.exit(str(problem))


if __name__ == "__main__":
    main()
