"""11.2-11.7: the arithmetic of a combat. The same code resolves it and forecasts it.

The sentences of the shifts are part of positions in which a combat is under way, and so of their digests: saved games can be
replayed only as long as they are not reworded (``tests/saves/test_kept_words.py``).
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import TYPE_CHECKING, Any, Final

from hexbench.engine import results as ladder
from hexbench.engine.forecast import OddsLine, Shift
from hexbench.engine.values import Value, say
from hexbench.games.iron_tide import chits
from hexbench.games.iron_tide.combatants import Fight, Stand, by_hex, most_guns, printed_factor
from hexbench.games.iron_tide.names import division_name
from hexbench.games.iron_tide.pieces import FOE, GERMAN, Printed
from hexbench.games.iron_tide.restricted import surprise

if TYPE_CHECKING:
    from hexbench.atlas.atlas import Atlas
    from hexbench.games.iron_tide.board import ItBoard
    from hexbench.games.iron_tide.charts import ResultsTable
    from hexbench.games.iron_tide.rules import ItRules


# 11.3: divisional integrity, determined again at each resolution.

_MOST_IN_ATTACK: Final = 2
"""11.3i: shifts of one attack; a defence has one at most (11.3j)."""


def divisions(rules: ItRules, roster: dict[str, Printed]) -> dict[str, tuple[str, ...]]:
    """division -> its regiments that count for integrity, the same all game long (11.3b-c, 11.3m-n)."""

    def make() -> dict[str, tuple[str, ...]]:
        found: dict[str, list[str]] = {}
        for uid, printed in roster.items():
            if printed.integrity and printed.division and printed.size == "regiment":
                found.setdefault(printed.division, []).append(uid)
        return {name: tuple(uids) for name, uids in found.items()}

    return rules.facts.get("divisions", (roster,), make)


def whole(s: Any, regiments: Collection[str], fallen: Collection[str]) -> bool:
    """11.3d: whether every regiment of a division is in play and none is a cadre."""
    units = s.units
    return all(units[u].on_map and not units[u].cadre and u not in fallen for u in regiments)


def shifts(rules: ItRules, s: Any, board: ItBoard, fight: Fight, fallen: Collection[str]) -> Iterator[Shift]:
    """The divisional integrity shifts of both sides."""
    roster = s.roster
    members = divisions(rules, roster)
    n = 0
    for division in dict.fromkeys(roster[u].division for u in fight.attackers):
        regiments = members.get(division, ())
        if (
            n < _MOST_IN_ATTACK
            and any(u in regiments for u in fight.attackers)
            and _attacks(s, board, fight, regiments, fallen)
        ):
            n += 1
            yield Shift("11.3e", say("Integrity of {division}", division=division_name(division)), 1)
    under_attack = _under_attack(s, board, fight)
    for division in dict.fromkeys(roster[u].division for u in under_attack):
        regiments = members.get(division, ())
        if regiments and _defends(s, board, regiments, under_attack, fallen):
            yield Shift("11.3f", say("Integrity of {division}", division=division_name(division)), -1)
            return


def _under_attack(s: Any, board: ItBoard, fight: Fight) -> tuple[str, ...]:
    """All units of the defending hexes, taking part or standing by (8.3d), but none that retreated into them (B70)."""
    foe = FOE[fight.side]
    return tuple(
        u
        for at in fight.hexes
        for u in board.units_at(at)
        if s.units[u].side == foe and not s.units[u].retreated and not s.units[u].fell_back
    )


def _attacks(
    s: Any, board: ItBoard, fight: Fight, regiments: tuple[str, ...], fallen: Collection[str]
) -> bool:
    """11.3e, B14: every regiment of the division is next to a defending hex, and none has retreated (11.3h)."""
    near = board.atlas.near
    return whole(s, regiments, fallen) and all(
        not s.units[u].fell_back and any(at in near[s.units[u].at] for at in fight.hexes) for u in regiments
    )


def _defends(
    s: Any,
    board: ItBoard,
    regiments: tuple[str, ...],
    under_attack: Collection[str],
    fallen: Collection[str],
) -> bool:
    """11.3f-g: a regiment under attack has a partner in its hex or beside it that has not retreated."""
    if not whole(s, regiments, fallen):
        return False
    units = s.units
    steady = [u for u in regiments if not units[u].fell_back and not units[u].retreated]
    return any(
        u in under_attack
        and any(v != u and board.atlas.distance(units[u].at, units[v].at) <= 1 for v in steady)
        for u in steady
    )


_MOST_COMBINED: Final = 6
"""11.41c: combined-arms shifts of one attack."""
WAYS: Final = 36
_FOOT: Final = ("infantry", "mech_infantry", "engineer")


class Part(Value, frozen=True):
    """How the strength of one unit counts: halved or not, then multiplied as its hex is (B61)."""

    unit: str
    half: bool = False
    times: int = 1
    rules: tuple[str, ...] = ()

    def count(self, strength: int) -> int:
        """12.2d, B61: halved by itself, fractions up and at least 1, then multiplied."""
        return max(1, -(-strength // 2) if self.half else strength) * self.times


class Terms(Value, frozen=True, kw_only=True):
    """Everything in a combat that depends on neither chits nor dice."""

    row: str
    parts: tuple[tuple[Part, ...], tuple[Part, ...]]
    """The attacker's, then the defender's."""
    shifts: tuple[Shift, ...]


def terms(rules: ItRules, s: Any, board: ItBoard, fight: Fight, fallen: Collection[str] = ()) -> Terms:
    """Work out a combat up to the chits. ``s`` is a State or a Play; ``fallen`` are regiments that turn out to be cadres
    when they draw (B32).
    """
    cells = [board.atlas.cell(stand.hex) for stand in fight.stands]
    tec = rules.tables.tec
    attack = tuple(_attacker(s, uid) for uid in fight.attackers)
    defence = tuple(part for stand in fight.stands for part in _defenders(rules, s, board, fight, stand))
    return Terms(
        row=rules.tables.crt.best_row([tec.crt_row(cell.terrain) for cell in cells]),
        parts=(attack, defence),
        shifts=tuple(_shifts(rules, s, board, fight, fallen)),
    )


# ---- strengths -------------------------------------------------------------------------------------------------------
def _attacker(s: Any, uid: str) -> Part:
    """12.2b-c, 12.3b: units out of supply and isolated units both attack at half strength."""
    supply = s.units[uid].supply
    if supply == "supplied":
        return Part(uid)
    if supply == "isolated":
        return Part(uid, True, 1, ("12.3b",))
    return Part(uid, True, 1, ("12.2b" if s.roster[uid].mobility == "N" else "12.2c",))


def _defenders(rules: ItRules, s: Any, board: ItBoard, fight: Fight, stand: Stand) -> Iterator[Part]:
    times, rule = multiplier(rules, s, board, fight, stand.hex)
    for uid in stand.units:
        half = s.units[uid].supply == "isolated"
        yield Part(uid, half, times, (*(("12.3b",) if half else ()), *((rule,) if rule else ())))


def multiplier(rules: ItRules, s: Any, board: ItBoard, fight: Fight, at: str) -> tuple[int, str]:
    """11.21a, 11.22a-e, B13: the terrain multiplier of one defending hex, and its clause; only the largest counts."""
    table = rules.tables.defence
    found = [(1, "")]
    behind = _across_rivers(board, s, fight.attackers, at)
    if behind:
        found.append((table.river, "11.21a"))
    if entrenched(s, at, FOE[fight.side]):
        found.append(
            (table.entrenchment_behind_river, "11.22b") if behind else (table.entrenchment, "11.22a")
        )
    if _in_westwall(board, at, FOE[fight.side]):
        found.append((table.westwall_german, "11.22e"))
    times, rule = max(found, key=lambda one: one[0])
    return min(times, table.most), rule


def across_river(atlas: Atlas, start: str, at: str) -> bool:
    """Whether an attack from a hex on an adjacent one crosses a river, bridged or not, a ford or a lake (B12)."""
    direction = atlas.direction(start, at)
    kinds = () if direction is None else atlas.side_kinds.get((atlas.index[start], direction), ())
    return "river" in kinds or "ford" in kinds or "lake" in kinds


def _across_rivers(board: ItBoard, s: Any, attackers: Sequence[str], at: str) -> bool:
    """B12: whether every attacker that counts strength attacks this hex across a river."""
    return bool(attackers) and all(across_river(board.atlas, s.units[uid].at, at) for uid in attackers)


def entrenched(s: Any, at: str, side: str) -> bool:
    """11.22a: whether ``side`` has an entrenchment in a hex."""
    return bool(s.entrenchments.get(at) == side)


def _in_westwall(board: ItBoard, at: str, side: str) -> bool:
    """11.22d-e: whether ``side`` benefits from the Westwall in a hex; only the Germans do."""
    return side == GERMAN and "westwall" in board.atlas.cell(at).features


def base_strength(rules: ItRules, s: Any, uid: str, kind: int | None) -> int:
    """9.0b, 2.31i: the strength of a unit before halving: its chit's, or its printed factor. ``kind`` None: no chit."""
    unit, printed = s.units[uid], s.roster[uid]
    if kind is None or unit.cadre or printed.size != "regiment":
        return printed_factor(s, uid)
    return chits.strength(rules.tables.chits, printed, kind, reduced=unit.reduced)


