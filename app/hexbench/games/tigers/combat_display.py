"""What the docks and the map show of combat: the combat dock, the results table with its lights, the zones' effects."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hexbench.engine.display import Field, Form, Legend, Light, Overlay, Table, Trail
from hexbench.engine.values import say
from hexbench.games.tigers import results
from hexbench.games.tigers.allocate import Allocate
from hexbench.games.tigers.combat_accounts import CRT, lights_of
from hexbench.games.tigers.combat_board import board
from hexbench.games.tigers.combat_forecast import thought_of
from hexbench.games.tigers.combat_stages import in_progress
from hexbench.games.tigers.odds import Reckoning

if TYPE_CHECKING:
    from hexbench.engine.display import Panel
    from hexbench.games.tigers.hands import TgSeat
    from hexbench.games.tigers.works import Attack

__all__ = ["board", "combats", "panels", "results_table", "what_if", "zones_table"]


def panels(seat: TgSeat) -> tuple[Panel, ...]:
    """The docks of combat."""
    return board(seat), results_table(seat), zones_table(seat), what_if()


def what_if() -> Form:
    """Strengths and a net shift to try out; ``forecast`` answers it."""
    fields = (
        Field("attack", say("Attack"), "6", (), 1, 99),
        Field("defence", say("Defense"), "3", (), 1, 99),
        Field("shift", say("Net shift"), "0", (), -6, 6),
    )
    return Form("what_if", say("Odds of an attack"), fields)


# ---- the results table -----------------------------------------------------------------------------------------------
def results_table(seat: TgSeat) -> Table:
    """The Combat Results Table by the die as it falls. For the combat at hand, or the last attack drafted: its column
    before and after the shifts, and the cell once the die is cast.
    """
    table = seat.rules.tables.results
    index_a = seat.rules.options.die_index == "A"
    rows = tuple((str(n), tuple(table.rows[str(n if index_a else 7 - n)])) for n in range(1, 7))
    found, row = focus(seat)
    lights: tuple[Light, ...] = ()
    lit: tuple[tuple[int, int], ...] = ()
    if found is not None:
        lights = lights_of(seat, found, row)
        lit = tuple(
            dict.fromkeys((one.row, one.column) for one in lights if one.row >= 0 and one.column >= 0)
        )
    title = say("Combat results")
    return Table(
        CRT, title, table.columns, rows, lit, rule="TG-CRT-01", lights=lights, results=(results.ATTACK,)
    )


def focus(seat: TgSeat) -> tuple[Reckoning | None, int]:
    """(reckoning, row of the die or 0) of the combat at hand, or of the last attack drafted, or of the first that waits."""
    battle = in_progress(seat)
    if battle is not None:
        attack = battle.attack
        return battle.reckoning or thought_of(seat, attack.attackers, attack.targets), battle.row
    step = seat.step
    if isinstance(step, Allocate) and step.plans and seat.decides:
        return thought_of(seat, step.plans[-1].attackers, step.plans[-1].targets), 0
    if seat.s.attacks:
        return thought_of(seat, seat.s.attacks[0].attackers, seat.s.attacks[0].targets), 0
    return None, 0


# ---- zones of control ------------------------------------------------------------------------------------------------
def zones_table(seat: TgSeat) -> Table:
    """What each strength of a zone does to each kind of step (TG-ZOC-20..40)."""
    zones = seat.rules.tables.zones
    rows = (
        ("Enter", tuple(effects.enter for effects in zones.values())),
        ("Leave", tuple(effects.leave for effects in zones.values())),
        ("Zone to zone", tuple(effects.gap for effects in zones.values())),
        ("Within one", tuple(effects.slide for effects in zones.values())),
        ("Combat", tuple(effects.combat for effects in zones.values())),
        ("Supply", tuple(effects.supply for effects in zones.values())),
    )
    columns = tuple(str(name) for name in zones)
    return Table("zones", say("Zones of control"), columns, rows, rule="TG-ZOC-36")


# ---- the attacks on the map ------------------------------------------------------------------------------------------
def combats(seat: TgSeat) -> Overlay:
    """A line from every attacking hex to every hex it attacks, for all attacks known and not yet resolved."""
    known: list[Attack] = list(seat.s.attacks)
    for step in seat.s.stack:
        if isinstance(step, Allocate):
            known += step.plans
    battle = in_progress(seat)
    if battle is not None:
        known.append(battle.attack)
    lines = dict.fromkeys(
        (seat.s.units[u].at, at) for attack in known for u in attack.attackers for at in attack.targets
    )
    near = seat.rules.atlas.near
    trails = tuple(Trail(line, "attack", short=True) for line in lines if line[1] in near.get(line[0], ()))
    legend = (Legend("attack", say("allocated attack")),)
    return Overlay("combats", say("Allocated attacks"), (), trails, legend=legend)
