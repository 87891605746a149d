"""The docks of Tide of Iron: rounds, score and command, cards, tables, the order of battle, and a workshop with a button for
every figure, to build squads at set-up (TI-SET-09) and to transfer figures in the Status Phase.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from hexbench.engine.display import (
    Bench,
    Box,
    Cards,
    Choice,
    Fact,
    Facts,
    Holding,
    Panel,
    Pile,
    Points,
    Pool,
    Roster,
    RosterEntry,
    Table,
    Track,
    Workshop,
)
from hexbench.engine.display import Card as Shown
from hexbench.engine.values import Action, Say, counted, listed, say
from hexbench.games.tide_of_iron import attack_display, effects, names, results
from hexbench.games.tide_of_iron.actions import Turn
from hexbench.games.tide_of_iron.card_squads import described
from hexbench.games.tide_of_iron.cards import PLAY_CARD, RETRY, USE_CARD, CardVerb, told
from hexbench.games.tide_of_iron.decks import (
    FogRoll,
    Forbid,
    InPlay,
    Limit,
    Modify,
    Operation,
    Setup,
    Standing,
    TerrainOverride,
)
from hexbench.games.tide_of_iron.pieces import DESTROYED, FIGURES, LOST, SLOTS, UNSEEN
from hexbench.games.tide_of_iron.results import ATTACK, RESULTS
from hexbench.games.tide_of_iron.setup_build import TOKENS, BuildSquads, bases, slots
from hexbench.games.tide_of_iron.status import Transfer, mates

if TYPE_CHECKING:
    from hexbench.games.tide_of_iron.decks import Card
    from hexbench.games.tide_of_iron.pieces import Unit
    from hexbench.games.tide_of_iron.seat import TiSeat
    from hexbench.games.tide_of_iron.tables import Weapon


# The cards as panels: both hands and play areas, which are public, and what is in force: the operations cards of
# the scenario, modifications by cards, the decks.


def card_panels(seat: TiSeat) -> Iterator[Panel]:
    """Everything about cards, the viewer's own side first."""
    own = seat.side or seat.rules.sides[0]
    order = (own, *(side for side in seat.rules.sides if side != own))
    for side in order:
        mine = seat.decides and side == seat.prompt.side
        held = (_card(seat, side, card, mine=mine) for card in seat.s.hands.get(side, ()))
        lying = (_lying(seat, side, card, mine=mine) for card in seat.s.in_play.get(side, ()))
        yield Cards(
            key=f"hand.{side}",
            title=say("{side} cards", side=seat.rules.side_name(side)),
            cards=(*held, *lying),
            side=side,
        )
    yield Facts(say("In force"), (*_standing(seat), *_changes(seat), *_decks(seat, order)))


def _card(seat: TiSeat, side: str, key: str, *, mine: bool) -> Shown:
    card = seat.rules.card(key)
    found = choices(seat, key, PLAY_CARD) if mine else ()
    title = say("{card}", card=card.title)
    return Shown(key, title, text_of(seat, side, card), str(card.cost), bool(found), found)


def _lying(seat: TiSeat, side: str, lying: InPlay, *, mine: bool) -> Shown:
    card = seat.rules.card(lying.card)
    found: tuple[Choice, ...] = ()
    if lying.waiting:
        title = say("{card} (waiting for contact)", card=card.title)
        found = choices(seat, lying.card, RETRY) if mine else ()
    else:
        title = say("{card} (in play)", card=card.title)
        if lying.expires:
            title = say("{card} (in play until the end of round {n})", card=card.title, n=lying.expires)
        found = choices(seat, lying.card, USE_CARD) if mine else ()
    return Shown(lying.card, title, text_of(seat, side, card), "", bool(found), found)