# ---- shifts (11.76a) -------------------------------------------------------------------------------------------------
def _shifts(rules: ItRules, s: Any, board: ItBoard, fight: Fight, fallen: Collection[str]) -> Iterator[Shift]:
    if surprise(s.turn) and fight.side == GERMAN:
        yield Shift("18.0b", say("Surprise on 16AM"), 1)
    yield from _ground(rules, board, fight)
    yield from combined_arms(s, board, fight)
    yield from _artillery(s, fight)
    if fight.air[0]:
        yield Shift("11.6a", say("Air support of the attacker"), 1)
    if fight.air[1]:
        yield Shift("11.6a", say("Air support of the defender"), -1)
    yield from shifts(rules, s, board, fight, fallen)


def _ground(rules: ItRules, board: ItBoard, fight: Fight) -> Iterator[Shift]:
    """11.21b: one column for a city or town, once in a combat."""
    left = max(rules.tables.tec.shift_left(board.atlas.cell(at).features) for at in fight.hexes)
    if left:
        city = any("city" in board.atlas.cell(at).features for at in fight.hexes)
        yield Shift("11.21b", say("City") if city else say("Town"), -left)


def _artillery(s: Any, fight: Fight) -> Iterator[Shift]:
    """11.5e-g: one column for each supporting unit, up to the limit of the side."""
    most = most_guns(s.turn, fight.side, attacking=True)
    rule = "11.5f" if fight.side == GERMAN else "11.5g"
    if fight.guns[0]:
        yield Shift(rule, say("Artillery of the attacker"), min(most, len(fight.guns[0])))
    if fight.guns[1]:
        yield Shift("11.5e", say("Artillery of the defender"), -min(1, len(fight.guns[1])))


