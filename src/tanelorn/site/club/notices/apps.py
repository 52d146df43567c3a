"""Notices as an application of Django."""

from django.apps import AppConfig


class NoticesConfig(AppConfig):
    """What people are told while they are away, on sites where they have accounts."""

    name = "tanelorn.site.club.notices"
    label = "notices"
