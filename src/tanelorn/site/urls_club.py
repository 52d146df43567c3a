"""The addresses of a site where people have accounts: those of one screen, and what comes before them."""

from django.urls import include, path

from tanelorn.site.people import pages as people

urlpatterns = [
    path("guest", people.play_as_guest),
    path("me.json", people.me),
    path("", include("tanelorn.site.gathering.urls")),
    path("", include("tanelorn.site.urls")),
]
