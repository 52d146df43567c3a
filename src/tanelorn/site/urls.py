"""The addresses of the site; see docs/design/page.md."""

from django.urls import path
from django.views.i18n import set_language

from tanelorn.site.pages import verifying, views
from tanelorn.site.wire import errors

handler400 = errors.unreadable
handler403 = errors.not_allowed
handler404 = errors.no_page
handler500 = errors.broken
urlpatterns = [
    path("", views.home),
    path("tables", views.make_table),
    path("promises", views.promise_dice),
    path("language", set_language),
    path("tables/<slug:code>", views.table_page),
    path("tables/<slug:code>/replay", views.table_page, {"replay": True}),
    path("tables/<slug:code>/rename", views.rename_table),
    path("tables/<slug:code>/delete", views.delete_table),
    path("tables/<slug:code>/bring-back", views.bring_table_back),
    path("tables/<slug:code>/again", views.set_up_again),
    path("tables/<slug:code>/duplicate", views.duplicate_table),
    path("tables/<slug:code>/play-on", views.play_on),
    path("tables/<slug:code>/end-trial", views.end_trial),
    path("tables/<slug:code>/board.json", views.board),
    path("tables/<slug:code>/chart.svg", views.own_chart),
    path("tables/<slug:code>/record", views.record),
    path("tables/<slug:code>/verify", verifying.verify_page),
    path("tables/<slug:code>/links", verifying.compare_links),
    path("tables/<slug:code>/frames.json", views.frames_json),
    path("tables/<slug:code>/about.json", views.about_json),
    path("learn/<slug:slug>", views.learn),
    path("learn/<slug:slug>/<slug:lesson>", views.begin_lesson),
    path("how/<slug:slug>", views.how),
    path("rules/<slug:slug>", views.rulebook),
    path("aid/<slug:slug>", views.player_aid),
    path("rules/<slug:slug>/<str:clause>.json", views.clause_json),
    path("charts/<slug:slug>.svg", views.chart),
]
