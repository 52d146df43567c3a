"""The addresses of notices."""

from django.urls import path

from tanelorn.site.notices import pages

urlpatterns = [
    path("notices/off/<str:word>", pages.off),
]
