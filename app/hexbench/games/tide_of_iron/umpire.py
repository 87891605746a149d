"""What the umpire's hand may change in Tide of Iron, and what hangs on it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from hexbench.engine.documents.fields import AT, EditableField
from hexbench.engine.values import Action, Say, say
from hexbench.games.tide_of_iron import veil
from hexbench.games.tide_of_iron.pieces import (
    DESTROYED,
    FIGURES,
    LOST,
    SIDES,
    SLOTS,
    TRAYS,
    aboard,
    due,
    figures_of,
)
from hexbench.games.tide_of_iron.works import NONE, OBSTACLES

if TYPE_CHECKING:
    from hexbench.games.tide_of_iron.hands import TiPlay
    from hexbench.games.tide_of_iron.rules import TiRules
    from hexbench.games.tide_of_iron.state import TideOfIron


def _squad(rules: Any, s: Any, uid: str) -> bool:
    return bool(s.units[uid].squad)


def _vehicle(rules: Any, s: Any, uid: str) -> bool:
    return not s.units[uid].squad


def _choice(key: str, text: Say, choices: tuple[tuple[str, Say], ...], fits: Any = None) -> EditableField:
    return EditableField(
        key=key, of="unit", name=text, path=("units", "*", key), kind="choice", choices=choices, fits=fits
    )


NOTHING: Final = ("", say("none"))
FIGURE: Final = {
    "regular": say("Regular figures"),
    "elite": say("Elite figures"),
    "officer": say("Officers"),
    "mg": say("Machine-gun crews"),
    "mortar": say("Mortar crews"),
}
NATION: Final = {"american": say("American"), "german": say("German")}
UNITS: Final = (
    _choice(
        "token",
        say("Token"),
        (("", say("fresh")), ("fatigued", say("fatigued")), ("op_fire", say("op fire"))),
    ),
    _choice(
        "condition",
        say("Condition"),
        (("", say("normal")), ("pinned", say("pinned")), ("disrupted", say("disrupted"))),
        _squad,
    ),
    _choice(
        "damage",
        say("Damage"),
        (NOTHING, ("light", say("light")), ("heavy", say("heavy"))),
        _vehicle,
    ),
    _choice(
        "shelter",
        say("In a fortification"),
        (("", say("no")), ("entrenchment", say("entrenchment")), ("pillbox", say("pillbox"))),
        _squad,
    ),
    EditableField(
        key="concealed",
        of="unit",
        name=say("Concealed"),
        path=("units", "*", "concealed"),
        kind="flag",
        fits=_squad,
    ),
    *(
        EditableField(
            key=f"figures.{kind}",
            of="unit",
            name=FIGURE[kind],
            path=("units", "*", "figures", kind),
            most=SLOTS,
            drops=True,
            fits=_squad,
        )
        for kind in FIGURES
    ),
)
MARKER: Final = {
    "entrenchment": say("Entrenchments"),
    "pillbox": say("Pillboxes"),
    "razor_wire": say("Razor wire"),
    "tank_trap": say("Tank traps"),
    "minefield": say("Minefield"),
    "smoke": say("Smoke"),
}
HEXES: Final = (
    *(
        EditableField(
            key=f"works.{kind}", of="hex", name=MARKER[kind], path=("works", "*", kind), most=4, blank=NONE
        )
        for kind in ("entrenchment", "pillbox")
    ),
    *(
        EditableField(
            key=f"works.{kind}",
            of="hex",
            name=MARKER[kind],
            path=("works", "*", kind),
            kind="flag",
            blank=NONE,
        )
        for kind in (*OBSTACLES, "smoke")
    ),
)


def editable(rules: TiRules, s: TideOfIron) -> tuple[EditableField, ...]:
    """Everything, in the order in which it is shown."""
    special = _choice(
        "specialization",
        say("Specialization"),
        (
            NOTHING,
            *((key, say("{name}", name=key.replace("_", " "))) for key in rules.tables.specializations),
        ),
        _squad,
    )
    sides = tuple((side, NATION[side]) for side in SIDES)
    control = tuple(
        EditableField(
            key=f"control.{one.id}",
            of="hex",
            name=say("Control of {objective}", objective=one.title or one.id),
            path=("control", one.id),
            kind="choice",
            choices=(("", say("nobody")), *sides),
            only=(one.hex,),
            drops=True,
        )
        for one in s.mission.objectives
    )
    game = [
        EditableField(
            key="round", of="game", name=say("Round"), path=("round",), least=1, most=s.mission.rounds
        ),
        EditableField(
            key="initiative",
            of="game",
            name=say("Initiative"),
            path=("initiative",),
            kind="choice",
            choices=sides,
        ),
    ]
    for field, text in (
        ("vp", say("victory points")),
        ("command", say("command")),
        ("pools", say("initiative command")),
    ):
        for side in SIDES:
            title = say("{side} {what}", side=NATION[side], what=text)
            game.append(EditableField(key=f"{field}.{side}", of="game", name=title, path=(field, side)))
    return (*UNITS, special, *control, *HEXES, *game)


def boxes(s: TideOfIron) -> tuple[str, ...]:
    """The boxes of the game, and the insides of vehicles."""
    riding = (aboard(uid) for uid, unit in s.units.items() if not unit.squad and unit.on_map)
    later = (due(side, n) for side in SIDES for n in range(1, s.mission.rounds + 1))
    return (DESTROYED, LOST, *TRAYS.values(), *later, *riding)


def amended(play: TiPlay, action: Action) -> None:
    """Figures stay in their order; who leaves the map leaves his tokens; concealed squads have their handles."""
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
            veil.keep(play, uid)