def choices(seat: TiSeat, card: str, verb: CardVerb) -> tuple[Choice, ...]:
    """The button that uses a card, if it may be used now; its help gives the cost and the chance of contact."""
    offer = next((o for o in seat.prompt.offers if o.verb == verb.name), None)
    if offer is None or card not in offer.subjects:
        return ()
    action = Action(verb.name, (card,))
    help_ = next((t.says[0] for t in seat.targets(verb.name, (card,)) if t.says), Say(""))
    ahead = seat.forecast(action)
    if ahead is not None:
        chance = dict(ahead.chances()).get("contact", 0.0)
        help_ = say("{help} Chance of contact: {n} %.", help=help_, n=round(100 * chance))
    return (Choice(_BUTTONS[verb.name], action, help_, main=True),)


_BUTTONS: Final = {
    PLAY_CARD.name: say("Play this card"),
    RETRY.name: say("Try for contact"),
    USE_CARD.name: say("Use this card"),
}


def text_of(seat: TiSeat, side: str, card: Card) -> Say:
    """The card's text: phase, then its effect op by op, then the + symbol."""
    phase = say("Action Phase.") if card.phase == "action" else say("Command Phase.")
    sentences = [phase, *told(seat, side, card)]
    if card.trigger and card.uses_per_round:
        sentences.append(say("Stays in play; once per round an action may be spent to use it."))
    elif card.trigger:
        sentences.append(
            say("Stays in play; an action may be spent to use it any number of times per round.")
        )
    elif card.persistent:
        sentences.append(say("Stays in play."))
    if card.plus:
        sentences.append(say("+ another card may be drawn."))
    out = sentences[0]
    for sentence in sentences[1:]:
        out = say("{a} {b}", a=out, b=sentence)
    return out


def piles(seat: TiSeat) -> tuple[Pile, ...]:
    """TI-SET-04: the strategy decks of both sides; drawn cards are public (TI-SET-05), so the remaining ones are known."""
    found: list[Pile] = []
    for side in seat.rules.sides:
        for deck in seat.rules.tables.decks:
            left = seat.s.decks.get(f"{side}/{deck.id}")
            if left is None:
                continue
            title = say("{side} deck: {deck}", side=seat.rules.side_name(side), deck=deck.name)
            cards = tuple(
                (_card(seat, side, card.id, mine=False), left[card.id])
                for card in deck.cards
                if left.get(card.id)
            )
            found.append(Pile(f"{side}.{deck.id}", title, cards, open=True, side=side))
    return tuple(found)


def _decks(seat: TiSeat, order: tuple[str, ...]) -> Iterator[Fact]:
    """TI-SET-04: what is left to draw."""
    for side in order:
        for deck in seat.rules.tables.decks:
            left = seat.s.decks.get(f"{side}/{deck.id}")
            if left is not None:
                whole = sum(card.copies for card in deck.cards)
                yield Fact(
                    say("{side} deck: {deck}", side=seat.rules.side_name(side), deck=deck.name),
                    say("{n} of {whole} cards left", n=sum(left.values()), whole=whole),
                    ("TI-SET-04",),
                )


def _standing(seat: TiSeat) -> Iterator[Fact]:
    shown: dict[str, list[Say]] = {}
    cards: dict[str, Operation] = {}
    for side in seat.rules.sides:
        for card in effects.dealt(seat.rules, seat.s, side):
            cards[card.id] = card
            shown.setdefault(card.id, []).append(Say(seat.rules.side_name(side)))
    for key, sides in shown.items():
        card = cards[key]
        over = bool(card.rounds) and seat.s.round not in card.rounds
        for op in card.ops:
            text = say("{says} ({sides})", says=in_force(seat, op), sides=listed(sides))
            if over:
                text = say("{says} Not in this round.", says=text)
            yield Fact(say("{card}", card=card.title), text, ("M-06", "TI-SET-06"))


