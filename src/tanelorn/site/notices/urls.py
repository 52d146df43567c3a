"""The addresses of notices."""

from django.urls import path

from tanelorn.site.notices import devices, pages

urlpatterns = [
    path("turn", pages.to_next),
    path("turns.json", pages.turns_json),
    path("me/push", devices.add),
    path("me/push/<int:number>/end", devices.remove),
    path("push-worker.js", pages.push_worker),
    path("notices/off/<str:word>", pages.off),
]
