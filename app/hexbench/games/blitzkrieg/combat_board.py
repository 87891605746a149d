"""The combat dock: contacts not yet engaged, engagements as they are, the one being defined and the one being
fought. Each is shown as lines with their clauses: both strengths, the odds, the average losses.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Final

from msgspec.structs import replace

from hexbench.engine.combat import dock
from hexbench.engine.combat.dock import MOST_ANSWERS, Dock, Point, arrows
from hexbench.engine.display import (
    Account,
    Bar,
    Choice,
    Clause,
    Combat,
    Factor,
    Field,
    Form,
    Legend,
    Light,
    Overlay,
    Spread,
    Stage,
    Table,
    Trail,
)
from hexbench.engine.results import first_words, lit_cells
from hexbench.engine.values import Action, Say, say
from hexbench.games.blitzkrieg import casualties, engage, fire, odds, results
from hexbench.games.blitzkrieg.advance import Advance
from hexbench.games.blitzkrieg.battle import Battle, Battles, Exchange, outcome
from hexbench.games.blitzkrieg.defining import Defining, draft
from hexbench.games.blitzkrieg.odds import (
    FACES,
    Odds,
    amount,
    cell,
    counted,
    defenders,
    defending,
    thought_of,
)
from hexbench.games.blitzkrieg.pieces import FOE
from hexbench.games.blitzkrieg.results import ENGAGEMENT
from hexbench.games.blitzkrieg.retreat import Retreat

if TYPE_CHECKING:
    from hexbench.engine.display import Panel
    from hexbench.engine.values import Target
    from hexbench.games.blitzkrieg.pieces import Engagement
    from hexbench.games.blitzkrieg.results import Outcome
    from hexbench.games.blitzkrieg.rules import BkRules
    from hexbench.games.blitzkrieg.seat import BkSeat


# The engagement being fought: its steps, and which of its units still have to be dealt with.


POINTS: Final = (
    Point(say("Odds and die"), -1, "BK-RES-04"),
    Point(say("Losses"), -1, "BK-RES-10"),
    Point(say("Exchange"), -1, "BK-RES-17"),
    Point(say("Retreat"), -1, "BK-RES-14"),
    Point(say("Advance"), -1, "BK-RES-15"),
)
DIE, LOSSES, EXCHANGE, RETREAT, ADVANCE = range(len(POINTS))


def in_progress(seat: BkSeat) -> Battle | None:
    """The engagement being fought."""
    return next((step for step in reversed(seat.s.stack) if isinstance(step, Battle)), None)


def bordered(seat: BkSeat) -> tuple[tuple[Engagement, tuple[str, ...]], ...]:
    """Every engagement with the units that show its border. This includes the one being defined, and the one
    being fought with those of its units that have not been dealt with (BK-ENG-11, BK-RES-20).
    """
    s = seat.s
    out = [(e, (*e.attackers, *defending(s, seat.board, e))) for e in s.engagements]
    new = draft(s)
    if new is not None:
        out.append((new, (*new.attackers, *defenders(s, seat.board, new.hexes, FOE[s.phasing]))))
    battle = in_progress(seat)
    if battle is not None:
        out.append((battle.engagement, tuple(_unhandled(seat, battle))))
    return tuple(out)


def _unhandled(seat: BkSeat, battle: Battle) -> Iterator[str]:
    """The units of a battle that the open question concerns, and those that a later question will concern."""
    step, found = seat.step, battle.outcome(seat.rules)
    asked = step.units if isinstance(step, Exchange | Retreat | Advance) else ()
    for side, units in (("attacker", battle.attackers), ("defender", battle.defenders)):
        later = isinstance(step, Exchange) or (isinstance(step, Retreat) and found.ahead[0] == side)
        for uid in units:
            if seat.s.units[uid].on_map and (uid in asked or later):
                yield uid


def stages(seat: BkSeat, battle: Battle) -> Iterator[Stage]:
    """The steps of this battle."""
    found = outcome(seat.rules, battle.roll, battle.column)
    return dock.stages(
        POINTS,
        _at_hand(seat),
        sides=lambda n: _who(battle, found, n),
        found=lambda n: _found(seat, battle, found, n),
        has=lambda n: _has(found, n),
        open_=True,
    )


def _at_hand(seat: BkSeat) -> int:
    step = seat.step
    if isinstance(step, Exchange):
        return EXCHANGE
    return RETREAT if isinstance(step, Retreat) else ADVANCE


def _has(found: Outcome, n: int) -> bool:
    match n:
        case 1:
            return bool(found.gone) or {found.attackers_lose, found.defenders_lose} != {"nr"}
        case 2:
            return found.exchange
        case 3:
            return bool(found.back[1])
        case 4:
            return bool(found.ahead[1]) or found.exchange
        case _:
            return True


def _who(battle: Battle, found: Outcome, n: int) -> str:
    if n == RETREAT:
        side = found.back[0]
    elif n == ADVANCE:
        side = "attacker" if found.exchange else found.ahead[0]
    else:
        return ""
    return battle.who if side == "attacker" else FOE[battle.who]


def _found(seat: BkSeat, battle: Battle, found: Outcome, n: int) -> Say:
    match n:
        case 0:
            column = seat.rules.tables.combat.columns[battle.column]
            return say("{odds} at {column}, die {n}", odds=battle.odds, column=column, n=battle.roll)
        case 1:
            return _losses(found)
        case 2:
            return say("both sides lose one unit")
        case 3:
            return say("1 hex") if found.back[1] == 1 else say("{n} hexes", n=found.back[1])
        case _:
            points = found.ahead[1]
            if not points:
                return say("into the vacated hex")
            return say("1 movement point") if points == 1 else say("{n} movement points", n=points)


def _losses(found: Outcome) -> Say:
    if found.gone:
        who = say("attackers") if found.gone == "attacker" else say("defenders")
        return say("all {who} eliminated", who=who)
    if found.attackers_lose == found.defenders_lose:
        return say("both sides {part}", part=found.attackers_lose)
    if found.attackers_lose != "nr":
        return say("attackers {part}", part=found.attackers_lose)
    return say("defenders {part}", part=found.defenders_lose)


# ---- the dock --------------------------------------------------------------------------------------------------------
class _BkDock(Dock["BkSeat"]):
    """Engagements are formed one by one while units move and are fought one after another afterwards."""

    title = say("Engagements")
    asks = ("give_up", "fall_back", "advance", "stay", "fire_at", "end")
    verb = "engage"

    def combats(self, seat: BkSeat) -> Iterator[Combat]:
        """The one being fought, the one being defined, those already formed, and contacts that are not
        engaged yet.
        """
        battle, new, moving = in_progress(seat), draft(seat.s), _moving(seat)
        if battle is not None:
            yield _fought(seat, battle)
        if new is not None:
            yield _defined(seat, new)
        yield from (_standing(seat, e, draft=moving) for e in seat.s.engagements)
        if moving:
            yield from _contacts(seat)

    def choices(self, seat: BkSeat) -> Iterable[Choice]:
        return _onward(seat) if _moving(seat) else ()

    def nothing(self, seat: BkSeat) -> Say:
        """Tells the side that may engage how to begin."""
        if seat.offered("engage") is not None:
            return say("Drag units onto adjacent enemies to engage them.")
        return say("No engagement.")

    def amount(self, seat: BkSeat, uid: str) -> str:
        return str(seat.s.units[uid].strength)

    def note(self, seat: BkSeat, action: Action, target: Target) -> Say:
        """Nothing: the buttons already say it."""
        return Say("")

    def many(self, found: Sequence[Choice]) -> tuple[Choice, ...]:
        """The answers that end the question."""
        return tuple(c for c in found if c.action.verb in ("stay", "end"))[:MOST_ANSWERS]

    def answer(self, seat: BkSeat, action: Action, target: Target) -> Say:
        """The text of an answer, worded for each question."""
        unit = seat.called(action.subject[0]) if action.subject else Say("")
        at = action.object
        match action.verb:
            case "give_up":
                return say("Lose {unit}", unit=unit)
            case "fall_back":
                if at.startswith("#"):
                    return say("{unit} cannot retreat: eliminated", unit=unit)
                return say("{unit} to {hex}", unit=unit, hex=at)
            case "advance":
                return say("{unit} to {hex}", unit=unit, hex=at)
            case "stay":
                return say("{unit} stays", unit=unit)
            case "fire_at":
                return say("Fire at {unit}", unit=unit)
            case _:
                return say("No more advances")


DOCK: Final = _BkDock()
board = DOCK.board


def _onward(seat: BkSeat) -> Iterator[Choice]:
    """The buttons that bring the phase to its end: the duty to engage comes first, then RESOLVE (BK-ENG-02,
    BK-SEQ-08).

    RESOLVE may be tried at any time: any contact that is not engaged is then named and highlighted
    (BK-ENG-03).
    """
    who = seat.s.phasing
    left = engage.next_of_cover(seat, who)
    if left is not None:
        n = len(tuple(engage.owed(seat, who)))
        text = say("Units and adjacent enemies that are not engaged yet: {n}.", n=n)
        yield Choice(say("Engage the next"), left, text, True)
    label = say("Resolve") if not seat.s.engagements else say("Resolve {n}", n=len(seat.s.engagements))
    yield Choice(label, Action("resolve"), engage.RESOLVE.help, left is None)


def _moving(seat: BkSeat) -> bool:
    step = seat.step
    return seat.decides and step is not None and engage.ENGAGE in step.verbs


def _title(e: Engagement) -> Say:
    return say("Engagement {n} on {hexes}", n=e.number + 1, hexes=", ".join(e.hexes))


def _line(column: str, now: Odds) -> Say:
    return say("{column}: {a} to {d}", column=column, a=now.attack, d=odds.amount(now.defence))


# ---- as they stand ---------------------------------------------------------------------------------------------------
def _standing(seat: BkSeat, e: Engagement, *, draft: bool) -> Combat:
    """An engagement that has been formed. In the movement phase others may join it; later it waits to be
    fought.
    """
    now = odds.of(seat.rules, seat.s, seat.board, e)
    parts: list[Account] = []
    choices: list[Choice] = []
    if draft:
        joining = DOCK.candidates(seat, DOCK.could(seat).get(e.hexes[0], ()), e.hexes[0])
        if joining:
            side = seat.s.phasing
            parts.append(Account(say=say("Could join"), lines=joining, side=side))
        text = say("Dissolve this engagement.")
        choices.append(Choice(say("Undo engage"), Action("undo_engage", e.attackers[:1]), text, back=True))
    elif isinstance(seat.step, Battles) and seat.decides:
        first = seat.s.engagements[0] == e
        text = say("Roll the die on Table 2.")
        choices.append(Choice(say("Fight"), Action("fight", e.attackers[:1]), text, first))
    attack, *rest = accounts(seat, now)
    return Combat(
        key=f"engagement/{e.number}",
        say=_title(e),
        hexes=e.hexes,
        status="draft" if draft else "waiting",
        note=_line(seat.rules.tables.combat.columns[now.column], now),
        accounts=(attack, *parts, *rest),
        spreads=(spread(seat, now.column),),
        choices=tuple(choices),
        verb="engage" if draft else "",
        lights=lit_by(seat, now),
    )


def _defined(seat: BkSeat, e: Engagement) -> Combat:
    """The engagement being defined, with its odds once it has both sides (BK-ENG-16)."""
    now = thought_of(seat, e.attackers, e.hexes)
    choices = (Choice(say("Close the definition"), Action("close_definition"), Say(""), True),)
    step = seat.step
    return Combat(
        key="defining",
        say=say("Being defined, centre {hex}", hex=e.centre),
        hexes=tuple(dict.fromkeys((e.centre, *e.hexes))),
        status="now",
        note=step.say(seat) if isinstance(step, Defining) else Say(""),
        accounts=accounts(seat, now) if now is not None else (),
        spreads=(spread(seat, now.column),) if now is not None else (),
        choices=choices if seat.decides else (),
        lights=lit_by(seat, now),
    )


# ---- contacts --------------------------------------------------------------------------------------------------------
def _contacts(seat: BkSeat) -> Iterator[Combat]:
    """Enemies that must be engaged and are not: the units that could do it, and their combined odds
    (BK-ENG-02, BK-ENG-03).
    """
    who = seat.s.phasing
    found = engage.touching(seat, who)
    owed = {reason.hexes[0]: reason for reason in engage.owed(seat, who) if reason.hexes}
    free = sorted(
        {at for hexes in found.values() for at in hexes if engage.engagement_at(seat.s, at) is None}
    )
    for at in free:
        able = DOCK.could(seat).get(at, ())
        now = thought_of(seat, able, (at,))
        idle = [uid for uid in found if at in found[uid] and engage.engagement_of(seat.s, uid) is None]
        parts: list[Account] = []
        if now is not None:
            parts.append(defence(seat, now))
        lines = DOCK.candidates(seat, able, at)
        together = _together(seat, idle, at)
        total = seat.rules.tables.combat.columns[now.column] if now is not None else ""
        parts.append(Account(say=say("Could engage it"), lines=lines, total=total, side=who))
        yield Combat(
            key=f"on/{at}",
            say=say("{hex}: must be engaged", hex=at),
            hexes=(at,),
            status="possible",
            note=owed[at].text if at in owed else Say(""),
            accounts=tuple(parts),
            spreads=(spread(seat, now.column),) if now is not None else (),
            choices=together,
            verb="engage",
            lights=lit_by(seat, now),
        )
    stuck = [
        uid for uid in found if engage.engagement_of(seat.s, uid) is None and not set(found[uid]) & set(free)
    ]
    for uid in stuck:
        yield _stuck(seat, uid, found[uid])


def _together(seat: BkSeat, units: Sequence[str], at: str) -> tuple[Choice, ...]:
    """Engage with all free units next to the hex at once."""
    action = Action("engage", tuple(units), at)
    if len(units) < 2 or seat.refuse(action):
        return ()
    now = thought_of(seat, units, (at,))
    text = Say("") if now is None else odds.words(seat.rules, now)
    return (Choice(say("Engage with all {n}", n=len(units)), action, text),)


def _stuck(seat: BkSeat, uid: str, hexes: Sequence[str]) -> Combat:
    """A unit next to enemies that are all engaged already: it must join one of the engagements (BK-ENG-02)."""
    unit = seat.s.units[uid]
    name = seat.called(uid)
    actions = (Action("engage", (uid,), at) for at in hexes)
    joins = tuple(Choice(say("Join against {hex}", hex=a.object), a) for a in actions if not seat.refuse(a))
    line = Factor(say=name, clauses=(Clause(say("not engaged"), "BK-ENG-02"),), unit=uid, hexes=unit.spot)
    return Combat(
        key=f"unit/{uid}",
        say=say("{unit}: must be engaged", unit=name),
        hexes=(unit.at,),
        status="possible",
        note=say(
            "The adjacent enemies are already engaged: join one of their engagements or move the unit away."
        ),
        accounts=(Account(say=say("Before RESOLVE"), lines=(line,)),),
        choices=joins,
    )


# ---- being fought ----------------------------------------------------------------------------------------------------
def _fought(seat: BkSeat, battle: Battle) -> Combat:
    e = battle.engagement
    s = seat.s

    def left(title: Say, units: Sequence[str], side: str) -> Account:
        lines = tuple(
            Factor(
                say=seat.rules.title(s.roster[u]),
                amount=str(s.units[u].strength) if s.units[u].on_map else "-",
                clauses=() if s.units[u].on_map else (Clause(say("eliminated"), "BK-RES-12"),),
                unit=u,
                hexes=s.units[u].spot,
            )
            for u in units
        )
        return Account(say=title, lines=lines, side=side)

    foe = s.units[battle.defenders[0]].side if battle.defenders else ""
    return Combat(
        key=f"engagement/{e.number}",
        say=_title(e),
        hexes=e.hexes,
        status="now",
        stages=tuple(stages(seat, battle)),
        accounts=(
            left(say("Attackers"), battle.attackers, battle.who),
            left(say("Defenders"), battle.defenders, foe),
        ),
        spreads=(spread(seat, battle.column, battle.roll),),
        choices=DOCK.answers(seat),
        lights=((TABLE, lights(seat, battle.column, battle.odds, battle.roll)),),
        result=told(seat, cell(seat.rules, battle.roll, battle.column)) if battle.roll else Say(""),
    )


# What the docks and the map show of engagements: the dock, Table 2 with its lights, a form to try odds,
# lines on the map.


def panels(seat: BkSeat) -> tuple[Panel, ...]:
    """The combat docks."""
    return board(seat), results_table(seat), what_if()


def what_if() -> Form:
    """A form for strengths to try out; ``forecast`` answers it."""
    fields = (
        Field("attack", say("Attack"), "12", (), 1, 99),
        Field("defence", say("Defence"), "5", (), 1, 99),
    )
    return Form("what_if", say("Odds of an engagement"), fields)


# ---- Table 2 ---------------------------------------------------------------------------------------------------------
def results_table(seat: BkSeat) -> Table:
    """Table 2 with losses and movement in one cell. The column of the current engagement and the cell rolled
    are lit.
    """
    columns = seat.rules.tables.combat.columns
    rows = tuple(
        (str(n), tuple(cell(seat.rules, n, column) for column in range(len(columns)))) for n in FACES
    )
    shown = tuple(_lights(seat))
    title = say("2 Combat results")
    return Table(
        TABLE,
        title,
        columns,
        rows,
        lit_cells(shown),
        rule="BK-TAB-02",
        lights=shown,
        results=(results.ENGAGEMENT,),
    )


def focus(seat: BkSeat) -> tuple[int, int, str]:
    """(column, die or 0, odds as text) of the battle, else of the engagement being defined, else of the last
    engagement; column -1: none.

    This is lit until another engagement of the dock, which brings its own lights, is looked at.
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
    """Table 1 with the columns lit of the shots that will be fired when RESOLVE begins (BK-ART-09,
    BK-ART-11).
    """
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
    shown = arrows(seat, "engagements", say("Engagements and fire"), say("attacks"), known)
    shots = dict.fromkeys(
        (s.units[gun].at, s.units[other].at)
        for gun, other in (*s.fire.items(), *s.support.items())
        if s.units[gun].on_map and s.units[other].on_map
    )
    fire = (Trail(line, "target") for line in shots if line[0] != line[1])
    legend = Legend("target", say("artillery fires at or protects"))
    return replace(shown, trails=(*shown.trails, *fire), legend=(*shown.legend, legend))


