"""Tokens as an application of Django."""

from django.apps import AppConfig


class ApiConfig(AppConfig):
    """The doors for programs, on sites where people have accounts."""

    name = "tanelorn.site.club.api"
    label = "api"
