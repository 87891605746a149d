"""The arithmetic of a ground attack: defense values line by line, shifts, columns (TG-ODD, TG-TER-06..14).

The same code is used to resolve an attack, to forecast it and to display it. The sentences of shifts and bonuses are part of
positions in which an attack is under way, and so of their digests: saved games can be replayed only as long as they are not
reworded (``tests/saves/test_kept_words.py``).
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import TYPE_CHECKING, Final

from hexbench.atlas.atlas import side_name
from hexbench.engine.board import remembered
from hexbench.engine.display import Clause
from hexbench.engine.forecast import Shift, Tally, Term
from hexbench.engine.values import Value, say
from hexbench.games.tigers import dump, supply
from hexbench.games.tigers.fighters import fighting, homes
from hexbench.games.tigers.ground import bridged, river
from hexbench.games.tigers.pieces import FOE, GERMAN, SKORZENY

if TYPE_CHECKING:
    from hexbench.games.tigers.rules import TgRules
    from hexbench.games.tigers.seat import Position, TgBoard
    from hexbench.games.tigers.tables import Results

EVEN: Final = 4
"""The column of 1:1; below it are 1:2 to 1:5, above it 3:2, then 2:1 and so on."""
AGAINST: Final = 3
"""The most columns that can be shifted against an attack: river, supply, Malmedy."""
DUMP: Final = "#dump"
"""The id of the fuel dump in a list of defenders."""


class Guard(Value, frozen=True, kw_only=True):
    """One defender: its printed factor and what each clause adds."""

    unit: str
    hex: str
    base: int
    bonuses: tuple[Clause, ...] = ()
    elite: bool = False
    disrupted: bool = False

    @property
    def value(self) -> int:
        """The modified defense factor (TG-TER-14)."""
        return self.base + len(self.bonuses)


class Reckoning(Value, frozen=True, kw_only=True):
    """One attack worked out up to the die roll."""

    attack: int
    guards: tuple[Guard, ...]
    ladder: int
    """The column of the unshifted odds, on an axis that is open at both ends (AMB-03)."""
    shifts: tuple[Shift, ...]
    """The shifts that apply to every defender."""
    softer: Shift | None = None
    """TG-ODD-04: the additional shift for defenders that are not exempt from it."""

    @property
    def defence(self) -> int:
        """The modified defense value of all hexes (V of the rules)."""
        return sum(guard.value for guard in self.guards)

    @property
    def net(self) -> int:
        """The sum of the shifts, without that for disrupted defenders."""
        return sum(shift.by for shift in self.shifts)

    def place(self, *, elite: bool) -> int:
        """The column on which a class of defenders is resolved, before clamping to the table (TG-ODD-05,
        TG-ODD-06).
        """
        return self.ladder + self.net + (0 if elite or self.softer is None else self.softer.by)

    @property
    def classes(self) -> tuple[bool, ...]:
        """The classes of defenders with columns of their own: ``(True,)``, ``(False,)`` or ``(True, False)``;
        True is ELITE.
        """
        if self.softer is None:
            return (True,)
        found = {guard.elite for guard in self.guards}
        return tuple(elite for elite in (True, False) if elite in found) or (False,)

    def reads(self, elite: bool) -> bool:
        """The class whose column applies to a defender."""
        return elite if self.softer is not None else True

    @property
    def retreating(self) -> tuple[tuple[str, str], ...]:
        """(unit, hex) of every defender that may have to retreat: all but the fuel dump."""
        return tuple((guard.unit, guard.hex) for guard in self.guards if guard.unit != DUMP)

    @property
    def lower(self) -> int:
        """The column that decides the result for the attackers, before clamping to the table (AMB-114)."""
        return min(self.place(elite=elite) for elite in self.classes)


# ---- columns ---------------------------------------------------------------------------------------------------------
def ladder(attack: int, defence: int) -> int:
    """The column of unshifted odds, rounded in the defender's favour, on an open axis: 0 is 1:5, 4 is 1:1,
    5 is 3:2, 11 is 7:1, continuing by whole odds at both ends (AMB-02, AMB-03).
    """
    attack, defence = max(attack, 1), max(defence, 1)
    if attack < defence:
        return EVEN + 1 + (-defence // attack)
    whole = attack // defence
    if whole == 1:
        return EVEN + 1 if 2 * attack >= 3 * defence else EVEN
    return EVEN + whole


def column(results: Results, place: int) -> int:
    """A place on the open axis, clamped to the columns of the table (TG-CRT-03)."""
    return max(0, min(len(results.columns) - 1, place))


def ratio(place: int) -> str:
    """The name of a place on the open axis: "1:6", "3:2", "8:1"."""
    if place <= EVEN:
        return f"1:{EVEN + 1 - place}"
    return "3:2" if place == EVEN + 1 else f"{place - EVEN}:1"


# ---- defence ---------------------------------------------------------------------------------------------------------
def guards(
    rules: TgRules, s: Position, board: TgBoard, side: str, attackers: Sequence[str], hexes: Sequence[str]
) -> tuple[Guard, ...]:
    """Every defender of the hexes that units of ``side`` attack, with its modified factor."""
    return tuple(
        guard for at in hexes for guard in _guards_of(rules, s, board, FOE[side], homes(s, attackers), at)
    )


def _guards_of(
    rules: TgRules, s: Position, board: TgBoard, side: str, starts: Sequence[str], at: str
) -> Iterator[Guard]:
    units = fighting(s, board, side, at)
    if not units and dump.stands(s, board, at):
        yield Guard(unit=DUMP, hex=at, base=dump.FACTOR)
        return
    cell = rules.atlas.cell(at)
    foot = [u for u in units if s.roster[u].foot]
    # the owner would choose: of two equal units one that is undisrupted, since its factors do not count for TG-ODD-04
    best = max(foot, key=lambda u: (s.roster[u].factor, not s.units[u].disrupted), default="")
    wall = side == GERMAN and _behind_siegfried(rules, starts, at)
    for uid in units:
        printed, unit = s.roster[uid], s.units[uid]
        found: list[Clause] = []
        if unit.entrenched:
            found.append(Clause(say("entrenched +1"), "TG-TER-02"))
        if "city" in cell.features:
            if printed.foot:
                found.append(Clause(say("major city +1"), "TG-TER-07"))
        elif "town" in cell.features and uid == best:
            found.append(Clause(say("town +1"), "TG-TER-06"))
        if cell.terrain == "forest" and uid == best:
            found.append(Clause(say("forest +1"), "TG-TER-08"))
        if cell.terrain == "venn" and printed.foot:
            found.append(Clause(say("Höhe Venn +1"), "TG-TER-09"))
        if wall:
            found.append(Clause(say("Siegfried Line +1"), "TG-TER-11"))
        yield Guard(
            unit=uid,
            hex=at,
            base=printed.factor,
            bonuses=tuple(found),
            elite=printed.elite,
            disrupted=unit.disrupted,
        )


def _behind_siegfried(rules: TgRules, starts: Sequence[str], at: str) -> bool:
    """TG-TER-11, AMB-55, AMB-56: whether a hex on the German side is attacked across Siegfried hexsides
    only.
    """
    return (
        rules.home(at) == GERMAN
        and bool(starts)
        and all(side_name(start, at) in rules.hexsides["siegfried"] for start in starts)
    )


# ---- shifts ----------------------------------------------------------------------------------------------------------
def reckon(
    rules: TgRules, s: Position, board: TgBoard, side: str, attackers: Sequence[str], hexes: Sequence[str]
) -> Reckoning:
    """Work out an attack up to the die roll, with current supply (TG-SUP-08)."""
    found = guards(rules, s, board, side, attackers, hexes)
    strength = sum(s.roster[u].factor for u in attackers)
    return Reckoning(
        attack=strength,
        guards=found,
        ladder=ladder(strength, sum(guard.value for guard in found)),
        shifts=tuple(_shifts(rules, s, board, side, attackers, hexes)),
        softer=_shaken(found),
    )


def in_doubt(
    rules: TgRules, s: Position, board: TgBoard, side: str, attackers: Sequence[str], hexes: Sequence[str]
) -> bool:
    """Whether shifts could bring an attack below 1:5: at most :data:`AGAINST` columns ever count against an
    attack.
    """
    strength = sum(s.roster[u].factor for u in attackers)
    found = guards(rules, s, board, side, attackers, hexes)
    return ladder(strength, sum(guard.value for guard in found)) < AGAINST


def _shaken(found: Sequence[Guard]) -> Shift | None:
    """The shift of TG-ODD-04 and AMB-06, or None; also None if every defender is exempt (TG-ODD-05)."""
    if all(guard.elite for guard in found):
        return None
    total = sum(guard.value for guard in found)
    if total and 2 * sum(guard.value for guard in found if guard.disrupted) >= total:
        return Shift("TG-ODD-04", say("Half of the defense is disrupted"), 1)
    return None


def _shifts(
    rules: TgRules, s: Position, board: TgBoard, side: str, attackers: Sequence[str], hexes: Sequence[str]
) -> Iterator[Shift]:
    starts = homes(s, attackers)
    if starts and any(
        all(at in rules.atlas.near[start] and _wet(rules, s, start, at) for start in starts) for at in hexes
    ):
        yield Shift("TG-ODD-07", say("All attack over a river"), -1)
    if any(not supply.supplied(rules, s, board, uid) for uid in attackers):
        yield Shift("TG-ODD-08", say("An attacker is out of supply"), -1)
    foe = FOE[side]
    if any(
        not supply.supplied(rules, s, board, uid) for at in hexes for uid in fighting(s, board, foe, at)[:1]
    ):
        yield Shift("TG-ODD-09", say("Defenders are out of supply"), 1)
    if side == GERMAN:
        yield from _german_shifts(rules, s, board, attackers, hexes)


def _wet(rules: TgRules, s: Position, start: str, at: str) -> bool:
    """Whether an attack crosses a river that counts for the shift; a bridge matters only by option (AMB-58)."""
    return river(rules, start, at) and not (rules.options.bridged_attacks == "free" and bridged(s, start, at))


def _german_shifts(
    rules: TgRules, s: Position, board: TgBoard, attackers: Sequence[str], hexes: Sequence[str]
) -> Iterator[Shift]:
    roster = s.roster
    if any(roster[u].type == "tiger" for u in attackers) and all(
        _frightened(s, board, FOE[GERMAN], at) for at in hexes
    ):
        yield Shift("TG-ODD-10", say("Tiger Fright"), 1)
    if SKORZENY in attackers:
        yield Shift("TG-ODD-11", say("Skorzeny takes part"), 1)
    if s.ruthless:
        if s.turn == s.ruthless:
            if any(roster[u].ss for u in attackers):
                yield Shift("TG-ODD-12", say("Waffen-SS Ruthlessness"), 1)
        elif any(roster[u].ss for u in attackers):
            yield Shift("TG-ODD-13", say("Remember Malmedy!"), -1)
        elif any(roster[u].type == "para" and beside_ss(rules, s, board, u) for u in attackers):
            yield Shift("TG-SPC-12", say("Remember Malmedy! (parachutists beside SS)"), -1)
    if s.turn == 1 and all(at in front_hexes(rules) for at in hexes):
        yield Shift("TG-ODD-14", say("Opening barrage"), 1)


def _frightened(s: Position, board: TgBoard, side: str, at: str) -> bool:
    """TG-SPC-01, TG-SPC-02: whether a hex holds only American infantry that is not entrenched."""
    found = fighting(s, board, side, at)
    return bool(found) and all(
        s.roster[u].type == "inf" and s.roster[u].nation == "us" and not s.units[u].entrenched for u in found
    )


def beside_ss(rules: TgRules, s: Position, board: TgBoard, uid: str) -> bool:
    """TG-SPC-12: whether an SS unit is in the hex of a unit or next to it."""
    at = s.units[uid].at
    return any(s.roster[u].ss for hex_ in (at, *rules.atlas.near.get(at, ())) for u in board.units_at(hex_))


@remembered
def front_hexes(rules: TgRules) -> frozenset[str]:
    """AMB-95: the Allied hexes of the starting front."""
    both = {at for name in rules.hexsides["front"] for at in name.split("/")}
    return frozenset(at for at in both if rules.home(at) != GERMAN)


# ---- as a sum for display --------------------------------------------------------------------------------------------
NO_WAY_OUT: Final = Clause(say("cannot retreat"), "TG-CRT-17")
"""The clause shown with a defender for which D1 is read as D, and D2 and D3 as DE."""


def tallies(
    rules: TgRules,
    s: Position,
    side: str,
    attackers: Sequence[str],
    found: Reckoning,
    stuck: Collection[str] = (),
) -> tuple[Tally, Tally]:
    """The two strengths term by term; ``stuck`` are the defenders without a way to retreat."""
    attack = tuple(Term(say=rules.title(s.roster[u]), amount=s.roster[u].factor, unit=u) for u in attackers)
    defence = tuple(
        Term(
            say=say("Fuel dump") if guard.unit == DUMP else rules.title(s.roster[guard.unit]),
            amount=guard.value,
            clauses=(Clause(say("alone"), "TG-FUL-03"),)
            if guard.unit == DUMP
            else (*guard.bonuses, *((NO_WAY_OUT,) if guard.unit in stuck else ())),
            unit="" if guard.unit == DUMP else guard.unit,
        )
        for guard in found.guards
    )
    return (
        Tally(say=say("Attack"), terms=attack, side=side),
        Tally(say=say("Defense"), terms=defence, side=FOE[side]),
    )
