"""Settings of a club: people with accounts. What is not said here is as on one screen: SQLite, and one process.

The environment names the servers of a site that is larger: `DATABASE_URL` a PostgreSQL, `REDIS_URL` a Redis, over which
several processes of the site share their tables, `SECRET_KEY` the key that they all have.
"""

import math
import os
from typing import TypeVar

from tanelorn.site.serve import CannotServe
from tanelorn.site.settings import *  # noqa: F403  (so that there is one place for what both share)
from tanelorn.site.settings import ALLOWED_HOSTS as _HOSTS
from tanelorn.site.settings import CONTEXT as _CONTEXT
from tanelorn.site.settings import DATA as _DATA
from tanelorn.site.settings import INSTALLED_APPS as _APPS
from tanelorn.site.settings import MIDDLEWARE as _MIDDLEWARE
from tanelorn.site.settings import SECRET_KEY as _SECRET_KEY
from tanelorn.site.settings import TEMPLATES as _TEMPLATES

_Number = TypeVar("_Number", int, float)


def _number(name: str, usual: _Number, least: int = 0) -> _Number:
    """Return the number that the environment gives a name, or the usual one, whose kind it has; raise CannotServe."""
    given = os.environ.get(name) or usual
    try:
        number = type(usual)(given)
        if least <= number < math.inf:
            return number
    except ValueError:
        pass
    kind = "whole number" if isinstance(usual, int) else "number"
    raise CannotServe(
        f"{name} is “{given}”, where a {kind} from {least} up is wanted.",
        remedy=f"Set it to one, such as {usual:g}, or leave it out.",
    )


ADDRESS = os.environ.get("TANELORN_ADDRESS", "").rstrip("/")
"""Where the club is found from outside, such as https://games.example.org, if something passes requests on to it."""
if _URL := os.environ.get("DATABASE_URL"):
    import dj_database_url  # one of those that come with tanelorn[servers]

    # Each request has a thread of its own: connections go back to a pool, which looks whether they still stand.
    # It tries to connect no longer than a request waits, then begins anew with the next one: else it would try ever
    # more seldom, and miss for minutes that its server is back.
    _MOST, _LONGEST = _number("DATABASE_CONNECTIONS", 8, least=1), _number("DATABASE_PATIENCE", 20.0, least=1)
    _POOL = {"min_size": 1, "max_size": _MOST, "timeout": _LONGEST, "reconnect_timeout": _LONGEST}
    _SERVER = dj_database_url.parse(_URL, conn_max_age=0, conn_health_checks=True)
    DATABASES = {"default": {**_SERVER, "OPTIONS": {**_SERVER.get("OPTIONS", {}), "pool": _POOL}}}
if _URL := os.environ.get("REDIS_URL"):
    SHARED = True
    CHANNEL_LAYERS = {
        "default": {"BACKEND": "channels_redis.pubsub.RedisPubSubChannelLayer", "CONFIG": {"hosts": [_URL]}}
    }
    _PATIENCE = {"socket_connect_timeout": 2, "socket_timeout": 5}
    CACHES = {
        "default": {"BACKEND": "tanelorn.site.keeping.cache.Frail", "LOCATION": _URL, "OPTIONS": _PATIENCE},
        "leases": {"BACKEND": "django.core.cache.backends.redis.RedisCache", "LOCATION": _URL, "OPTIONS": _PATIENCE},
    }
METRICS_TOKEN = os.environ.get("METRICS_TOKEN", "")
"""The word by which whoever watches over the club is told its figures."""
SECRET_KEY = os.environ.get("SECRET_KEY") or _SECRET_KEY
_HTTPS = ADDRESS.startswith("https://")
_MORE_HOSTS = os.environ.get("ALLOWED_HOSTS", "").split(",")
ALLOWED_HOSTS = [*_HOSTS, *filter(None, [ADDRESS.partition("://")[2].partition(":")[0], *_MORE_HOSTS])]
CSRF_TRUSTED_ORIGINS = [ADDRESS] if ADDRESS else []

INSTALLED_APPS = [
    "django.contrib.admin.apps.SimpleAdminConfig",  # our own moderators' pages, and nothing that others register
    "django.contrib.contenttypes",
    "django.contrib.auth",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.humanize",
    *_APPS,
    "tanelorn.site.club.people.apps.PeopleConfig",
    "tanelorn.site.club.pace.apps.PaceConfig",
    "tanelorn.site.club.gathering.apps.GatheringConfig",
    "tanelorn.site.club.talk.apps.TalkConfig",
    "tanelorn.site.club.notices.apps.NoticesConfig",
    "tanelorn.site.club.api.apps.ApiConfig",
    "django_tasks",
    "django_tasks_db",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "allauth.usersessions",
]
DOORS = "tanelorn.site.club.gathering.doors.Accounts"
ROOT_URLCONF = "tanelorn.site.club.urls"
_LANGUAGE = _MIDDLEWARE.index("django.middleware.locale.LocaleMiddleware")
MIDDLEWARE = [
    "tanelorn.site.club.monitoring.logs.noted",
    "tanelorn.site.club.api.door.without_cookies",
    *_MIDDLEWARE[:_LANGUAGE],
    "django.contrib.sessions.middleware.SessionMiddleware",
    *_MIDDLEWARE[_LANGUAGE:-1],
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "tanelorn.site.club.people.wishes.as_they_wish",
    *_MIDDLEWARE[-1:],
]
TEMPLATES = [
    {
        **_TEMPLATES[0],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                *_CONTEXT,
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "tanelorn.site.club.gathering.pages.gathers",
                "tanelorn.site.club.notices.pages.waiting",
            ]
        },
    }
]

