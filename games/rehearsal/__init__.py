"""A table played from a script, without a database, clock or chance (spec/rehearse.md). PURE.

`script` reads a script, `run` plays it through `rules.table`, `report` says what came of it and compares.
"""

from games.rehearsal.report import differences
from games.rehearsal.run import rehearse
from games.rehearsal.script import Script, ScriptError, read_script

__all__ = ["Script", "ScriptError", "differences", "read_script", "rehearse"]