TABLE: Final = "table_2"
"""The key of Table 2."""


def accounts(seat: BkSeat, now: Odds) -> tuple[Account, ...]:
    """The accounts of attack, defence, odds and average losses."""
    return attack(seat, now), defence(seat, now), ratio(seat, now), averages(seat, now)


def attack(seat: BkSeat, now: Odds) -> Account:
    """The attackers with their current strengths (BK-ODD-01)."""
    lines = tuple(
        Factor(
            say=line.text,
            amount=amount(line.amount),
            was=_full(seat, line.unit),
            clauses=_isolated(seat, line.unit),
            unit=line.unit,
            hexes=seat.s.units[line.unit].spot,
        )
        for line in now.lines
        if line.of == "attack"
    )
    return Account(say=say("Attack"), lines=lines, total=str(now.attack), side=side_of(seat, now))


def side_of(seat: BkSeat, now: Odds) -> str:
    """The attacking side."""
    return next((seat.s.units[line.unit].side for line in now.lines if line.of == "attack"), seat.s.phasing)


def _full(seat: BkSeat, uid: str) -> str:
    unit = seat.s.units[uid]
    return str(unit.base) if unit.base and unit.base != unit.strength else ""


def _isolated(seat: BkSeat, uid: str) -> tuple[Clause, ...]:
    return (Clause(say("isolated"), "BK-SUP-15"),) if _full(seat, uid) else ()


