"""Forms about the player himself: signing up, choosing a handle, settings."""

from __future__ import annotations

import zoneinfo
from datetime import UTC, datetime, time, timedelta
from typing import Any

from django import forms
from django.contrib.auth.models import User
from django.db import IntegrityError, transaction
from django.http import HttpRequest
from django.utils import timezone, translation
from django.utils.translation import gettext_lazy as _

from games.commands import handle_key, valid_handle
from games.models import Profile
from games.models.player import Letters
from games.outbox import health
from games.rules.errors import IllegalAction
from games.rules.state import Orders
from games.web.middleware import zone_of
from games.web.order_forms import Inline, OrdersForm, as_chosen

DEFAULT_ZONE = "Europe/Moscow"
AT_FIRST = {"forced": True}
"""Standing orders of a new player (spec/design.md §12: `forced on` is the default at real tables)."""


class HandleForm(forms.Form):
    """What a player is called, also in commands (spec/commands.md). For a new account allauth calls `signup`."""

    handle = forms.CharField(
        label=_("What shall we call you?"),
        max_length=12,
        help_text=_("1 to 12 letters and digits. The others see it, and it is your name in commands."),
        widget=forms.TextInput(attrs={"autocomplete": "nickname", "autocapitalize": "words", "spellcheck": "false"}),
    )
    zone = forms.CharField(required=False, max_length=64, widget=forms.HiddenInput(attrs={"data-zone": ""}))

    field_order = ["email", "handle", "password1"]

    def clean_handle(self) -> str:
        """A handle that commands can use and nobody else has, whatever alphabet its letters are from."""
        handle = str(self.cleaned_data["handle"]).strip()
        if not valid_handle(handle):
            raise forms.ValidationError(
                _("A name is 1 to 12 letters and digits, and no word of the commands such as “roll” or “pass”.")
            )
        if Profile.objects.filter(handle_key=handle_key(handle)).exists():
            raise forms.ValidationError(_("This name is taken, or looks just like one that is. Choose another one."))
        return handle

    def signup(self, request: HttpRequest, user: User) -> None:
        """Make the player of a new account."""
        self.make_player(user)

    def make_player(self, user: User) -> bool:
        """Make the player of `user`; False when somebody took the handle in this very moment."""
        handle, zone = self.cleaned_data["handle"], self.cleaned_data.get("zone", "")
        try:
            with transaction.atomic():
                Profile.objects.create(
                    user=user,
                    handle=handle,
                    handle_key=handle_key(handle),
                    language=translation.get_language() or "ru",
                    orders=AT_FIRST,
                    zone=zone if zone and zone_of(zone) else DEFAULT_ZONE,
                )
        except IntegrityError:
            return False
        return True


def _zones() -> list[tuple[str, str]]:
    """Every zone with a city's name, with what it is now: `Europe/Moscow (UTC+3)`, by offset."""
    now = timezone.now()
    names = [
        name for name in zoneinfo.available_timezones() if "/" in name and not name.startswith(("Etc/", "SystemV/"))
    ]
    rows = sorted((_offset(name, now), name) for name in names)
    return [("UTC", "UTC"), *((name, f"{name.replace('_', ' ')} (UTC{offset:+g})") for offset, name in rows)]


def _offset(name: str, now: datetime) -> float:
    """Hours that the zone is ahead of UTC now."""
    shift = now.astimezone(zoneinfo.ZoneInfo(name)).utcoffset()
    return shift.total_seconds() / 3600 if shift else 0.0


SETTINGS = ["language", "zone", "theme", "mirrored", "letters", "letters_after", "auto_vacation"]


class SettingsForm(OrdersForm, forms.ModelForm[Profile]):
    """Language, zone, looks, letters, and the standing orders taken to every new table."""

    zone = forms.ChoiceField(label=_("Time zone"), choices=_zones)
    language = forms.ChoiceField(label=_("Language"), choices=[("ru", "Русский"), ("en", "English")], widget=Inline)
    theme = forms.ChoiceField(
        label=_("Colours"),
        choices=[("auto", _("as the device")), ("light", _("light")), ("dark", _("dark"))],
        widget=Inline,
    )
    mirrored = forms.BooleanField(label=_("My home on the left of the board"), required=False)
    letters = forms.ChoiceField(
        label=_("Letters about my tables"),
        choices=[
            (Letters.AT_ONCE, _("at once")),
            (Letters.WAITING, _("only if I have not answered on the page meanwhile")),
            (Letters.DIGEST, _("one letter a day about all tables, and reminders")),
            (Letters.NONE, _("none: I look in myself")),
        ],
        widget=forms.RadioSelect,
        help_text=_("Sign-in codes come in any case."),
    )
    letters_after = forms.IntegerField(label=_("…after how many minutes"), min_value=1, max_value=1440)
    auto_vacation = forms.BooleanField(
        label=_("Where my time would run out, let a vacation begin by itself"),
        required=False,
        help_text=_("For seven days, if so much is left; once for a question. Not in a chouette."),
    )

    class Meta:
        model = Profile
        fields = SETTINGS

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.initial.update(as_chosen(Orders(**self.instance.orders)))

    def store(self) -> None:
        """Write the settings. Tables that run already keep the orders they have."""
        chosen = self.cleaned_data
        self.instance.orders = self.instance.orders | {
            "auto": chosen["auto"],
            "forced": chosen["forced"] == "on",
            "greedy": chosen["greedy"] == "on",
            "if_doubled": chosen["if_doubled"] or None,
        }
        self.instance.save(update_fields=[*SETTINGS, "orders"])
        if self.instance.mail_paused_at:  # the page says that saving means: my mailbox works again
            health.recovered(self.instance)


class VacationForm(forms.Form):
    """From the first day to the end of the last one, by the player's clock."""

    first = forms.DateField(label=_("First day"), widget=forms.DateInput(attrs={"type": "date"}))
    last = forms.DateField(label=_("Last day"), widget=forms.DateInput(attrs={"type": "date"}))
    ref = forms.CharField(max_length=40, widget=forms.HiddenInput)

    def span(self, player: Profile, now: datetime) -> tuple[datetime, datetime]:
        """The vacation; from `now` on when its first day has begun. Raises `vacation-past`."""
        zone, chosen = zoneinfo.ZoneInfo(player.zone), self.cleaned_data
        # in UTC: between two moments of one zone Python counts by the clock on the wall, also where that is changed
        begins = max(datetime.combine(chosen["first"], time(0), zone).astimezone(UTC), now)
        ends = datetime.combine(chosen["last"] + timedelta(days=1), time(0), zone).astimezone(UTC)
        if ends <= begins:
            raise IllegalAction("vacation-past")
        return begins, ends
