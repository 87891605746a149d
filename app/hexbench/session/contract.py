"""An invitation as a contract: what of it is taken over, and every term that differs from what ships.

Somebody else wrote it. So of its header only the game, the scenario, the options, the tables, the map and their digests are
taken; who plays what, study mode, dice, titles and whatever else a save may say come from here. The digests are held against
what this computer reckons from what it has, and what is not as it ships is told before anybody agrees.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from hexbench.engine.options import options_of
from hexbench.engine.values import Say, say
from hexbench.session.game import Bound, Catalogue, LoadedScenario
from hexbench.session.opening import bind_header, header_of, with_own_of
from hexbench.store.customs import brief
from hexbench.store.saves import SaveHeader
from hexbench.store.strict import BadFile

MOST = 12
"""Sentences about one invitation; what is more is counted."""


def taken(catalogue: Catalogue, header: SaveHeader, file: str = "") -> tuple[SaveHeader, LoadedScenario]:
    """The header that is played with here, and the scenario bound to what it names. Raises BadFile where the two differ."""
    bound = bind_header(catalogue, header, file)
    if header.rules_version != bound.game.rules_version:
        raise BadFile("the other player has another version of the rules: use the same Hexbench.", file)
    if (header.map_digest, header.tables_digest) != (bound.map_digest, bound.tables_digest):
        raise BadFile("the other player has another map or other tables: use the same Hexbench.", file)
    loaded = with_own_of(catalogue, header, file).load_scenario(header.game, header.scenario, header.options)
    if header.sheet is not None and loaded.bound.map_digest != bound.map_digest:
        loaded = LoadedScenario(bound, loaded.info, loaded.scenario, loaded.position, loaded.catalogue)
    mine = replace(header_of(loaded), dice="mail", sheet=header.sheet, own=header.own)
    if (mine.map_digest, mine.tables_digest) != (header.map_digest, header.tables_digest):
        raise BadFile("the other player has another map or other tables: use the same Hexbench.", file)
    return mine, loaded


def terms(catalogue: Catalogue, header: SaveHeader, file: str = "") -> tuple[Say, ...]:
    """What is not as it ships, a sentence each; none: all of it is. Raises BadFile."""
    mine, loaded = taken(catalogue, header, file)
    plain = catalogue.with_own(None).load_scenario(header.game, header.scenario)
    out = [*_map(plain.bound, loaded.bound, mine), *_tables(mine), *_options(plain.bound, loaded.bound)]
    if header.players or header.study or header.dice != "mail":
        out.append(say("The invitation asks for more than a game by mail can be: that is left out."))
    if len(out) > MOST:
        out = [*out[:MOST], say("And {n} more.", n=len(out) - MOST)]
    return tuple(out)


def _map(plain: Bound, bound: Bound, header: SaveHeader) -> list[Say]:
    if header.sheet is None and plain.map_digest == bound.map_digest:
        return []
    sheet, ours = bound.sheet, plain.rules.atlas.sheet
    if sheet is None or plain.map_digest == bound.map_digest:
        return []
    return [
        say(
            "Its map is not the one that ships but {title}. What differs: hexes {hexes}, hexsides {sides}, roads {roads}, zones {zones}, lines {lines}.",
            title=brief(sheet.title),
            hexes=_apart(sheet.cells, ours.cells),
            sides=_apart({one.side: one for one in sheet.hexsides}, {one.side: one for one in ours.hexsides}),
            roads=_apart({one.side: one for one in sheet.roads}, {one.side: one for one in ours.roads}),
            zones=_apart(sheet.zones, ours.zones),
            lines=_apart({one.name: one for one in sheet.lines}, {one.name: one for one in ours.lines}),
        )
    ]


def _apart(theirs: Mapping[str, Any], ours: Mapping[str, Any]) -> int:
    """How many entries differ, or are in one of the two alone."""
    return sum(theirs.get(key) != ours.get(key) for key in {**theirs, **ours})


def _tables(header: SaveHeader) -> list[Say]:
    if header.own is None:
        return []
    tables: Mapping[str, Any] = header.own.get("tables") or {}
    scenario: Mapping[str, Any] = header.own.get("scenario") or {}
    out = [say("The table {name} is the other player's own.", name=brief(name)) for name in tables]
    for name, given in scenario.items():
        n = len(given) if isinstance(given, dict) else 1
        text = say(
            "The set-up is changed in {name}: 1 entry."
            if n == 1
            else "The set-up is changed in {name}: {n} entries.",
            name=brief(name),
            n=n,
        )
        out.append(text)
    return out


def _options(plain: Bound, bound: Bound) -> list[Say]:
    out = []
    for one in options_of(bound.game.Options):
        ours, theirs = getattr(plain.options, one.key, None), getattr(bound.options, one.key, None)
        if ours != theirs:
            out.append(
                say(
                    "{option}: {theirs} (as it ships: {ours})",
                    option=Say(one.title),
                    theirs=Say(one.reading(theirs)) if one.readings else _word(theirs),
                    ours=Say(one.reading(ours)) if one.readings else _word(ours),
                )
            )
    return out


def _word(value: object) -> Say | str:
    if isinstance(value, bool):
        return say("yes") if value else say("no")
    return brief(str(value))
