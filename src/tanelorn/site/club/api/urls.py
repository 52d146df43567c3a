"""The addresses for programs, and of the page where tokens for them are made."""

from django.urls import path

from tanelorn.site.club.api import pages, play, tables
from tanelorn.site.club.api.door import api

__all__ = ["play", "tables", "urlpatterns"]  # they hang their operations on the door

urlpatterns = [
    path("me/tokens", pages.listed),
    path("me/tokens/make", pages.make),
    path("me/tokens/<int:number>/revoke", pages.revoke),
    path("api/v1/", api.urls),
]
