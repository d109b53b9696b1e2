"""The site's settings for its tests: a folder of their own under the system's temporary one, the demo's defaults.

DATABASE_URL is taken from the environment, so that the same tests run on PostgreSQL.
"""

import os
import tempfile

for name in [name for name in os.environ if name.startswith(("NARDY_", "ANYMAIL_", "EMAIL_", "BROKER_"))]:
    del os.environ[name]
os.environ["NARDY_DEMO"] = "1"
os.environ["NARDY_VAR"] = tempfile.mkdtemp(prefix="nardy-tests-")

from nardy_site.settings import *  # noqa: E402, F403 (Django reads settings by name; ours come from the environment)

PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
if SQLITE:  # noqa: F405
    # A file, as the site has it: what is kept in memory knows neither writing ahead nor a second process.
    DATABASES["default"]["TEST"] = {"NAME": VAR_DIR / "test.sqlite3"}  # noqa: F405