def in_force(seat: TiSeat, op: Standing) -> Say:
    """What a standing rule does."""
    if isinstance(op, Modify):
        return described(op)
    if isinstance(op, Limit):
        return counted(
            op.value,
            say("Visibility is limited to 1 hex."),
            say("Visibility is limited to {n} hexes.", n=op.value),
        )
    if isinstance(op, FogRoll):
        now = seat.s.sight_limit
        rolled = counted(now, say("now 1 hex"), say("now {n} hexes", n=now)) if now else say("now unlimited")
        return say("Visibility is rolled for in each Action Phase: {now}.", now=rolled)
    if isinstance(op, TerrainOverride):
        title = seat.rules.tables.terrain[op.terrain].title
        return say(
            "{terrain}: squads {squad} MP, vehicles {vehicle} MP.",
            terrain=title,
            squad="-" if op.squad is None else op.squad,
            vehicle="-" if op.vehicle is None else op.vehicle,
        )
    if isinstance(op, Forbid):
        return say("No entrenchments may be dug.")
    assert isinstance(op, Setup)
    return say("Squads may start inside fortifications.")


def _changes(seat: TiSeat) -> Iterator[Fact]:
    for effect in seat.s.effects:
        units = [seat.called(x) for x in effect.units if x in seat.s.units]
        hexes = tuple(u.at for x in effect.units if (u := seat.s.units.get(x)) is not None and u.on_map)
        title = seat.rules.card(effect.card).title
        text = described(effect.change)
        if units:
            text = say("{says} {units}", says=text, units=listed(units))
        yield Fact(say("{card}", card=title), text, ("M-05",), hexes)


def panels(seat: TiSeat) -> tuple[Panel, ...]:
    """Every panel, in the order the docks are listed."""
    return (
        rounds(seat),
        standing(seat),
        command(seat),
        workshop(seat),
        attack_display.board(seat),
        *card_panels(seat),
        _units_table(seat),
        results_table(seat),
        terrain_chart(seat),
        order_of_battle(seat),
    )


def rounds(seat: TiSeat) -> Track:
    """TI-SET-08, TI-STA-20: the rounds with the reinforcements due at their end."""
    s = seat.s
    boxes = []
    for n in range(1, s.mission.rounds + 1):
        coming = tuple(x for x, u in s.units.items() if u.at.startswith("#due/") and u.at.endswith(f"/{n}"))
        lines = [say("reinforcements: {n}", n=len(coming))] if coming else []
        if n == s.mission.rounds:
            lines.append(say("last round"))
        boxes.append(Box(str(n), str(n), tuple(lines), coming))
    return Track("rounds", say("Rounds"), tuple(boxes), s.round - 1)


def standing(seat: TiSeat) -> Facts:
    """TI-WIN-02, TI-SEQ-02: victory points, the initiative token, whose turn it is and how many actions it has left;
    then the objectives.
    """
    s, rules = seat.s, seat.rules
    lines = [
        Fact(
            say("{side} victory points", side=rules.side_name(side)),
            say("{n}", n=s.vp.get(side, 0)),
            ("TI-WIN-02",),
        )
        for side in rules.sides
    ]
    lines.append(
        Fact(say("Initiative"), say("{side}", side=rules.side_name(s.initiative)), ("TI-SEQ-02", "TI-WIN-03"))
    )
    turn = next((step for step in s.stack if isinstance(step, Turn)), None)
    if turn is not None:
        some = counted(turn.left, say("1 action left"), say("{n} actions left", n=turn.left))
        left = say("no limit") if turn.alone else some
        lines.append(
            Fact(
                say("Turn"),
                say("{side}, {left}", side=rules.side_name(turn.who), left=left),
                ("TI-SEQ-03", "TI-SEQ-11"),
            )
        )
    if s.sight_limit:
        lines.append(Fact(say("Visibility"), _far(s.sight_limit), ("TI-SET-06",)))
    return Facts(say("Score"), (*lines, *objectives(seat)))


def _far(n: int) -> Say:
    return counted(n, say("limited to 1 hex"), say("limited to {n} hexes", n=n))


