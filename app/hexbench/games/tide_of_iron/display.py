"""What Tide of Iron shows on the map: squads with the figures on their bases, vehicles, and markers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from hexbench.engine.display import Chip, Face, Mark
from hexbench.engine.values import Say, counted, listed, say
from hexbench.games.tide_of_iron.pieces import FIGURES, HANDLE, SLOTS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hexbench.games.tide_of_iron.pieces import Unit, Works
    from hexbench.games.tide_of_iron.seat import TiSeat
    from hexbench.games.tide_of_iron.state import Objective

PICTURES: Final = {
    "m4a1_sherman": "medium_tank",
    "panzer_iv": "long_gun_tank",
    "tiger_i": "heavy_tank",
    "m3a1_halftrack": "half_track",
    "sdkfz_251": "half_track",
    "gmc_cckw_353": "lorry",
    "opel_blitz": "lorry",
}
"""vehicle -> its picture; any other is shown by its symbol."""
LETTERS: Final = {"engineer": "E", "anti_tank": "AT", "flamethrower": "F", "medic": "+"}


def face(seat: TiSeat, uid: str) -> Face | None:
    """The counter of a unit; None for a concealed unit that this seat sees only as a handle."""
    unit = seat.s.units.get(uid)
    if unit is None or unit.at == "#unseen":
        return None
    side = seat.rules.side_name(unit.side)
    if unit.type == HANDLE:
        return Face(
            unit=uid,
            side=unit.side,
            title=say("{side} squad, concealed", side=side),
            colour=unit.side,
            symbol="infantry",
            hidden=True,
            group=side,
        )
    return _squad(seat, uid, unit, side) if unit.squad else _vehicle(seat, uid, unit, side)


def _squad(seat: TiSeat, uid: str, unit: Unit, side: str) -> Face:
    figures = seat.rules.tables.nations[unit.side].figures
    crew = tuple(kind for kind in FIGURES for _ in range(unit.figures.get(kind, 0)))
    fpr = sum(
        n * gun.fpr for kind, n in unit.figures.items() if (gun := figures[kind].inf or figures[kind].normal)
    )
    speed = min((figures[kind].mv for kind in unit.figures), default=0) + unit.has("officer")
    return Face(
        unit=uid,
        side=unit.side,
        title=say("{side} squad {name}", side=side, name=unit.name),
        colour=unit.side,
        symbol="infantry",
        crew=crew,
        room=SLOTS,
        name=unit.name,
        letter=LETTERS.get(unit.specialization, ""),
        box="specialization" if unit.specialization else "",
        left=str(fpr),
        right=str(speed),
        steps=(unit.men, unit.men + unit.lost),
        spent=unit.token == "fatigued",
        marks=tuple(_marks(unit)),
        group=f"{side}/squads",
    )


def _vehicle(seat: TiSeat, uid: str, unit: Unit, side: str) -> Face:
    printed = seat.rules.vehicle(unit)
    riders = len(seat.board.passengers(uid))
    marks = list(_marks(unit))
    if riders:
        marks.append(
            Mark(
                "passengers",
                str(riders),
                counted(riders, say("1 squad inside"), say("{n} squads inside", n=riders)),
                "TI-TRN-01",
            )
        )
    speed = 0 if unit.damage == "heavy" else printed.mv - (unit.damage == "light")
    symbol = PICTURES.get(unit.type, "armor" if printed.tank else "truck")
    armed = printed.inf.fpr or printed.veh.fpr
    return Face(
        unit=uid,
        side=unit.side,
        title=say("{side} {name}", side=side, name=printed.name),
        colour=unit.side,
        symbol=symbol,
        name=unit.name or printed.name,
        left=f"{printed.inf.fpr}/{printed.veh.fpr}" if armed else "",
        right=str(speed),
        spent=unit.token == "fatigued",
        marks=tuple(marks),
        group=f"{side}/vehicles",
    )


def _marks(unit: Unit) -> Iterator[Mark]:
    """Tokens and conditions, the most important first, because a small counter shows only the first ones."""
    if unit.condition == "pinned":
        yield Mark("pinned", "P", say("Pinned"), "TI-CON-01")
    elif unit.condition == "disrupted":
        yield Mark("disrupted", "D", say("Disrupted"), "TI-CON-05")
    if unit.damage == "light":
        yield Mark("light_damage", "L", say("Lightly damaged"), "TI-ATK-23")
    elif unit.damage == "heavy":
        yield Mark("heavy_damage", "H", say("Heavily damaged"), "TI-ATK-24")
    if unit.token == "op_fire":
        yield Mark("op_fire", "O", say("In op fire mode"), "TI-ACT-05")
    elif unit.token == "fatigued":
        yield Mark("fatigued", "F", say("Fatigued"), "TI-SEQ-07")
    if unit.shelter == "entrenchment":
        yield Mark("entrenched", "E", say("In an entrenchment"), "TI-FORT-07")
    elif unit.shelter == "pillbox":
        yield Mark("pillbox", "B", say("In a pillbox"), "TI-FORT-08")
    if unit.concealed:
        yield Mark("concealed", "C", say("Concealed"), "TI-CNC-02")


def chips(seat: TiSeat) -> tuple[Chip, ...]:
    """Objectives with the side that controls them, fortifications, obstacles, smoke."""
    out = [_objective(seat, objective) for objective in seat.s.mission.objectives]
    for hex_, works in seat.s.works.items():
        out.extend(_works(hex_, works))
    return tuple(out)


def _objective(seat: TiSeat, objective: Objective) -> Chip:
    owner = seat.s.control.get(objective.id)
    held = (
        say("controlled by the {side}s", side=seat.rules.side_name(owner)) if owner else say("uncontrolled")
    )
    worth: Say = say("")
    income = objective.command
    if objective.vp_per_round:
        rows = objective.vp_per_round.items()
        each = listed([say("{side} {n}", side=seat.rules.side_name(side), n=n) for side, n in rows])
        worth = say("; victory points per round: {each}", each=each)
    if income is not None:
        anyone = income.side == "neutral"
        of = say("either side") if anyone else say("the {side}s", side=seat.rules.side_name(income.side))
        worth = say("{worth}; {n} command per round for {of}", worth=worth, n=income.amount, of=of)
    text = say(
        "Objective {title}, {held}{worth}", title=objective.title or objective.id, held=held, worth=worth
    )
    return Chip(f"objective.{owner}" if owner else "objective", objective.hex, "", text, "TI-CMD-01")


def _works(hex_: str, works: Works) -> Iterator[Chip]:
    if works.smoke:
        yield Chip("smoke", hex_, "", say("Smoke: blocks sight, cover 2, half firepower"), "TI-SMK-01")
    if works.entrenchment:
        n = str(works.entrenchment) if works.entrenchment > 1 else ""
        yield Chip("entrenchment", hex_, n, say("Entrenchments: {n}", n=works.entrenchment), "TI-FORT-07")
    if works.pillbox:
        n = str(works.pillbox) if works.pillbox > 1 else ""
        yield Chip("pillbox", hex_, n, say("Pillboxes: {n}", n=works.pillbox), "TI-FORT-08")
    if works.razor_wire:
        yield Chip("razor_wire", hex_, "", say("Razor wire"), "TI-FORT-09")
    if works.tank_trap:
        yield Chip("tank_trap", hex_, "", say("Tank trap"), "TI-FORT-15")
    if works.minefield:
        yield Chip("minefield", hex_, "", say("Minefield"), "TI-FORT-19")