def defence(seat: BkSeat, now: Odds) -> Account:
    """Every defender: its strength, and the effect of class, terrain and river on it (BK-ODD-02..08)."""
    side = FOE[side_of(seat, now)]
    units = dict.fromkeys(line.unit for line in now.lines if line.of == "defence")
    lines = tuple(_guard(seat, now, uid) for uid in units)
    return Account(say=say("Defence"), lines=lines, total=amount(now.defence), side=side)


def _guard(seat: BkSeat, now: Odds, uid: str) -> Factor:
    parts = [line for line in now.lines if line.of == "defence" and line.unit == uid]
    total = sum((line.amount for line in parts), Fraction(0))
    clauses = []
    value = parts[0].amount
    for line in parts[1:]:
        after = value + line.amount
        clauses.append(Clause(_times(line.rule, after / value if value else Fraction(0)), line.rule))
        value = after
    return Factor(
        say=parts[0].text,
        amount=amount(total),
        was=amount(parts[0].amount) if clauses else "",
        clauses=tuple(clauses),
        unit=uid,
        hexes=seat.s.units[uid].spot,
    )


def _times(rule: str, by: Fraction) -> Say:
    n = amount(by)
    match rule:
        case "BK-ODD-03":
            return say("class x{n}", n=n)
        case "BK-ODD-05":
            return say("river x{n}", n=n)
        case "BK-ODD-08":
            return say("Siegfried line x{n}", n=n)
        case _:
            return say("terrain x{n}", n=n)


