"""Django's settings, from the environment alone. The variables, their defaults and their meaning: env.py."""

import os
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import dj_database_url
import django_stubs_ext
from csp.constants import NONE, SELF

from nardy_site.env import BadSettings, Environment, MailRoute
from nardy_site.keys import kept_key

django_stubs_ext.monkeypatch()  # lets `ModelForm[Profile]` be written at run time, as strict typing asks for

env = Environment(os.environ)

BASE_DIR = Path(__file__).resolve().parent.parent
VAR_DIR = Path(env["NARDY_VAR"] or BASE_DIR / "var").resolve()

# How the site is run: as a demo, by a developer, or (neither) for real.

NARDY_DEMO: bool = env["NARDY_DEMO"]
DEBUG: bool = env["DEBUG"]
FOR_REAL = not (NARDY_DEMO or DEBUG)

NARDY_BIND: str = env["NARDY_BIND"]
PORT: int = env["PORT"]
NARDY_SITE_URL: str = env["NARDY_SITE_URL"] or f"http://127.0.0.1:{PORT}"
ALLOWED_HOSTS = [str(urlsplit(NARDY_SITE_URL).hostname), "localhost", "127.0.0.1", "[::1]", *env["NARDY_ALLOWED_HOSTS"]]

# Keys. Made once and kept beside the embedded database; with a database server there may be many machines and none of
# them is the place to keep a key, so there both must be given.

if env["DATABASE_URL"] and FOR_REAL:
    missing = [name for name in ("SECRET_KEY", "DICE_KEY") if not env[name]]
    if missing:
        raise BadSettings([f"{name} must be given when DATABASE_URL is; see README." for name in missing])
SECRET_KEY: str = env["SECRET_KEY"] or kept_key(VAR_DIR / "secret_key")
DICE_KEY: str = env["DICE_KEY"] or kept_key(VAR_DIR / "dice_key")

# Database

database: dict[str, Any] = {"ENGINE": "django.db.backends.sqlite3", "NAME": VAR_DIR / "nardy.sqlite3"}
if env["DATABASE_URL"]:
    database = {**dj_database_url.parse(env["DATABASE_URL"], conn_max_age=60, conn_health_checks=True)}
SQLITE = database["ENGINE"] == "django.db.backends.sqlite3"
if SQLITE:
    database["OPTIONS"] = {
        # A transaction that begins as a reader cannot become a writer when another wrote meanwhile: SQLite refuses at
        # once, whatever the timeout. All of ours mean to write, so they wait at the start.
        "transaction_mode": "IMMEDIATE",
        "timeout": 20,
        "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL;",
    }
DATABASES = {"default": database}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# Celery. Tasks are nudges and clock strikes (celery.py), so they may be lost and leave no results. A page must not wait
# for a broker that is away.

EMBEDDED_BROKER = env["BROKER_URL"].startswith("filesystem:")
CELERY_BROKER_URL: str = env["BROKER_URL"]
CELERY_BROKER_TRANSPORT_OPTIONS: dict[str, Any] = {}
if EMBEDDED_BROKER:
    CELERY_BROKER_URL = "filesystem://localhost"
    CELERY_BROKER_TRANSPORT = "nardy_site.broker:Transport"
    CELERY_BROKER_TRANSPORT_OPTIONS = {"folder": str(VAR_DIR / "broker")}
elif env["BROKER_URL"].startswith("redis"):
    CELERY_BROKER_TRANSPORT_OPTIONS = {"socket_connect_timeout": 2, "socket_timeout": 30}
CELERY_BROKER_CONNECTION_TIMEOUT = 2
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_TASK_PUBLISH_RETRY = False
CELERY_TASK_DEFAULT_QUEUE: str = env["NARDY_MAIL_DOMAIN"]
"""Sites that share a broker do not take one another's tasks: a nudge to the wrong worker is a nudge lost."""
CELERY_TASK_IGNORE_RESULT = True
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_WORKER_REDIRECT_STDOUTS = False
CELERY_BEAT_SCHEDULE_FILENAME = str(VAR_DIR / "celerybeat-schedule")
if SQLITE:  # one writer at a time: threads are enough, and a worker that is killed leaves no children behind
    CELERY_WORKER_POOL = "threads"
    CELERY_WORKER_CONCURRENCY = 2

# Applications

INSTALLED_APPS = [
    "games",
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
    "allauth",
    "allauth.account",
    "anymail",
    "csp",
    "django_htmx",
]
MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.middleware.gzip.GZipMiddleware",
    "games.web.middleware.ClosedDoor",
    "games.web.middleware.BusyDatabase",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "games.web.middleware.Reader",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "csp.middleware.CSPMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "allauth.account.middleware.AccountMiddleware",
]
ROOT_URLCONF = "nardy_site.urls"
WSGI_APPLICATION = "nardy_site.wsgi.application"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.i18n",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "games.web.context.page",
            ],
            "libraries": {"nardy": "games.web.tags"},
        },
    },
]

# Signing in: an e-mail address that was shown to be theirs, and a code sent to it or a password

