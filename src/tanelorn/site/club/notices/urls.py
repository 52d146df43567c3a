"""The addresses of notices."""

from django.urls import path

from tanelorn.site.club.notices import pages
from tanelorn.site.club.notices.ways import devices

urlpatterns = [
    path("turn", pages.to_next),
    path("turns.json", pages.turns_json),
    path("me/push", devices.add),
    path("me/push/<int:number>/end", devices.remove),
    path("push-worker.js", pages.push_worker),
    path("notices/off/<str:word>", pages.off),
]
