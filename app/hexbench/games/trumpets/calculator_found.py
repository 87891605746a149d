"""What the dice bring in the calculator: halves of the cells, who takes the hits by priority, what follows."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final, NamedTuple

from hexbench.engine.display import Account, Clause, Factor
from hexbench.engine.values import Say, say
from hexbench.games.trumpets import resolution
from hexbench.games.trumpets.fight import is_blitz
from hexbench.games.trumpets.odds_report import result_name

if TYPE_CHECKING:
    from hexbench.games.trumpets.fight import Fight, Fighter
    from hexbench.games.trumpets.resolution import Outcome, Result
    from hexbench.games.trumpets.rules import Options
    from hexbench.games.trumpets.strength import Reckoning
    from hexbench.games.trumpets.tables import Tables

Told = tuple[Say, str]
_LISTS: Final = {
    ("attacker", "1*"): ("attacker_afv", "TT-LOSS-10"),
    ("defender", "1*"): ("defender_afv", "TT-LOSS-11"),
    ("attacker", "1"): ("attacker_any", "TT-LOSS-12"),
    ("defender", "1"): ("defender_any", "TT-LOSS-13"),
}
_ADVANCE: Final = {"DE": "TT-ADV-11", "STEP": "TT-ADV-12"}


class _Fate(NamedTuple):
    """What came of the dice; ``outcome`` is the bar to light."""

    outcome: Outcome | str | None
    lines: tuple[Told, ...]


def fate(
    f: Fight, t: Tables, found: Reckoning, rolled: tuple[int, ...], o: Options, *, counter: bool = False
) -> _Fate:
    """Nothing without dice. ``counter``: it is a counterattack itself (TT-CA-04)."""
    if not rolled:
        return _Fate(None, ())
    if is_blitz(f):
        return _blitz(f, t, found, rolled[0], o)
    red, white = rolled
    if resolution.cancelled(found, red, white):
        rule = "TT-CAN-01" if found.cancels == "doubles" else "TT-CAN-02"
        text = say("{a} and {b}: the attack is cancelled, nothing happens.", a=red, b=white)
        return _Fate(resolution.Outcome(True, "", ""), ((text, rule),))
    worn = resolution.attrition(t, red + found.drm, found.column)
    result = resolution.result(t, white + found.drm, found.column)
    return _Fate(
        resolution.Outcome(False, worn, result.code),
        tuple(_ordinary(f, t, found, rolled, worn, result, o, counter=counter)),
    )


def _ordinary(
    f: Fight,
    t: Tables,
    found: Reckoning,
    rolled: tuple[int, ...],
    worn: str,
    result: Result,
    o: Options,
    *,
    counter: bool,
) -> Iterator[Told]:
    red, white = (resolution.row_of(face + found.drm) for face in rolled)
    if found.extra_hit:
        yield (
            say("The road block is hit from 5-1 on: {who}.", who=_hit(f, t, "defender", "1", o)),
            "TT-DEF-23",
        )
    if worn:
        text = say(
            "Red {face}, row {row}: {who}.", face=rolled[0], row=red, who=_hit(f, t, "attacker", worn, o)
        )
        yield text, _LISTS["attacker", worn][1]
        yield from _afv(f, t, "attacker", worn, o)
    else:
        yield say("Red {face}, row {row}: no attrition.", face=rolled[0], row=red), "TT-ODD-13"
    name = result_name(result.code)
    yield say("White {face}, row {row}: {result}.", face=rolled[1], row=white, result=name), "TT-ODD-14"
    for role, hit in (("attacker", result.attacker_hit), ("defender", result.defender_hit)):
        if hit:
            yield say("The hit: {who}.", who=_hit(f, t, role, hit, o)), _LISTS[role, hit][1]
            yield from _afv(f, t, role, hit, o)
    if result.counterattack:
        yield _counterattack(f, t, again=counter)
    elif result.engaged:
        yield say("All who took part and still stand are engaged."), "TT-ENG-01"
    elif result.gone == "defender":
        yield from _advance(f, t, "DE", short=counter)
    elif result.defender_retreat:
        yield from _advance(f, t, f"D{result.defender_retreat}", short=counter)
    elif result.defender_hit:
        yield say("Should that be the defenders' last step:"), "TT-CRT-17"
        yield from _advance(f, t, "STEP", short=counter)


def _counterattack(f: Fight, t: Tables, *, again: bool) -> Told:
    if again:
        return say("No counterattack against a counterattack: nothing happens."), "TT-CA-04"
    if any(t.positions[key].ignores_counterattack for key in f.positions):
        return say("The position ignores the counterattack result."), "TT-CA-01"
    return say("The defender counterattacks one hex, or declines and retreats one hex."), "TT-CA-02"


def _advance(f: Fight, t: Tables, row: str, *, short: bool = False) -> Iterator[Told]:
    """The columns of the advance chart, as the position limits them."""
    rule = _ADVANCE.get(row, f"TT-ADV-{12 + int(row[1])}" if row[0] == "D" and row[1:].isdigit() else "")
    recon, road, basic = t.advance.rows[row]
    kinds = [t.positions[key].advance for key in f.positions]
    if short:
        yield say("Advance: one hex."), "TT-CA-04"
    elif "stop" in kinds:
        yield say("Advance: one hex, to the road block."), "TT-ADV-07"
    elif "basic" in kinds:
        yield say("Advance: everybody {n}, the basic rate.", n=basic), "TT-ADV-06"
    else:
        text = say(
            "Advance: recon {recon}, road {road}, others {basic} hexes.", recon=recon, road=road, basic=basic
        )
        yield text, rule


def _blitz(f: Fight, t: Tables, found: Reckoning, die: int, o: Options) -> _Fate:
    column = found.blitz_column
    if column is None:
        return _Fate(None, ())
    code = resolution.blitz_code(t, die + found.drm, column)
    lines: list[Told] = [(say("{face}: {result}.", face=die, result=result_name(code)), "TT-BLZ-05")]
    if code.startswith("Adv"):
        lines += _advance(f, t, f"D{code[3]}")
        lines.append((say("The defenders stay where they are."), "TT-BLZ-09"))
    elif code == "Eng":
        lines.append((say("All who took part are engaged."), "TT-BLZ-14"))
    elif code in ("A1", "A2") and o.blitz_a == "loss":
        who = _hit(f, t, "attacker", "1", o)
        text = say("{who}.", who=who) if code == "A1" else say("Twice over: {who}.", who=who)
        lines.append((text, "TT-BLZ-15"))
    elif code in ("A1", "A2"):
        lines.append((say("The attackers retreat."), "TT-BLZ-15"))
    return _Fate(code, tuple(lines))


# ---- hits -------------------------------------------------------------------------------------------------------------
def _takers(f: Fight, t: Tables, role: str, hit: str) -> tuple[Fighter, ...]:
    """Who may take a hit: the first class present, of attackers those with the highest ER (TT-LOSS-01..05)."""
    units = f.attackers if role == "attacker" else f.defenders
    for asked in getattr(t.loss, _LISTS[role, hit][0]):
        found = [u for u in units if all(_meets(u, tag) for tag in asked)]
        if found:
            best = max(u.er for u in found)
            return tuple(u for u in found if role == "defender" or u.er == best)
    return ()


def _meets(unit: Fighter, tag: str) -> bool:
    return not unit.has(tag[1:]) if tag.startswith("!") else unit.has(tag)


def _hit(f: Fight, t: Tables, role: str, hit: str, o: Options) -> Say:
    found = _takers(f, t, role, hit)
    if not found:
        return say("nobody can take the hit and it is lost")
    names = ", ".join(u.name for u in found)
    if len(found) == 1:
        return say("{unit} loses a step", unit=names)
    return say("one of {units} loses a step, as its owner likes", units=names)


# ---- enhanced AFV combat ----------------------------------------------------------------------------------------------
def guns(f: Fight) -> tuple[bool, bool]:
    """(the German side has superior guns, an improved Allied gun takes part): TT-AFV-02, TT-AFV-04."""
    both = (*f.attackers, *f.defenders)
    return (
        any(u.side == "german" and u.has("at_superior") for u in both),
        any(u.side == "allied" and u.has("at_improved") for u in both),
    )


def _afv(f: Fight, t: Tables, role: str, hit: str, o: Options) -> Iterator[Told]:
    """What the advanced rules make of an AFV loss: a second step, or none (TT-AFV-01, TT-AFV-03)."""
    if not o.afv_combat or hit != "1*":
        return
    superior, improved = guns(f)
    for unit in _takers(f, t, role, hit):
        if unit.side == "german" and unit.has("heavy_armor") and not improved:
            text = say("{unit} is heavy armor, and no improved gun faces it: no loss.", unit=unit.name)
            yield text, "TT-AFV-03"
        elif unit.side == "allied" and unit.has("afv") and superior:
            text = say("German guns: {unit} loses a second step, or the next AFV does.", unit=unit.name)
            yield text, "TT-AFV-01"


def afv_account(f: Fight) -> Account:
    """Which of the advanced rules are live in this combat, before its dice."""
    superior, improved = guns(f)
    lines = (
        (
            say("superior German guns: an Allied AFV hit by 1* loses two steps"),
            superior,
            "TT-AFV-02",
        ),
        (
            say("improved Allied guns: German heavy armor takes 1* like others"),
            improved,
            "TT-AFV-04",
        ),
    )
    return Account(
        say=say("Enhanced AFV combat"),
        lines=tuple(
            Factor(say=text, amount="yes" if on else "no", clauses=(Clause(Say(""), rule),))
            for text, on, rule in lines
        ),
    )