AUTH_USER_MODEL = "people.Person"
AUTHENTICATION_BACKENDS = ["allauth.account.auth_backends.AuthenticationBackend"]
PASSWORD_HASHERS = [
    "django.contrib.auth.hashers.Argon2PasswordHasher",
    "django.contrib.auth.hashers.ScryptPasswordHasher",
    "django.contrib.auth.hashers.PBKDF2PasswordHasher",
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in (
        "UserAttributeSimilarityValidator",
        "MinimumLengthValidator",
        "CommonPasswordValidator",
        "NumericPasswordValidator",
    )
]
LOGIN_URL = "/accounts/login/"
LOGIN_REDIRECT_URL = "/"
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = LANGUAGE_COOKIE_SECURE = _HTTPS
SESSION_COOKIE_SAMESITE = "Lax"
SESSION_COOKIE_AGE = 90 * 24 * 60 * 60  # counted from the last visit: a guest's cookie is all that they have

ACCOUNT_ADAPTER = "tanelorn.site.club.people.adapter.Accounts"
ACCOUNT_LOGIN_METHODS = {"email"}  # names are for others to see: nobody can lock somebody out by theirs
ACCOUNT_SIGNUP_FIELDS = ["username*", "email*", "password1*", "password2*"]
ACCOUNT_EMAIL_VERIFICATION = "mandatory"
ACCOUNT_LOGIN_ON_EMAIL_CONFIRMATION = True
ACCOUNT_CHANGE_EMAIL = True
ACCOUNT_EMAIL_SUBJECT_PREFIX = "[Tanelorn] "
ACCOUNT_EMAIL_NOTIFICATIONS = True
ACCOUNT_REAUTHENTICATION_REQUIRED = True
ACCOUNT_REAUTHENTICATION_METHODS = {"password", "mfa"}
ACCOUNT_SESSION_REMEMBER = True
ACCOUNT_DEFAULT_HTTP_PROTOCOL = "https" if _HTTPS else "http"
ACCOUNT_RATE_LIMITS = {"guest": "200/h/ip"}  # allauth's own stand beside it; a club may share one address
MFA_SUPPORTED_TYPES = ["totp", "webauthn", "recovery_codes"]
MFA_PASSKEY_LOGIN_ENABLED = True
MFA_TOTP_ISSUER = "Tanelorn"
MFA_WEBAUTHN_ALLOW_INSECURE_ORIGIN = not _HTTPS  # on the host's own machine browsers trust it all the same

DEFAULT_FROM_EMAIL = os.environ.get("EMAIL_FROM", "Tanelorn <tanelorn@localhost>")
EMAIL_HOST = os.environ.get("EMAIL_HOST", "")
EMAIL_PORT = _number("EMAIL_PORT", 587, least=1)
EMAIL_HOST_USER = os.environ.get("EMAIL_USER", "")
EMAIL_HOST_PASSWORD = os.environ.get("EMAIL_PASSWORD", "")
EMAIL_USE_SSL = EMAIL_PORT == 465
EMAIL_USE_TLS = EMAIL_PORT == 587
EMAIL_TIMEOUT = 20
EMAIL_FILE_PATH = _DATA / "mail"
EMAIL_BACKEND = (
    "django.core.mail.backends.smtp.EmailBackend" if EMAIL_HOST else "tanelorn.site.club.people.mail.ForTheHost"
)

LOG_FOR_MACHINES = os.environ.get("TANELORN_LOG", "") == "json"
_LINES = "Lines" if LOG_FOR_MACHINES else "Words"
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"lines": {"()": f"tanelorn.site.club.monitoring.logs.{_LINES}"}},
    "handlers": {
        "console": {"class": "logging.StreamHandler", "formatter": "lines"},
        "figures": {"class": "tanelorn.site.club.monitoring.figures.Counting"},
        "nowhere": {"class": "logging.NullHandler"},
    },
    "root": {"handlers": ["console", "figures"], "level": "WARNING"},
    "loggers": {
        "django.request": {"level": "ERROR"},
        "django.security.DisallowedHost": {"handlers": ["nowhere"], "propagate": False},  # whoever tries addresses
        "tanelorn": {"level": "INFO" if LOG_FOR_MACHINES else "WARNING"},
    },
}

TASKS = {
    "default": {
        "BACKEND": "django_tasks_db.DatabaseBackend",
        "QUEUES": [
            "mail",
            "hook",
            "push",
        ],  # by the ways of notices: a webhook that keeps the site waiting holds up no mail
    }
}
PUSH_KEY = os.environ.get("PUSH_KEY", "")
"""The key by which the services of browsers know the club, as `tanelorn push-key` draws it; none: no Web Push."""
NOTICES_AFTER = _number("NOTICES_AFTER", 300.0)
"""Seconds after which somebody is told of what they have not seen at the table."""
NOTICES_APART = _number("NOTICES_APART", 900.0)
"""Seconds between two messages to somebody, at least; what comes up meanwhile goes into the later one."""
