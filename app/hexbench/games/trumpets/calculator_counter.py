"""The counterattack in the calculator: its own odds, its own dice, and both combats together (TT-CA)."""

from __future__ import annotations

from fractions import Fraction
from math import lcm
from typing import TYPE_CHECKING

from msgspec.structs import replace

from hexbench.engine.display import Bar, Combat, Spread
from hexbench.engine.values import Say, say
from hexbench.games.trumpets import calculator_found, reckoned
from hexbench.games.trumpets.charts import columns
from hexbench.games.trumpets.resolution import Outcome, chances

if TYPE_CHECKING:
    from hexbench.engine.calculator import Answer
    from hexbench.games.trumpets.calculator_sheet import Counterattack, Sheeted
    from hexbench.games.trumpets.fight import Fight
    from hexbench.games.trumpets.reckoning import Reckoning
    from hexbench.games.trumpets.tables import Tables

CA = "CA"


def headline(f: Fight, found: Reckoning) -> Say:
    """A combat in a line."""
    return say(
        "{odds}, {shift}, dice {drm}: column {column}",
        odds=found.odds,
        shift=columns(found.shift) or "no shift",
        drm=f"{found.drm:+d}",
        column=reckoned.final(f, found),
    )


def added(answer: Answer, sheeted: Sheeted, t: Tables, rolled: tuple[int, ...]) -> Answer:
    """The answer with the counterattack that may follow, and what its dice bring once the first have called for one."""
    back, found = sheeted.after, sheeted.reckoning
    assert back is not None, "only asked where there is one"
    assert found is not None, "a counterattack follows a combat"
    o = sheeted.options
    first = calculator_found.fate(sheeted.fight, t, found, rolled[:2], o).outcome if rolled else None  # type: ignore[arg-type]
    called = isinstance(first, Outcome) and first.result == CA
    dice = rolled[2:] if called else ()
    fate = calculator_found.fate(back.fight, t, back.reckoning, dice, o, counter=True)
    accounts = reckoned.accounts(back.fight, back.reckoning)
    if o.afv_combat:
        accounts = (*accounts, calculator_found.afv_account(back.fight))
    lit = (first, fate.outcome if dice else None)
    return replace(
        answer,
        after=Combat(
            key="counterattack",
            say=say(
                "Counterattack on hex {at}: {odds}", at=back.hex, odds=headline(back.fight, back.reckoning)
            ),
            hexes=(),
            status="draft",
            note=say("With everybody as filled in: steps lost before it are not counted off (TT-CA-03)."),
            accounts=accounts,
            spreads=(
                *reckoned.spreads(back.fight, t, back.reckoning, fate.outcome if dice else None),
                together(t, found, back, lit),
            ),
        ),
        tables=(*answer.tables, reckoned.lit_table(back.fight, t, back.reckoning, dice)),
        found=(*answer.found, *_told(back, called=called, rolled=rolled), *fate.lines),
    )


def _told(back: Counterattack, *, called: bool, rolled: tuple[int, ...]) -> tuple[tuple[Say, str], ...]:
    if not rolled:
        return ()
    if called and len(rolled) == 2:
        return ((say("It is fought when two more dice are given: red and white."), "TT-CA-03"),)
    if called:
        return ((say("The counterattack on hex {at}:", at=back.hex), "TT-CA-03"),)
    if len(rolled) > 2:
        return ((say("No counterattack comes of it: the other two dice are not used."), "TT-CA-05"),)
    return ()


def together(
    t: Tables, found: Reckoning, back: Counterattack, lit: tuple[object, object] = (None, None)
) -> Spread:
    """The exact chances of where both combats lead, over all four dice: the result of the attack, or of what it calls for."""
    ways: dict[tuple[str, str], Fraction] = {}
    then = chances(t, back.reckoning)
    for one, p in chances(t, found).items():
        if one.result != CA or one.cancelled:
            key = ("x" if one.cancelled else one.result, "")
            ways[key] = ways.get(key, Fraction(0)) + p
            continue
        for two, q in then.items():
            key = (CA, "x" if two.cancelled else "" if two.result == CA else two.result)
            ways[key] = ways.get(key, Fraction(0)) + p * q
    common = lcm(*(p.denominator for p in ways.values()))
    marked = _marked(lit)
    order = sorted(ways.items(), key=lambda item: (-item[1], item[0]))
    return Spread(
        say("The attack and a counterattack together, 1296 rolls"),
        tuple(Bar(_named(key), int(p * common), key == marked) for key, p in order),
    )


def _marked(lit: tuple[object, object]) -> tuple[str, str] | None:
    one, two = lit
    if not isinstance(one, Outcome):
        return None
    if one.result != CA or one.cancelled:
        return ("x" if one.cancelled else one.result, "")
    if not isinstance(two, Outcome):
        return None
    return (CA, "x" if two.cancelled else "" if two.result == CA else two.result)


def _named(key: tuple[str, str]) -> Say:
    first, second = key
    if first != CA:
        return say("attack cancelled") if first == "x" else reckoned.result_name(first)
    then = say("it is cancelled") if second == "x" else reckoned.result_name(second)
    return say("counterattack, then {result}", result=then)
