"""Settings of the local site: loopback only, SQLite in the user's data folder, no account needed."""

from __future__ import annotations

import secrets
from pathlib import Path

from django.conf.locale import LANG_INFO
from django.utils.translation import to_language

from tanelorn.core.content.folders import data_folder

DATA = data_folder()
HERE = Path(__file__).parent


def _secret_key() -> str:
    """Read the site's own key, which `serve` makes and checks; a folder without one gets a passing key."""
    path = DATA / "site.key"
    return path.read_text(encoding="ascii").strip() if path.is_file() else secrets.token_hex(32)


SECRET_KEY = _secret_key()
DEBUG = False
ALLOWED_HOSTS = ["localhost", "127.0.0.1", "[::1]"]
ROOT_URLCONF = "tanelorn.site.urls"
ASGI_APPLICATION = "tanelorn.site.asgi.application"
INSTALLED_APPS = ["django.contrib.staticfiles", "tanelorn.site.apps.SiteConfig"]
MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "tanelorn.site.wire.compressing.Compressed",
    "django.middleware.http.ConditionalGetMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "tanelorn.site.wire.errors.plain_refusals",
]
CONTEXT = ["django.template.context_processors.request", "tanelorn.site.words.speaking"]
TEMPLATES: list[dict[str, object]] = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [HERE / "templates"],
        "OPTIONS": {"context_processors": CONTEXT},
    }
]
DATABASES: dict[str, object] = {
    "default": {
        "ENGINE": "django.db.backends.sqlite3",
        "NAME": DATA / "tables.sqlite3",
        "OPTIONS": {
            "transaction_mode": "IMMEDIATE",
            "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL;",
        },
        "TEST": {"NAME": DATA / "tables-test.sqlite3"},
    }
}
DOORS = "tanelorn.site.live.seats.visitors.OneScreen"  # who may do what: whoever sits at this screen may do everything
CACHES: dict[str, object] = {
    name: {
        "BACKEND": "django.core.cache.backends.locmem.LocMemCache",
        "LOCATION": name,
        "OPTIONS": {"MAX_ENTRIES": 10_000},
    }
    for name in ("default", "leases")  # who does what is known to all who could do it, or nobody does it
}
SHARED = False  # whether several processes serve the same tables
_STAYS = 365 * 24 * 60 * 60
CHANNEL_LAYERS: dict[str, object] = {
    "default": {
        "BACKEND": "channels.layers.InMemoryChannelLayer",
        # By itself it would tell a page nothing more after a day, or once a minute has passed over a word to it.
        "CONFIG": {"expiry": _STAYS, "group_expiry": _STAYS},
    }
}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
STATIC_URL = "/static/"
STATICFILES_DIRS = [HERE / "static"]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "tanelorn.site.wire.parts.Versioned"},
}
WHITENOISE_USE_FINDERS = True
WHITENOISE_MAX_AGE = 0
CSRF_COOKIE_SAMESITE = "Strict"
CSRF_FAILURE_VIEW = "tanelorn.site.wire.errors.from_elsewhere"
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin"
LANGUAGE_CODE = "en"
LANGUAGES = [
    (code, LANG_INFO[code]["name_local"])
    for code in ("en", *sorted(to_language(folder.name) for folder in (HERE / "locale").iterdir() if folder.is_dir()))
]
LOCALE_PATHS = [HERE / "locale"]
LANGUAGE_COOKIE_AGE = 365 * 24 * 60 * 60
LANGUAGE_COOKIE_SAMESITE = "Lax"
USE_TZ = True
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "handlers": {"console": {"class": "logging.StreamHandler"}},
    "loggers": {"django.request": {"handlers": ["console"], "level": "ERROR", "propagate": False}},
}
