"""The request of the engine protocol that reckons a combat on no map, with the calculator of a game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hexbench.engine.calculator import Blank, Entry, Sheet
from hexbench.session import requests as rq
from hexbench.session.faults import Answer, Bad
from hexbench.session.plain import plain
from hexbench.store.customs import brief

if TYPE_CHECKING:
    from hexbench.session.game import Catalogue


def known_game(catalogue: Catalogue, game: str) -> None:
    """Raises Bad for a game there is not."""
    if game not in catalogue.games:
        known = ", ".join(catalogue.games) or "none"
        raise Bad("data", f'There is no game "{brief(game)}" in this Hexbench; it has {known}.', path="game")


def calculate(catalogue: Catalogue, request: rq.Calculate) -> Answer:
    """The blank of a game's calculator, or the answer to a sheet. Raises Bad."""
    known_game(catalogue, request.game)
    calculator = catalogue.calculator(request.game)
    if calculator is None:
        raise Bad("data", f"{catalogue.games[request.game].title} has no calculator.", path="game")
    blank = calculator.blank()
    if request.settings is None and request.units is None:
        return {"blank": plain(blank)}
    _check(blank, request)
    sheet = Sheet(
        settings=tuple((key, str(value)) for key, value in (request.settings or {}).items()),
        entries=tuple(
            Entry(
                party=one.party,
                kind=one.kind,
                values=tuple((key, str(value)) for key, value in one.values.items()),
            )
            for one in request.units or ()
        ),
    )
    if not request.rolled:
        return {"answer": plain(calculator.reckon(sheet))}
    try:
        return {"answer": plain(calculator.resolve(sheet, request.rolled))}
    except ValueError as fault:
        raise Bad("numbers", str(fault), path="rolled") from None


def _check(blank: Blank, request: rq.Calculate) -> None:
    """Everything named must be on the blank."""
    fields = {field.key: field for field in blank.settings}
    parties = {party.key: {field.key: field for field in party.fields} for party in blank.parties}
    filled = [(f"settings.{key}", key, value, fields) for key, value in (request.settings or {}).items()]
    for n, one in enumerate(request.units or ()):
        if one.party not in parties:
            known = ", ".join(parties)
            raise Bad(
                "request",
                f"There is no party {brief(one.party)}; there are {known}.",
                path=f"units[{n}].party",
            )
        filled += [(f"units[{n}].values.{k}", k, v, parties[one.party]) for k, v in one.values.items()]
    for path, key, value, known_fields in filled:
        field = known_fields.get(key)
        if field is None:
            raise Bad(
                "request",
                f"There is no {brief(key)} to fill in; there are {', '.join(known_fields)}.",
                path=path,
            )
        if field.choices and str(value) not in field.choices:
            raise Bad("request", f"{field.title} is one of {', '.join(field.choices)}.", path=path)
        if field.most > field.least and not _within(value, field.least, field.most):
            raise Bad("request", f"{field.title} is a number from {field.least} to {field.most}.", path=path)


def _within(value: str | int, least: int, most: int) -> bool:
    text = str(value)
    return text.isdecimal() and least <= int(text) <= most
