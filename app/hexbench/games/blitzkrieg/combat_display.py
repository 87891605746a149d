"""What the docks and the map show of engagements: the dock, Table 2 with its lights, a form to try odds, lines on the map."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from msgspec.structs import replace

from hexbench.engine.display import Field, Form, Legend, Light, Overlay, Table, Trail
from hexbench.engine.values import say
from hexbench.games.blitzkrieg import fire, odds, results
from hexbench.games.blitzkrieg.combat_accounts import TABLE, lights
from hexbench.games.blitzkrieg.combat_board import board
from hexbench.games.blitzkrieg.combat_forecast import FACES, cell, thought_of
from hexbench.games.blitzkrieg.combat_stages import in_progress
from hexbench.games.blitzkrieg.defining import draft

if TYPE_CHECKING:
    from hexbench.engine.display import Panel
    from hexbench.games.blitzkrieg.seat import BkSeat

__all__ = ["board", "engagements", "panels", "results_table", "what_if"]


def panels(seat: BkSeat) -> tuple[Panel, ...]:
    """The docks of combat."""
    return board(seat), results_table(seat), what_if()


def what_if() -> Form:
    """Strengths to try out; ``forecast`` answers it."""
    fields = (
        Field("attack", say("Attack"), "12", (), 1, 99),
        Field("defence", say("Defence"), "5", (), 1, 99),
    )
    return Form("what_if", say("Odds of an engagement"), fields)


# ---- Table 2 ---------------------------------------------------------------------------------------------------------
def results_table(seat: BkSeat) -> Table:
    """Table 2, losses and movement in one cell. Lit: the column of the engagement at hand, and the cell that fell."""
    columns = seat.rules.tables.combat.columns
    rows = tuple(
        (str(n), tuple(cell(seat.rules, n, column) for column in range(len(columns)))) for n in FACES
    )
    shown = tuple(_lights(seat))
    lit = tuple((one.row, one.column) for one in shown if one.row >= 0 and one.column >= 0)
    title = say("2 Combat results")
    return Table(
        TABLE, title, columns, rows, lit, rule="BK-TAB-02", lights=shown, results=(results.ENGAGEMENT,)
    )


def focus(seat: BkSeat) -> tuple[int, int, str]:
    """(column, die or 0, odds in words) of the battle, else of the one being defined, else of the last engagement; -1: none.

    It is what is lit until somebody looks at another engagement of the dock, which brings lights of its own.
    """
    battle = in_progress(seat)
    if battle is not None:
        return battle.column, battle.roll, battle.odds
    new = draft(seat.s)
    now = thought_of(seat, new.attackers, new.hexes) if new is not None else None
    if now is None and seat.s.engagements:
        now = odds.of(seat.rules, seat.s, seat.board, seat.s.engagements[-1])
    if now is None:
        return -1, 0, ""
    return now.column, 0, f"{now.attack} : {odds.amount(now.defence)}"


def _lights(seat: BkSeat) -> Iterator[Light]:
    column, roll, text = focus(seat)
    if column >= 0:
        yield from lights(seat, column, text, roll)


# ---- Table 1 ---------------------------------------------------------------------------------------------------------
def lit_shots(seat: BkSeat, table: Table) -> Table:
    """Table 1 with the columns of the shots that will be fired when RESOLVE begins (BK-ART-09, BK-ART-11)."""
    s, rules = seat.s, seat.rules
    firing: dict[str, list[str]] = {}
    for gun, target in s.fire.items():
        firing.setdefault(target, []).append(gun)
    names: dict[int, list[str]] = {}
    for target, guns in firing.items():
        shots = [guns] if rules.options.artillery_mode == "combined" else [[gun] for gun in guns]
        for shot in shots:
            column = fire.column_of_shot(rules, s, shot, target, support=False)
            names.setdefault(column, []).append(str(rules.title(s.roster[target])))
    shown = (
        Light(-1, column, "to", say("at {units}", units=", ".join(dict.fromkeys(at))))
        for column, at in sorted(names.items())
    )
    return replace(table, lights=tuple(shown))


# ---- on the map ------------------------------------------------------------------------------------------------------
def engagements(seat: BkSeat) -> Overlay:
    """A line from every attacking hex to every hex it attacks, and from every gun to its target."""
    s = seat.s
    known = [(e.attackers, e.hexes) for e in s.engagements]
    new = draft(s)
    if new is not None:
        known.append((new.attackers, new.hexes))
    battle = in_progress(seat)
    if battle is not None:
        known.append((battle.attackers, battle.engagement.hexes))
    near = seat.rules.atlas.near
    lines = dict.fromkeys((s.units[u].at, at) for units, hexes in known for u in units for at in hexes)
    trails = [Trail(line, "attack", short=True) for line in lines if line[1] in near.get(line[0], ())]
    shots = dict.fromkeys(
        (s.units[gun].at, s.units[other].at)
        for gun, other in (*s.fire.items(), *s.support.items())
        if s.units[gun].on_map and s.units[other].on_map
    )
    trails += [Trail(line, "target") for line in shots if line[0] != line[1]]
    legend = (Legend("attack", say("attacks")), Legend("target", say("artillery fires at, or protects")))
    return Overlay("engagements", say("Engagements and fire"), (), tuple(trails), legend=legend)
