"""The gathering of people as an application of Django."""

from django.apps import AppConfig


class GatheringConfig(AppConfig):
    """Chairs and gatherings, on sites where people have accounts."""

    name = "tanelorn.site.club.gathering"
    label = "gathering"
