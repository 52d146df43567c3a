"""The addresses of the list of tables and of those who gather; they stand before those of the tables themselves."""

from django.urls import path

from tanelorn.site.club.gathering import away, pages

urlpatterns = [
    path("tables", pages.tables),
    path("tables/<slug:code>", pages.table),
    path("tables/<slug:code>/join", pages.join),
    path("tables/<slug:code>/leave", pages.leave),
    path("tables/<slug:code>/send-away", pages.send_away),
    path("tables/<slug:code>/begin", pages.begin),
    path("tables/<slug:code>/take", pages.take),
    path("tables/<slug:code>/free.json", pages.free_seats),
    path("me/vacation", away.vacation_page),
    path("me/vacation/<int:number>/end", away.end_vacation),
    path("invited/<str:invite>", pages.invited),
]
