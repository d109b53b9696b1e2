"""`make run` installs requirements.txt and nothing else: whatever the site imports must come from there."""

import ast
import importlib.metadata
import sys
from collections.abc import Iterator
from pathlib import Path

from django.conf import settings


def imported(path: Path) -> Iterator[str]:
    """Top-level names of what a module imports."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name.partition(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            yield node.module.partition(".")[0]


def test_everything_imported_is_pinned() -> None:
    pinned = {line.partition("==")[0].lower() for line in (settings.BASE_DIR / "requirements.txt").open()}
    packages = importlib.metadata.packages_distributions()
    sources = [path for folder in ("games", "nardy_site") for path in (settings.BASE_DIR / folder).rglob("*.py")]
    ours_or_pythons = {"games", "nardy_site", *sys.stdlib_module_names}
    for path in sources:
        for name in set(imported(path)) - ours_or_pythons:
            known = {package.lower().replace("_", "-") for package in packages.get(name, [])}
            assert known & pinned, f"{path} imports {name}, which requirements.txt does not install"