def command(seat: TiSeat) -> Pool:
    """TI-CMD-14, TI-CMD-19: command tokens in hand, and on the Initiative cards, where they stay."""
    s, rules = seat.s, seat.rules
    heaps = []
    for side in rules.sides:
        name = rules.side_name(side)
        heaps.append(
            Points(f"command.{side}", say("{side} command", side=name), s.command.get(side, 0), 0, side)
        )
        heaps.append(
            Points(f"pool.{side}", say("{side} initiative", side=name), s.pools.get(side, 0), 0, side)
        )
    return Pool("command", say("Command"), tuple(heaps), "TI-CMD-13")


def objectives(seat: TiSeat) -> list[Fact]:
    """TI-CMD-01: every objective, who controls it, and what it yields each round."""
    s, rules = seat.s, seat.rules
    lines = []
    for objective in s.mission.objectives:
        owner = s.control.get(objective.id)
        parts: list[Say] = [say("{side}", side=rules.side_name(owner)) if owner else say("uncontrolled")]
        for side, n in objective.vp_per_round.items():
            if n:
                name = rules.side_name(side)
                parts.append(
                    counted(
                        n,
                        say("1 point for the {side}s", side=name),
                        say("{n} points for the {side}s", n=n, side=name),
                    )
                )
        income = objective.command
        if income is not None:
            whose = say("the controlling side")
            if income.side != "neutral":
                whose = say("the {side}s", side=rules.side_name(income.side))
            parts.append(say("{n} command for {whose}", n=income.amount, whose=whose))
        text = parts[0]
        for part in parts[1:]:
            text = say("{a}; {b}", a=text, b=part)
        title = say("{title}", title=objective.title or objective.id.replace("-", " "))
        lines.append(Fact(title, text, ("TI-CMD-01",), (objective.hex,)))
    return lines


def _weapon(weapon: Weapon | None) -> str:
    return "" if weapon is None or not weapon.range else f"{weapon.range}/{weapon.fpr}"


def _units_table(seat: TiSeat) -> Table:
    """TI-UNIT-01: movement, range and firepower against squads and against vehicles, armour, capacity."""
    rows: list[tuple[str, tuple[str, ...]]] = []
    for side, nation in seat.rules.tables.nations.items():
        name = seat.rules.side_name(side)
        for figure in nation.figures.values():
            against = (_weapon(figure.inf), _weapon(figure.veh))
            if figure.suppressive is not None:
                against = (f"S {_weapon(figure.suppressive)}", f"N {_weapon(figure.normal)}")
            rows.append((f"{name} {figure.name}", (str(figure.mv), *against, "", "")))
        for vehicle in nation.vehicles.values():
            riders = str(vehicle.transport) if vehicle.transport else ""
            values = (str(vehicle.mv), _weapon(vehicle.inf), _weapon(vehicle.veh), str(vehicle.av), riders)
            rows.append((f"{name} {vehicle.name}", values))
    columns = ("Move", "Squads", "Vehicles", "Armour", "Carries")
    return Table("units", say("Units"), columns, tuple(rows), rule="TI-UNIT-01")


