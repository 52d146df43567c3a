"""The people of the site as an application of Django."""

from importlib import import_module

from django.apps import AppConfig


class PeopleConfig(AppConfig):
    """Accounts, on sites that have them."""

    name = "tanelorn.site.club.people"
    label = "people"

    def ready(self) -> None:
        """Listen for what allauth reports: the models have to be there before."""
        import_module("tanelorn.site.club.people.adapter")