def ratio(seat: BkSeat, now: Odds) -> Account:
    """The column of Table 2 (BK-ODD-10..12)."""
    name = seat.rules.tables.combat.columns[now.column]
    rule = "BK-ODD-10" if now.defence else "BK-ODD-12"
    line = Factor(
        say=say("Attack to defence, in the defender's favour"),
        amount=name,
        was=f"{now.attack} : {amount(now.defence)}",
        clauses=(Clause(Say(""), rule),),
    )
    return Account(say=say("Odds"), lines=(line,), total=name)


def averages(seat: BkSeat, now: Odds) -> Account:
    """The exact mean of the strength points each side loses over the six faces; exchanges and retreats are
    left out.
    """
    lines = []
    for of, title in (("attack", say("Attackers")), ("defence", say("Defenders"))):
        units = tuple(dict.fromkeys(line.unit for line in now.lines if line.of == of))
        points = [loss(seat.rules, seat, units, of, roll, now.column) for roll in FACES]
        lines.append(Factor(say=title, amount=amount(Fraction(sum(points), len(points)))))
    return Account(say=say("Average points lost by the die alone"), lines=tuple(lines))


def loss(rules: BkRules, seat: BkSeat, units: Sequence[str], of: str, roll: int, column: int) -> int:
    """The strength points that some units lose with one cell of Table 2 (BK-RES-07..16)."""
    found = outcome(rules, roll, column)
    strengths = [seat.s.units[uid].strength for uid in units]
    if found.gone == ("attacker" if of == "attack" else "defender"):
        return sum(strengths)
    fraction = found.attackers_lose if of == "attack" else found.defenders_lose
    return sum(min(n, casualties.part(n, fraction)) for n in strengths)


