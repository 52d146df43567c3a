"""The addresses of notices."""

from django.urls import path

from tanelorn.site.notices import pages

urlpatterns = [
    path("turn", pages.to_next),
    path("turns.json", pages.turns_json),
    path("notices/off/<str:word>", pages.off),
]