def combined_arms(s: Any, board: ItBoard, fight: Fight) -> Iterator[Shift]:
    """11.4: combined arms. A shift of 0 shows what cancelled the attacker's."""
    stacks = [units for units in by_hex(fight.attackers, s).values() if _attack_stack(s, units)]
    hindrance = _no_combined_arms(s, board, fight)
    if stacks and hindrance is not None:
        yield hindrance
    elif stacks:
        n = min(_MOST_COMBINED, len(stacks))
        one = say("Combined arms of the attacker")
        several = say("Combined arms of the attacker: {n} stacks", n=len(stacks))
        yield Shift("11.41b", several if len(stacks) > 1 else one, n)
    if not any(s.roster[u].type in ("armor", "antitank") for u in fight.attackers) and any(
        _defence_stack(s, stand.units) and _has(s, stand.units, ("armor",)) for stand in fight.stands
    ):
        yield Shift("11.42c", say("Combined arms with armor in the defence, against none"), -1)


def _no_combined_arms(s: Any, board: ItBoard, fight: Fight) -> Shift | None:
    foe = FOE[fight.side]
    for stand in fight.stands:
        if entrenched(s, stand.hex, foe):
            return Shift(
                "11.22c", say("No combined arms against the entrenchment in {hex}", hex=stand.hex), 0
            )
        if _in_westwall(board, stand.hex, foe):
            return Shift("11.44a", say("No combined arms against the Westwall in {hex}", hex=stand.hex), 0)
        if _defence_stack(s, stand.units):
            return Shift(
                "11.42a", say("Combined arms in {hex} cancel those of the attacker", hex=stand.hex), 0
            )
    return None


def _has(s: Any, units: Sequence[str], types: Sequence[str]) -> bool:
    return any(s.roster[u].type in types for u in units)


def _american_mech(s: Any, units: Sequence[str]) -> bool:
    """11.45a-b: US mechanized infantry has combined arms by itself, as a cadre too."""
    return any(s.roster[u].type == "mech_infantry" and s.roster[u].nationality == "us" for u in units)


def _attack_stack(s: Any, units: Sequence[str]) -> bool:
    """11.41a: armor with infantry, mechanized infantry or engineers, all from one hex and all attacking (B15)."""
    return _american_mech(s, units) or (_has(s, units, ("armor",)) and _has(s, units, _FOOT))


def _defence_stack(s: Any, units: Sequence[str]) -> bool:
    """11.42b: infantry, mechanized infantry or engineers with armor or anti-tank."""
    return _american_mech(s, units) or (_has(s, units, ("armor", "antitank")) and _has(s, units, _FOOT))


# ---- the ladder (11.74-11.76) ----------------------------------------------------------------------------------------
def odds_line(crt: ResultsTable, found: Terms, attack: int, defence: int) -> OddsLine:
    """One combat up to the dice: odds rounded in the defender's favour, shifted, then limited to the row's columns (B11)."""
    place = ladder.rung(ladder.odds(attack, defence))
    column, clamped = crt.column(found.row, place + sum(shift.by for shift in found.shifts))
    cells = [(total, crt.results[str(total)][column]) for total in range(2, 13)]
    return OddsLine(
        attack=attack,
        defence=defence,
        ratio=ladder.ratio_name(place),
        row=found.row,
        shifts=found.shifts,
        column=crt.odds[found.row][column],
        clamped=clamped,
        results=ladder.result_ways(cells, 2),
        ways=WAYS,
    )


def column_of(crt: ResultsTable, line: OddsLine) -> int:
    """The number of the column of a line, counted from 0."""
    return crt.odds[line.row].index(line.column)


def first_column(crt: ResultsTable, line: OddsLine) -> int:
    """The column of its odds before any shift, counted from 0."""
    attack, _, defence = line.ratio.partition("-")
    return crt.column(line.row, ladder.rung((int(attack), int(defence))))[0]
