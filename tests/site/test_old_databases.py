"""A database that an earlier version made is brought up to date, holds what it held, and is played on from.

`tests/data/databases/NAME.sqlite3.gz` was made by the demo of the version NAME; to add one:
`DICE_KEY=$(python -c "print('databases of the tests ' * 3)") NARDY_DEMO=1 NARDY_VAR=… manage.py migrate`, then `demo`.
"""

from __future__ import annotations

import gzip
import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
DATABASES = sorted((ROOT / "tests" / "data" / "databases").glob("*.sqlite3.gz"))
DICE_KEY = "databases of the tests " * 3


@pytest.mark.parametrize("database", DATABASES, ids=lambda path: path.name)
def test_it_is_played_on(database: Path, tmp_path: Path) -> None:
    (tmp_path / "nardy.sqlite3").write_bytes(gzip.decompress(database.read_bytes()))
    of_the_tests = {"DATABASE_URL", "DJANGO_SETTINGS_MODULE"}
    environment = {name: value for name, value in os.environ.items() if name not in of_the_tests}
    environment |= {"NARDY_VAR": str(tmp_path), "NARDY_DEMO": "1", "DICE_KEY": DICE_KEY}

    def run(*command: str) -> str:
        ended = subprocess.run(
            [sys.executable, *command],
            cwd=ROOT,
            env=environment,
            capture_output=True,
            text=True,
            timeout=300,
            check=False,
        )
        assert ended.returncode == 0, ended.stdout + ended.stderr
        return ended.stdout.strip().splitlines()[-1] if ended.stdout.strip() else ""

    run("manage.py", "migrate", "--verbosity", "0")
    before = run("manage.py", "replay")
    assert before.endswith("0 differences")
    given = int(run("-m", "tests.site.play_on", "6"))
    assert given >= 6
    after = run("manage.py", "replay")
    assert after.endswith("0 differences")
    assert int(after.split()[2]) == int(before.split()[2]) + given


def test_there_is_one() -> None:
    assert DATABASES
