"""The addresses at which people say whose letters they want."""

from django.urls import path

from tanelorn.site.club.talk import pages

urlpatterns = [
    path("letters", pages.unheard),
    path("letters/hear", pages.hear_again),
]
