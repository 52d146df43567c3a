"""The pace of games as an application of Django."""

from django.apps import AppConfig


class PaceConfig(AppConfig):
    """Clocks, on sites where several people play."""

    name = "tanelorn.site.club.pace"
    label = "pace"
