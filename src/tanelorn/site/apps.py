"""The site as a Django application."""

from django.apps import AppConfig


class SiteConfig(AppConfig):
    """Tables and their records."""

    name = "tanelorn.site"
    label = "tables"
