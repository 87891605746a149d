"""The engine on the toy games: random play, and what a step consists of."""

from __future__ import annotations

import time
from collections.abc import Iterator

from hexbench.engine.opponent import RandomOpponent
from tests.bench._timing import median_us, record
from tests.laws.case import Case, load_case
from tests.laws.catalogue import all_laws
from tests.laws.walk import Chance, play_games

CASES = ("ridge/meeting", "patrol/crossroads")
SECONDS = 2.0


def measure() -> Iterator[dict[str, object]]:
    """Every figure of the toys."""
    for name in CASES:
        case = load_case(name)
        yield from _random_play(case)
        yield from _parts(case)
        report = play_games(case, all_laws, games=5)
        note = f"{len(report.checks)} laws, {sum(report.checks.values())} checks in {report.actions} actions"
        yield record(f"lawful_actions_per_s.{case.game}", report.actions / report.seconds, "1/s", note)


def _random_play(case: Case) -> Iterator[dict[str, object]]:
    """Whole random games: a view, a prompt and targets at every step."""
    rules = case.rules
    games = actions = 0
    begin = time.process_time()
    while time.process_time() - begin < SECONDS:
        state = case.begin(games).state
        player, chance = RandomOpponent(), Chance(games)
        while (side := rules.decider(state)) is not None:
            action, _ = player.choose(rules.seat(state, side), chance)
            state = rules.apply(state, action, trusted=True).state
            actions += 1
        games += 1
    spent = time.process_time() - begin
    note = f"{games} random games of {case.name}, {actions / games:.0f} actions a game, view, prompt and targets each"
    yield record(f"random_actions_per_s.{case.game}", actions / spent, "1/s", note)
    yield record(f"random_games_per_s.{case.game}", games / spent, "1/s", note)


def _parts(case: Case) -> Iterator[dict[str, object]]:
    """One step, part by part, on the first position."""
    rules = case.rules
    state = case.begin(1).state
    side = rules.decider(state)
    seat = rules.seat(state, side)
    offer = seat.prompt.offers[0]
    subject = offer.subjects[:1]
    unit = offer.subjects[0]

    def change() -> object:
        play = rules.play_type(rules, state, None)
        play.put(unit, at=state.units[unit].at)
        return play.close()

    size = f"{len(state.units)} units"
    yield record(
        f"state_copy_us.{case.game}", median_us(change), "us", f"{size}, one changed, board included"
    )
    yield record(f"view_us.{case.game}", median_us(lambda: rules.view(state, side)), "us", size)
    yield record(
        f"prompt_us.{case.game}",
        median_us(lambda: rules.seat(state, side).prompt),
        "us",
        "view, seat and all offers",
    )
    yield record(
        f"targets_us.{case.game}",
        median_us(lambda: rules.seat(state, side).targets(offer.verb, subject)),
        "us",
        f"view, seat and {len(seat.targets(offer.verb, subject))} targets with routes",
    )
    yield record(
        f"pack_us.{case.game}", median_us(lambda: rules.pack(state)), "us", f"{len(rules.pack(state))} bytes"
    )
