"""One thing that the doctor looked at."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Finding:
    """What was looked at; what is wrong with it and what to do, both empty when all is well."""

    subject: str
    problem: str = ""
    advice: str = ""
