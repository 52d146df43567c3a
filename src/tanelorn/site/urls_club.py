"""The addresses of a site where people have accounts: those of one screen, and what comes before them."""

from django.urls import include, path

urlpatterns = [
    path("", include("tanelorn.site.people.urls")),
    path("", include("tanelorn.site.gathering.urls")),
    path("", include("tanelorn.site.urls")),
]