AUTHENTICATION_BACKENDS = [
    "django.contrib.auth.backends.ModelBackend",
    "allauth.account.auth_backends.AuthenticationBackend",
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator"},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
]
ACCOUNT_LOGIN_METHODS = {"email"}
ACCOUNT_SIGNUP_FIELDS = ["email*", "password1"]
ACCOUNT_SIGNUP_FORM_CLASS = "games.web.account_forms.HandleForm"
ACCOUNT_ADAPTER = "games.web.adapter.Adapter"
ACCOUNT_FORMS = {"login": "games.web.sign_in.SignInForm"}
ACCOUNT_LOGIN_BY_CODE_ENABLED = True
ACCOUNT_EMAIL_VERIFICATION = "mandatory"
ACCOUNT_EMAIL_VERIFICATION_BY_CODE_ENABLED = True
ACCOUNT_PASSWORD_RESET_BY_CODE_ENABLED = True
ACCOUNT_EMAIL_SUBJECT_PREFIX = ""
ACCOUNT_EMAIL_NOTIFICATIONS = True
ACCOUNT_SESSION_REMEMBER = True
ALLAUTH_TRUSTED_PROXY_COUNT = 1 if env["NARDY_BEHIND_PROXY"] else 0
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "/"
# People look in for two minutes a day and should not have to sign in for it.
SESSION_COOKIE_AGE = 180 * 24 * 3600

# Letters out and in

NARDY_MAIL_DOMAIN: str = env["NARDY_MAIL_DOMAIN"]
NARDY_MAIL_SEPARATOR: str = env["NARDY_MAIL_SEPARATOR"]
NARDY_DKIM_SELECTOR: str = env["NARDY_DKIM_SELECTOR"]
NARDY_LETTERS_A_MINUTE: int = env["NARDY_LETTERS_A_MINUTE"]
MAIL_TRUSTED_AUTHSERV_IDS: list[str] = env["MAIL_TRUSTED_AUTHSERV_IDS"]
LMTP_HOST: str = env["LMTP_HOST"]
LMTP_PORT: int = env["LMTP_PORT"]
IMAP_URL: str = env["IMAP_URL"]
DEFAULT_FROM_EMAIL = SERVER_EMAIL = f"Nardy <game@{NARDY_MAIL_DOMAIN}>"
# With the default "database" this backend takes every letter and sends none: the row that the letter was rendered to
# is the letter, and /mailbox/ shows it.
route: MailRoute = env["EMAIL_URL"]
MAIL_STAYS_HERE = route.backend.endswith(".dummy.EmailBackend") and not env["ANYMAIL_PROVIDER"]
EMAIL_BACKEND = route.backend
if env["ANYMAIL_PROVIDER"]:
    EMAIL_BACKEND = f"anymail.backends.{env['ANYMAIL_PROVIDER']}.EmailBackend"
EMAIL_HOST, EMAIL_PORT = route.host, route.port
EMAIL_HOST_USER, EMAIL_HOST_PASSWORD = route.user, route.password
EMAIL_USE_TLS, EMAIL_USE_SSL = route.tls, route.ssl
EMAIL_TIMEOUT = 20
ANYMAIL = {"REQUESTS_TIMEOUT": (10, 20), **env.anymail}

# Languages and time

LANGUAGE_CODE: str = env["NARDY_LANGUAGE"]
LANGUAGES = [("ru", "Русский"), ("en", "English")]
LOCALE_PATHS = [BASE_DIR / "games" / "locale", BASE_DIR / "nardy_site" / "locale"]
USE_I18N = True
USE_TZ = True
TIME_ZONE = "UTC"

# Static files, served by WhiteNoise. For real they are collected, named by content and compressed; else found in place.

STATIC_URL = "/static/"
STATIC_ROOT = VAR_DIR / "static"
WHITENOISE_USE_FINDERS = WHITENOISE_AUTOREFRESH = not FOR_REAL
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": "whitenoise.storage.CompressedManifestStaticFilesStorage"
        if FOR_REAL
        else "django.contrib.staticfiles.storage.StaticFilesStorage"
    },
}

# Safety

CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [NONE],
        "script-src": [SELF],
        "style-src": [SELF],
        "img-src": [SELF, "data:"],
        "font-src": [SELF],
        "connect-src": [SELF],
        "manifest-src": [SELF],
        "worker-src": [SELF],
        "frame-src": [SELF],
        "form-action": [SELF],
        "frame-ancestors": [NONE],
        "base-uri": [NONE],
    }
}
HTTPS = NARDY_SITE_URL.startswith("https://")
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = HTTPS
SECURE_HSTS_SECONDS = 30 * 24 * 3600 if HTTPS else 0
SECURE_SSL_REDIRECT = HTTPS and env["NARDY_BEHIND_PROXY"]
CSRF_TRUSTED_ORIGINS = [NARDY_SITE_URL]
SECURE_REFERRER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
if env["NARDY_BEHIND_PROXY"]:
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
# A letter is at most 1 MiB and a webhook wraps it in base64 or a form.
DATA_UPLOAD_MAX_MEMORY_SIZE = 3 * 2**20

# What is written down: one line each to standard error, secrets of addresses and links struck out (logs.py)

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {
        "line": {
            "()": "nardy_site.logs.Discreet",
            "format": "%(asctime)s %(levelname)s %(name)s: %(message)s",
        },
    },
    "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "line"}},
    "root": {"handlers": ["stderr"], "level": env["LOG_LEVEL"]},
    "loggers": {
        "django": {"handlers": [], "level": "INFO", "propagate": True},
        "django.server": {"handlers": [], "level": "INFO", "propagate": True},
        "mail.log": {"level": "WARNING"},  # aiosmtpd: each connection in six lines
    },
}