def results_table(seat: TiSeat) -> Table:
    """TI-ATK-17..22, TI-SUP-02..07: the effect of hits on a vehicle, and on a squad under suppressive fire."""
    tables = seat.rules.tables
    most = results.most(seat.rules) + 1
    columns = ("1 hit", *(f"{n} hits" for n in range(2, most - 1)), f"{most - 1}+ hits")

    def cells(row: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(row[min(n, len(row) - 1)] for n in range(1, most))

    rows = [
        (f"Vehicle, {'undamaged' if k == 'ok' else k}", cells(v)) for k, v in tables.vehicle_damage.items()
    ]
    rows += [(f"Suppressed squad, {k}", cells(v)) for k, v in tables.suppression.items()]
    return Table(RESULTS, say("Hits"), columns, tuple(rows), rule="TI-ATK-14", results=(ATTACK,))


def terrain_chart(seat: TiSeat) -> Table:
    """TI-TER: movement cost, cover and blocking of each kind of terrain."""
    rows = tuple(
        (
            ground.title,
            (
                "—" if ground.squad is None else str(ground.squad),
                "—" if ground.vehicle is None else str(ground.vehicle),
                str(ground.cover) if ground.cover else "",
                "blocks" if ground.blocks else "",
            ),
        )
        for ground in seat.rules.tables.terrain.values()
    )
    return Table("terrain", say("Terrain"), ("Squads", "Vehicles", "Cover", "Sight"), rows, rule="TI-TER-01")


def order_of_battle(seat: TiSeat) -> Roster:
    """Every unit this seat knows of, by side and kind, with its state."""
    entries = []
    for uid, unit in seat.s.units.items():
        if unit.at == UNSEEN:
            continue
        face = seat.face(uid)
        path = tuple(face.group.split("/")) if face is not None else (seat.rules.side_name(unit.side),)
        entries.append(RosterEntry(uid, unit.at, _status(seat, unit), path))
    return Roster("order_of_battle", say("Order of battle"), tuple(entries))


def _status(seat: TiSeat, unit: Unit) -> Say:
    if unit.at == DESTROYED:
        return say("destroyed")
    if unit.at == LOST:
        return say("lost")
    if unit.at.startswith("#due/"):
        return say("due at the end of round {n}", n=unit.at.rpartition("/")[2])
    if unit.inside:
        carrier = seat.s.units.get(unit.inside)
        return say("inside {vehicle}", vehicle=seat.rules.title(carrier) if carrier else unit.inside)
    if not unit.on_map:
        return say("not yet placed")
    words: list[Say] = []
    if unit.condition == "pinned":
        words.append(say("pinned"))
    elif unit.condition == "disrupted":
        words.append(say("disrupted"))
    if unit.damage == "light":
        words.append(say("lightly damaged"))
    elif unit.damage == "heavy":
        words.append(say("heavily damaged"))
    token = {"": say("fresh"), "fatigued": say("fatigued"), "op_fire": say("in op fire mode")}[unit.token]
    words.append(token)
    text = words[0]
    for word in words[1:]:
        text = say("{a}, {b}", a=text, b=word)
    return text


KEY: Final = "building"
TITLE: Final = say("Squads")
NOTHING: Final = say(
    "Squads are built before the first round; figures can be transferred in the Status Phase."
)


def workshop(seat: TiSeat) -> Workshop:
    """Empty while no squads are being built or changed. The other side's buttons are not shown."""
    step = seat.step
    if isinstance(step, BuildSquads):
        return _building(seat, step)
    if isinstance(step, Transfer):
        return _transfers(seat, step)
    return Workshop(key=KEY, title=TITLE, nothing=NOTHING)


def _kinds(seat: TiSeat, side: str) -> dict[str, str]:
    """Kind of figure -> its name, for a side."""
    printed = seat.rules.tables.nations[side].figures
    return {kind: printed[kind].name for kind in FIGURES}


def _able(seat: TiSeat, verb: str, uid: str) -> set[str]:
    """The kinds of figure with which a verb is offered for a base."""
    offer = next((o for o in seat.prompt.offers if o.verb == verb), None) if seat.decides else None
    return (
        {t.how for t in seat.targets(verb, (uid,))} if offer is not None and uid in offer.subjects else set()
    )


# ---- at set-up -------------------------------------------------------------------------------------------------------
def _building(seat: TiSeat, step: BuildSquads) -> Workshop:
    """TI-SET-09: the bases with their figures, the pool, and buttons to add and remove figures."""
    kinds = _kinds(seat, step.who)
    left = seat.s.pool.get(step.who, {})
    rows = [_base(seat, step, uid, kinds) for uid in bases(seat.s, step.who)]
    pool = tuple(Holding(text=str(left.get(kind, 0))) for kind in kinds)
    tokens = ", ".join(
        f"{left[key]} {seat.rules.tables.specializations[key].title.lower()}"
        for key in TOKENS
        if left.get(key)
    )
    rows.append(Bench(say=say("Left in the pool"), cells=(*pool, Holding(text=tokens), Holding())))
    return Workshop(
        key=KEY,
        title=TITLE,
        columns=(*kinds.values(), "Token", "Free slots"),
        rows=tuple(rows),
        note=say(
            "Each base has four slots; a crew-served weapon takes two and cannot be combined with a token."
        ),
        rule=step.rule,
    )


def _base(seat: TiSeat, step: BuildSquads, uid: str, kinds: dict[str, str]) -> Bench:
    unit = seat.s.units[uid]
    name = seat.rules.title(unit)
    more, less = _able(seat, "add_to_base", uid), _able(seat, "take_from_base", uid)
    cells = []
    for kind in kinds:
        figure = names.figures({kind: 1})
        add = Choice(
            say("Add"),
            Action("add_to_base", (uid,), how=kind),
            say("{name}: add {figure}", name=name, figure=figure),
        )
        take = Choice(
            say("Remove"),
            Action("take_from_base", (uid,), how=kind),
            say("{name}: remove {figure}", name=name, figure=figure),
            back=True,
        )
        cells.append(
            Holding(
                text=str(unit.figures.get(kind, "")),
                less=take if kind in less else None,
                more=add if kind in more else None,
            )
        )
    free = SLOTS - slots(seat.rules, step.who, unit.figures)
    token = seat.rules.tables.specializations[unit.specialization].title if unit.specialization else ""
    return Bench(
        say=name,
        unit=uid,
        cells=(*cells, Holding(text=token), Holding(text=str(free))),
        choices=tuple(_tokens(seat, uid)),
    )


def _tokens(seat: TiSeat, uid: str) -> Iterator[Choice]:
    """Buttons that give a squad a token, or return the one it has."""
    name = seat.called(uid)
    for key in TOKENS:
        if key in _able(seat, "specialize", uid):
            title = seat.rules.tables.specializations[key].title
            help_ = say("{name}: {token}", name=name, token=title)
            yield Choice(say("{token}", token=title), Action("specialize", (uid,), how=key), help_)
    if _able(seat, "unspecialize", uid):
        help_ = say("{name}: no token", name=name)
        yield Choice(say("No token"), Action("unspecialize", (uid,)), help_, back=True)


# ---- in the Status Phase ---------------------------------------------------------------------------------------------
def _transfers(seat: TiSeat, step: Transfer) -> Workshop:
    """TI-STA-13: squads in the same hex, and every figure that can be transferred between them."""
    s, kinds = seat.s, _kinds(seat, step.who)
    rows = []
    for uid, unit in s.units.items():
        if unit.side != step.who or not unit.on_map or not unit.squad or not mates(s, seat.board, uid):
            continue
        held = tuple(Holding(text=str(unit.figures.get(kind, ""))) for kind in kinds)
        title = say("{unit} in {hex}", unit=seat.rules.title(unit), hex=unit.at)
        rows.append(Bench(say=title, unit=uid, cells=held, choices=tuple(_gifts(seat, uid))))
    return Workshop(
        key=KEY,
        title=TITLE,
        columns=tuple(kinds.values()),
        rows=tuple(rows),
        note=say("Figures may be transferred between squads in the same hex."),
        nothing=say("No two squads are in the same hex."),
        rule=step.rule,
    )


def _gifts(seat: TiSeat, uid: str) -> Iterator[Choice]:
    """Every figure it can give, and to whom."""
    offer = next((o for o in seat.prompt.offers if o.verb == "transfer"), None) if seat.decides else None
    if offer is None or uid not in offer.subjects:
        return
    giver = seat.called(uid)
    for target in seat.targets("transfer", (uid,)):
        figure, taker = names.figures({target.how: 1}), seat.called(target.object)
        text: Say = say("Give {figure} to {taker}", figure=figure, taker=taker)
        help_ = say("{giver} gives {figure} to {taker}", giver=giver, figure=figure, taker=taker)
        yield Choice(text, Action("transfer", (uid,), target.object, target.how), help_)
