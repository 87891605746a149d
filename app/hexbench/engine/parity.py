"""What a game can offer beyond its rules, and how it declares that it does not offer something.

Every game either has a capability or declares in :attr:`Rules.without`, with one sentence, that it lacks it. In this way a
feature built for one game is not forgotten in the others, and users who ask for it are told why it is missing.
``tests/test_parity.py`` enforces this for all games and toys; ``docs/games.md`` is the resulting table, made from the code.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from hexbench.engine.values import Say, say

if TYPE_CHECKING:
    from hexbench.engine.rules import GameDef, Rules


class Capability(NamedTuple):
    """One thing a game may offer: its key, what it is, and how the code tells whether a game has it."""

    key: str
    what: str
    has: Callable[[GameDef, Rules[Any, Any, Any]], bool]


def _sits(*methods: str) -> Callable[[Any, Rules[Any, Any, Any]], bool]:
    """The game's seats have these methods of their own."""
    return lambda _game, rules: all(rules.seat_type.made(method) for method in methods)


def _game(attribute: str) -> Callable[[Any, Rules[Any, Any, Any]], bool]:
    """The game's entry has it."""
    return lambda game, _rules: getattr(game, attribute, None) is not None


def _draws(*kinds: str) -> Callable[[Any, Rules[Any, Any, Any]], bool]:
    """The game's seats draw all of these overlays; which overlays exist does not depend on the position."""
    return lambda _game, rules: (
        {*kinds} <= {one.kind for one in object.__new__(rules.seat_type).overlays()}
        and rules.seat_type.made("overlay")
    )


def _supply(game: Any, rules: Rules[Any, Any, Any]) -> bool:
    from hexbench.engine.rules import Rules as Plain

    drawn = _draws("supply", "supply_unit", "supply_net")
    return type(rules).supplies is not Plain.supplies and drawn(game, rules)


def _zones(game: Any, rules: Rules[Any, Any, Any]) -> bool:
    return _draws("zones")(game, rules) or _draws("enemy_zoc", "own_zoc", "both_zoc")(game, rules)


def _umpire(game: Any, rules: Rules[Any, Any, Any]) -> bool:
    from hexbench.engine.rules import Rules as Plain

    return type(rules).editable is not Plain.editable or type(rules.hand) is not type(Plain.hand)


NO_CALCULATOR: Final = say("This game's combats can only be calculated on its map.")
_NO_RISKS: Final = say("The outcome of an attack is not calculated in advance in this game.")
NO_SUPPLY: Final = say("Units need no supply in this game.")
NO_ZONES: Final = say("Units have no zones of control in this game.")
NO_DATE: Final = say("Turns have no date and no weather in this game.")

CAPABILITIES: Final = (
    Capability("umpire", "The umpire's hand can change more of a position than the places of units", _umpire),
    Capability(
        "what_if", "Possible attacks are ranked, and can be built as hypothetical attacks", _sits("what_if")
    ),
    Capability("reach", "A unit's reach is drawn", _draws("reach")),
    Capability("route", "The route to the hex pointed at is drawn, with its cost", _draws("route")),
    Capability("zones", "Zones of control are drawn", _zones),
    Capability("threat", "The units that could attack a hex next turn are drawn", _draws("threat")),
    Capability("front", "The front line is drawn", _draws("front")),
    Capability("supply", "Supply lines are traced and drawn, and can be cut hypothetically", _supply),
    Capability("risks", "A unit's risk next turn is shown, and the reach of an enemy", _sits("risks")),
    Capability("weighed", "Table cells light up while a move is considered", _sits("weighed")),
    Capability("headline", "Date and weather at the top", _sits("headline")),
    Capability("results", "Result codes are explained in words", _sits("result")),
    Capability("inspect", "Pages about units and hexes", _sits("facts")),
    Capability("panels", "Tracks, tables and docks of its own", _sits("panels")),
    Capability("overlays", "Overlays", _sits("overlays", "overlay")),
    Capability("compose", "Positions are read from a description", _game("compose")),
    Capability("editing", "Scenarios, tables and maps are edited", _game("editing")),
    Capability("calculator", "Combats can be calculated without a map", _game("calculator")),
    Capability(
        "opponent",
        "An opponent that thinks",
        lambda game, _rules: any(key not in ("random", "default") for key in game.opponents),
    ),
)
"""Every capability, in the order the table of the games shows them."""


def offered(game: GameDef, rules: Rules[Any, Any, Any]) -> tuple[str, ...]:
    """The keys of the capabilities a game has."""
    return tuple(one.key for one in CAPABILITIES if one.has(game, rules))


def wrong(game: GameDef, rules: Rules[Any, Any, Any]) -> tuple[str, ...]:
    """The declarations that a game gets wrong, a sentence each; empty when all are right."""
    has, out = offered(game, rules), []
    known = {one.key for one in CAPABILITIES}
    for one in CAPABILITIES:
        if one.key in has and one.key in rules.without:
            out.append(f"{game.key}: has {one.key} and says that it has none.")
        if one.key not in has and one.key not in rules.without:
            out.append(f"{game.key}: has no {one.key} ({one.what}) and does not say so in Rules.without.")
    out += [
        f"{game.key}: nothing that a game may be without is called {key}."
        for key in rules.without
        if key not in known
    ]
    return tuple(out)


_OVERLAYS: Final = {
    **{kind: kind for kind in ("reach", "route", "threat", "front", "zones")},
    **dict.fromkeys(("enemy_zoc", "own_zoc", "both_zoc", "foe_free"), "zones"),
    **dict.fromkeys(("supply", "supply_unit", "supply_net"), "supply"),
}
"""Kind of overlay -> the capability a game needs to draw it."""


def undrawn(rules: Rules[Any, Any, Any], kind: str) -> Say | None:
    """Why this game does not draw a kind of overlay, if that is due to a capability it declares to lack."""
    return lacks(rules, _OVERLAYS.get(kind, kind))


def lacks(rules: Rules[Any, Any, Any], capability: str) -> Say | None:
    """Why this game lacks a capability, if it declares so; None: it has it."""
    return rules.without.get(capability)
