"""Settings of a club: people with accounts, on SQLite and in one process. What is not said here is as on one screen."""

from tanelorn.site.settings import *  # noqa: F403  (so that there is one place for what both share)
from tanelorn.site.settings import CONTEXT as _CONTEXT
from tanelorn.site.settings import INSTALLED_APPS as _APPS
from tanelorn.site.settings import MIDDLEWARE as _MIDDLEWARE
from tanelorn.site.settings import TEMPLATES as _TEMPLATES

INSTALLED_APPS = [
    "django.contrib.contenttypes",
    "django.contrib.auth",
    "django.contrib.sessions",
    "django.contrib.messages",
    *_APPS,
    "tanelorn.site.people.apps.PeopleConfig",
    "tanelorn.site.gathering.apps.GatheringConfig",
]
AUTH_USER_MODEL = "people.Person"
DOORS = "tanelorn.site.gathering.doors.Accounts"
ROOT_URLCONF = "tanelorn.site.urls_club"
LOGIN_URL = "/accounts/login/"
_LANGUAGE = _MIDDLEWARE.index("django.middleware.locale.LocaleMiddleware")
MIDDLEWARE = [
    *_MIDDLEWARE[:_LANGUAGE],
    "django.contrib.sessions.middleware.SessionMiddleware",
    *_MIDDLEWARE[_LANGUAGE:-1],
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    *_MIDDLEWARE[-1:],
]
TEMPLATES = [
    {
        **_TEMPLATES[0],
        "OPTIONS": {
            "context_processors": [
                *_CONTEXT,
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "tanelorn.site.gathering.pages.gathers",
            ]
        },
    }
]
