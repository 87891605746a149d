"""The fields of Tide of Iron's positions, declared once for the editor, the umpire's hand, readers and the audit."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final

from hexbench.engine.documents.base import words
from hexbench.engine.documents.fields import (
    AT,
    EditableField,
    FieldTable,
    inner,
    of_game,
    on_hex,
    place,
    shown,
)
from hexbench.engine.umpire import Hand
from hexbench.engine.values import Action, Say, say
from hexbench.games.tide_of_iron import concealment
from hexbench.games.tide_of_iron.pieces import (
    AMERICAN,
    DESTROYED,
    FIGURES,
    GERMAN,
    LOST,
    NONE,
    SIDES,
    SLOTS,
    SQUAD,
    TRAYS,
    Unit,
    aboard,
    due,
    figures_of,
)

if TYPE_CHECKING:
    from hexbench.games.tide_of_iron.rules import TiRules
    from hexbench.games.tide_of_iron.seat import TiPlay
    from hexbench.games.tide_of_iron.state import TideOfIron

NATION: Final = {AMERICAN: say("American"), GERMAN: say("German")}
SIDE: Final = tuple(NATION.items())
MEN: Final = {
    "regular": say("Regulars"),
    "elite": say("Elites"),
    "officer": say("Officers"),
    "mg": say("Machine guns"),
    "mortar": say("Mortars"),
}


# ---- units -----------------------------------------------------------------------------------------------------------
def _squad(rules: Any, s: Any, uid: str) -> bool:
    return bool(s.units[uid].squad)


def _vehicle(rules: Any, s: Any, uid: str) -> bool:
    return not s.units[uid].squad


UNITS: Final = FieldTable(
    Unit,
    (
        shown(
            "side",
            say("Side"),
            words=SIDE,
            needed=True,
            hand=False,
            unsaid="that of the base's unit; otherwise needed",
        ),
        shown(
            "name",
            say("Name"),
            face=True,
            hand=False,
            unsaid="the scenario's name; otherwise the id, or a vehicle's kind",
        ),
        shown(
            "type", say("Type"), face=True, hand=False, unsaid="that of the base's unit; otherwise `squad`"
        ),
        place(say("Place"), unsaid="for a unit of `base` its box; otherwise needed"),
        *(
            shown(
                f"figures.{kind}",
                MEN[kind],
                kind="number",
                most=SLOTS,
                face=True,
                drops=True,
                fits=_squad,
                doc="Under `figures`: how many of this kind are on the base.",
                unsaid="without `figures` those of the suggested squad",
            )
            for kind in FIGURES
        ),
        shown(
            "specialization",
            say("Specialization"),
            face=True,
            fits=_squad,
            unsaid="without `figures` that of the suggested squad; with them none",
        ),
        shown("token", say("Token"), words={"": say("fresh")}),
        shown("condition", say("Condition"), words={"": say("normal")}, fits=_squad),
        shown("damage", say("Damage"), words={"": say("none")}, fits=_vehicle),
        shown("shelter", say("In a fortification"), words={"": say("no")}, fits=_squad),
        shown("concealed", say("Concealed"), fits=_squad),
        *inner("lost", "fired_at"),
    ),
)


def known_words(rules: TiRules) -> Mapping[str, tuple[tuple[str, Say], ...]]:
    """The words defined in the tables: types of vehicles and specializations."""
    kinds = dict.fromkeys(key for nation in rules.tables.nations.values() for key in nation.vehicles)
    return {
        "type": ((SQUAD, say("squad")), *words(*kinds)),
        "specialization": (("", say("none")), *words(*rules.tables.specializations)),
    }


# ---- hexes and the game ----------------------------------------------------------------------------------------------
def _marker(key: str, name: Say, **more: Any) -> EditableField:
    return on_hex(f"works.{key}", name, path=("works", "*", key), blank=NONE, **more)


WORKS: Final = (
    _marker("entrenchment", say("Entrenchments"), most=4),
    _marker("pillbox", say("Pillboxes"), most=4),
    _marker("razor_wire", say("Razor wire"), kind="flag"),
    _marker("tank_trap", say("Tank traps"), kind="flag"),
    _marker("minefield", say("Minefield"), kind="flag"),
    _marker("smoke", say("Smoke"), kind="flag"),
)


def control(s: TideOfIron) -> tuple[EditableField, ...]:
    """Who holds each objective."""
    return tuple(
        on_hex(
            f"control.{one.id}",
            say("Control of {objective}", objective=one.title or one.id),
            path=("control", one.id),
            words=(("", say("nobody")), *SIDE),
            only=(one.hex,),
            drops=True,
        )
        for one in s.mission.objectives
    )


def of_the_game(s: TideOfIron) -> tuple[EditableField, ...]:
    """Counters and other state besides the units, with their bounds."""
    counted = (
        ("vp", say("victory points")),
        ("command", say("command")),
        ("pools", say("initiative command")),
    )
    return (
        of_game("round", say("Round"), least=1, most=s.mission.rounds, rule="TI-STA-22"),
        of_game("initiative", say("Initiative"), words=SIDE),
        of_game("sight_limit", rule="TI-SET-06"),
        *(
            of_game(
                f"{key}.{side}",
                say("{side} {what}", side=NATION[side], what=text),
                path=(key, side),
                most=999,
                rule="TI-CMD-13",
            )
            for key, text in counted
            for side in SIDES
        ),
    )


def boxes(rounds: int) -> tuple[tuple[str, Say], ...]:
    """The boxes units can be in, with their names; destroyed units first, the rounds of reinforcements last."""
    return (
        (DESTROYED, say("destroyed")),
        (LOST, say("lost")),
        *((TRAYS[side], say("{side}: to be placed", side=NATION[side])) for side in SIDES),
        *(
            (due(side, n), say("{side}, round {n}", side=NATION[side], n=n))
            for side in SIDES
            for n in range(1, rounds + 1)
        ),
    )


class TiHand(Hand):
    """See :class:`hexbench.engine.umpire.Hand`."""

    def fields(self, rules: TiRules, s: TideOfIron) -> tuple[EditableField, ...]:
        """All fields, in the order in which they are shown."""
        counted = (one for one in of_the_game(s) if one.shown)
        return (*UNITS.hand(**known_words(rules)), *control(s), *WORKS, *counted)

    def boxes(self, rules: TiRules, s: TideOfIron) -> tuple[str, ...]:
        """All boxes, and the insides of vehicles."""
        riding = (aboard(uid) for uid, unit in s.units.items() if not unit.squad and unit.on_map)
        return (*(at for at, _ in boxes(s.mission.rounds)), *riding)

    def amended(self, play: TiPlay, action: Action) -> None:
        """Keep figures in order, clear the tokens of units that leave the map, and keep the handles of concealed squads."""
        for uid in action.subject:
            if uid not in play.units:
                continue
            unit = play.units[uid]
            if action.how == AT:
                play.put(uid, shelter="")
                if not unit.on_map:
                    token = unit.token if unit.inside else ""
                    play.put(uid, token=token, condition="", concealed=False, fired_at=())
            elif action.how.startswith("figures."):
                play.put(uid, figures=figures_of(unit.figures))
            if play.units[uid].squad:
                concealment.keep(play, uid)
