"""Where the pages are. Addresses of letters (`/t/…`, `/i/…`, `/u/…`) are kept for ever."""

from __future__ import annotations

from django.urls import path

from games.web.views import account, chouette, export, front, home, invitations, letters, lobby, orders, record, table

urlpatterns = [
    path("", front.front, name="front"),
    path("rules/", front.rules, name="rules"),
    path("rules/<slug:key>/", front.rules_of, name="rules_of"),
    path("healthz", front.healthz, name="healthz"),
    path("robots.txt", front.robots, name="robots"),
    path("my/", home.home, name="home"),
    path("t/<int:number>/", table.table, name="table"),
    path("t/<int:number>/<int:seq>/", record.position, name="position"),
    path("t/<int:number>/dice/", record.dice, name="dice"),
    path("t/<int:number>/dice.json", record.dice_json, name="dice_json"),
    path("t/<int:number>/record/", export.record, name="record"),
    path("t/<int:number>/record.<str:kind>", export.record_file, name="record_file"),
    path("t/<int:number>/salt/", record.salt, name="salt"),
    path("t/<int:number>/orders/", orders.orders, name="orders"),
    path("t/<int:number>/take/", lobby.take, name="take"),
    path("t/<int:number>/withdraw/", lobby.withdraw, name="withdraw"),
    path("t/<int:number>/rematch/", lobby.rematch, name="rematch"),
    path("t/<int:number>/session/", chouette.session, name="session"),
    path("t/<int:number>/begin/", chouette.begin, name="begin"),
    path("t/<int:number>/end/", chouette.end, name="end"),
    path("t/<int:number>/invite/", chouette.invite, name="invite"),
    path("answer/<int:prompt_id>/", table.answer, name="answer"),
    path("new/", lobby.new_table, name="new_table"),
    path("offers/", lobby.offers, name="offers"),
    path("invited/<int:number>/", invitations.invited, name="invited"),
    path("i/<str:token>/", invitations.invitation, name="invitation"),
    path("u/<str:token>/", letters.unsubscribe, name="unsubscribe"),
    path("settings/", account.settings, name="settings"),
    path("handle/", account.handle, name="handle"),
    path("language/", account.language, name="language"),
    path("mailbox/", letters.mailbox, name="mailbox"),
    path("mailbox/<int:number>/", letters.mailbox, name="letter"),
    path("mailbox/<int:number>/html/", letters.letter_html, name="letter_html"),
    path("demo/<str:name>/", account.demo_sign_in, name="demo_sign_in"),
]