def spread(seat: BkSeat, column: int, roll: int = 0) -> Spread:
    """The results of a column with their chances, as the die faces give them and in words; the one rolled is
    lit.
    """
    results = counted(cell(seat.rules, n, column) for n in FACES)
    hit = cell(seat.rules, roll, column) if roll else ""
    title = say("The result: {result}", result=hit) if hit else say("Chances of the results")
    return Spread(title, tuple(Bar(Say(name), n, name == hit, meaning(seat, name)) for name, n in results))


def meaning(seat: BkSeat, code: str) -> Say:
    """A cell of Table 2 in words."""
    return seat.result(ENGAGEMENT, code)


def told(seat: BkSeat, code: str) -> Say:
    """A cell of Table 2 in words, and its code."""
    return first_words(meaning(seat, code), code)


def lights(seat: BkSeat, column: int, odds: str, roll: int = 0) -> tuple[Light, ...]:
    """The lights of Table 2 for an engagement: its column, and after the die roll its row and the result in
    words.
    """
    out = [Light(-1, column, "to", say("{odds}: this column", odds=odds))]
    if roll:
        result = meaning(seat, cell(seat.rules, roll, column))
        out.append(Light(roll - 1, -1, "band"))
        out.append(Light(roll - 1, column, "hit", say("die {n}: {result}", n=roll, result=result)))
    return tuple(out)


def lit_by(seat: BkSeat, now: Odds | None) -> tuple[tuple[str, tuple[Light, ...]], ...]:
    """The lights of a real or hypothetical engagement, for :class:`Combat`; none without odds."""
    if now is None:
        return ((TABLE, ()),)
    return ((TABLE, lights(seat, now.column, f"{now.attack} : {amount(now.defence)}")),)
