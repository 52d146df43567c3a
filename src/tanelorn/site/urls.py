"""The addresses of the site; see docs/design/page.md."""

from django.urls import path
from django.views.i18n import set_language

from tanelorn.site.pages import arranging, rulebooks, shelf, tables, verifying
from tanelorn.site.wire import errors

handler400 = errors.unreadable
handler403 = errors.not_allowed
handler404 = errors.no_page
handler500 = errors.broken
urlpatterns = [
    path("", shelf.home),
    path("tables", arranging.make_table),
    path("promises", arranging.promise_dice),
    path("language", set_language),
    path("tables/<slug:code>", tables.table_page),
    path("tables/<slug:code>/replay", tables.table_page, {"replay": True}),
    path("tables/<slug:code>/rename", arranging.rename_table),
    path("tables/<slug:code>/delete", arranging.delete_table),
    path("tables/<slug:code>/bring-back", arranging.bring_table_back),
    path("tables/<slug:code>/again", arranging.set_up_again),
    path("tables/<slug:code>/duplicate", arranging.duplicate_table),
    path("tables/<slug:code>/play-on", arranging.play_on),
    path("tables/<slug:code>/end-trial", arranging.end_trial),
    path("tables/<slug:code>/board.json", tables.board),
    path("tables/<slug:code>/chart.svg", tables.own_chart),
    path("tables/<slug:code>/record", tables.record),
    path("tables/<slug:code>/verify", verifying.verify_page),
    path("tables/<slug:code>/links", verifying.compare_links),
    path("tables/<slug:code>/frames.json", tables.frames_json),
    path("tables/<slug:code>/about.json", tables.about_json),
    path("tables/<slug:code>/review.json", tables.review_json),
    path("learn/<slug:slug>", rulebooks.learn),
    path("learn/<slug:slug>/<slug:lesson>", arranging.begin_lesson),
    path("how/<slug:slug>", rulebooks.how),
    path("rules/<slug:slug>", rulebooks.rulebook),
    path("aid/<slug:slug>", rulebooks.player_aid),
    path("rules/<slug:slug>/<str:clause>.json", rulebooks.clause_json),
    path("charts/<slug:slug>.svg", rulebooks.chart),
]
