"""`hexbench study`: what may come of a plan, and who is likely to win, as text or as JSON. Every line is printed as it is there."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import msgspec

from hexbench import bootstrap
from hexbench.cli_words import count, seed
from hexbench.engine.values import Action, Refused, Wrong
from hexbench.store.strict import BadFile, convert, parse_json, read_text

if TYPE_CHECKING:
    from hexbench.cluster import Cluster
    from hexbench.session.game import Bound, LoadedScenario
    from hexbench.session.session import Session
    from hexbench.study.odds import Answer, Line, Odds, Question
    from hexbench.study.playing import Gap, Played, Standing, Start
    from hexbench.study.playout import GameResult
    from hexbench.study.review import Review
    from hexbench.study.severing import Rerouted

    Play = Callable[[Start, Iterable[int]], Iterator[Played]]

J = TypeVar("J")
G = TypeVar("G")
_LONGEST_PLAN = 2**20
"""Bytes in a file with a plan."""
CLUSTER = "play on a Dask cluster, such as tcp://host:8786 (docs/cluster.md)"
_SHORT = 24
"""Letters of a fraction that are still read as one."""


def _opened(game: str) -> AbstractContextManager[Session]:
    """A saved game or a scenario; what opens one is loaded for it alone."""
    from hexbench.session.opening import opened

    return opened(bootstrap.catalogue(), game)


def add_parser(
    commands: argparse._SubParsersAction[argparse.ArgumentParser],
    run: Callable[[argparse.Namespace], int],
) -> None:
    """Add the commands; ``run`` prints what ``lines`` of the parsed arguments gives, line by line."""
    study = commands.add_parser(
        "study", help="calculate what a plan may lead to, or who is likely to win (docs/study.md)"
    )
    what = study.add_subparsers(title="what", metavar="WHAT", required=True)
    where = {
        "metavar": "FILE or GAME/SCENARIO",
        "help": "a saved game at its current position, or a scenario",
    }

    odds = what.add_parser(
        "odds", help="the exact odds after a plan: who holds a hex, which units survive, the score"
    )
    odds.add_argument("game", **where)  # type: ignore[arg-type]
    odds.add_argument("--side", default="", help="the side that asks (default: the one to decide)")
    odds.add_argument(
        "--do",
        action="append",
        default=[],
        metavar="ACTION",
        help='one step of the plan: "VERB UNIT,UNIT OBJECT HOW", with a dash for a missing part; may be repeated',
    )
    odds.add_argument(
        "--plan", default="", metavar="FILE", help="a JSON file with the plan: a list of actions"
    )
    odds.add_argument(
        "--hex", action="append", default=[], metavar="HEX", help="ask who holds this hex; may be repeated"
    )
    odds.add_argument(
        "--unit",
        action="append",
        default=[],
        metavar="UNIT[:FIELD,...]",
        help="ask whether this unit survives, and in what state; may be repeated",
    )
    odds.add_argument(
        "--supply",
        action="append",
        default=[],
        metavar="UNIT",
        help="ask whether this unit is in supply; may be repeated",
    )
    odds.add_argument(
        "--score", action="store_true", help="ask for the score (the default if nothing else is asked)"
    )
    odds.add_argument(
        "--own",
        default="default",
        metavar="WHO",
        help="who answers for the side that asks: default, a level, or best",
    )
    odds.add_argument(
        "--enemy",
        default="default",
        metavar="WHO",
        help="who answers for the enemy: default, a level, or best (the worst for the side that asks)",
    )
    odds.add_argument(
        "--until",
        default="combat",
        metavar="WHEN",
        help="how far to play on: combat (the end of the combats), a phase, end, or a number of actions",
    )
    odds.add_argument(
        "--worlds",
        type=count,
        default=8,
        help="number of possible positions to try where something is hidden",
    )
    odds.add_argument("--cap", type=count, default=20_000, help="actions to try before the rest is sampled")
    odds.add_argument("--samples", type=count, default=1_000, help="lines of play to sample then")
    odds.add_argument("--seed", type=seed, default=0, help="seed for the possible positions and the samples")
    odds.add_argument("--json", action="store_true", help="print one JSON object")
    odds.set_defaults(run=run, lines=_odds_lines)

    chance = what.add_parser(
        "chance", help="the chance to win and the expected score, from games between opponents"
    )
    chance.add_argument("game", **where)  # type: ignore[arg-type]
    chance.add_argument("--side", default="", help="the side that asks (default: the one to decide)")
    chance.add_argument(
        "--opponents", default="random", help="one opponent for all sides, or one for each: middle,quick"
    )
    chance.add_argument(
        "--games",
        type=count,
        default=96,
        help="number of games; 96 give the chance to within 10 percentage points",
    )
    chance.add_argument(
        "--processes",
        type=count,
        default=0,
        help="games to play in parallel, each in its own process (default: one per CPU for 16 games or more)",
    )
    chance.add_argument("--cluster", default="", metavar="ADDRESS", help=CLUSTER)
    chance.add_argument("--seed", type=seed, default=0, help="number of the first game; the others follow on")
    chance.add_argument("--most", type=count, default=50_000, help="actions after which a game is cut short")
    chance.add_argument("--json", action="store_true", help="print one JSON object")
    chance.add_argument(
        "--against",
        default="",
        metavar="FILE or GAME/SCENARIO",
        help="compare with another position of the game by playing the same games from both",
    )
    chance.set_defaults(run=run, lines=_chance_lines)

    supply = what.add_parser(
        "supply", help="supply if a unit or bridge were gone or a hex taken, and the worst hexes to lose"
    )
    supply.add_argument("game", **where)  # type: ignore[arg-type]
    supply.add_argument(
        "--side", default="", help="the side whose supply is shown (default: the one to decide)"
    )
    for name, metavar, text in (
        ("unit", "UNIT", "suppose that this unit is gone; may be repeated"),
        ("bridge", "HEXSIDE", "suppose that this bridge is gone; may be repeated"),
        ("hex", "HEX", "suppose that the enemy holds this hex; may be repeated"),
    ):
        supply.add_argument(f"--{name}", action="append", default=[], metavar=metavar, help=text)
    supply.add_argument(
        "--worst",
        type=count,
        default=12,
        help="how many of the worst hexes to list if nothing is supposed",
    )
    supply.add_argument("--json", action="store_true", help="print one JSON object")
    supply.set_defaults(run=run, lines=_supply_lines)

    review = what.add_parser(
        "review",
        help="review the game so far: its value turn by turn, luck and decisions, and what cost most",
    )
    review.add_argument("game", metavar="FILE", help="a saved game, reviewed up to its current position")
    review.add_argument(
        "--side",
        default="",
        help="the side that asks, where something is hidden; a finished game is shown in full",
    )
    review.add_argument(
        "--level",
        default="",
        help="the level that judges what would have been better (default: the strongest; -: none)",
    )
    review.add_argument(
        "--since", type=int, default=0, metavar="N", help="judge only decisions from action N on"
    )
    review.add_argument("--json", action="store_true", help="print one JSON object")
    review.set_defaults(run=run, lines=_review_lines)


# ---- odds ------------------------------------------------------------------------------------------------------------
def _odds_lines(given: argparse.Namespace) -> Iterator[str]:
    """What `study odds` prints. Raises BadFile."""
    from hexbench.study.odds import odds

    with _opened(given.game) as session:
        side = _side(session, given.side)
        rules = session.rules
        try:
            found = odds(
                session.game,
                rules,
                rules.view(session.state, side),
                side,
                tuple(_questions(given)),
                _plan(given),
                own=given.own,
                enemy=given.enemy,
                until=given.until,
                worlds=given.worlds,
                cap=given.cap,
                samples=given.samples,
                seed=given.seed,
            )
        except (Refused, Wrong) as fault:
            raise BadFile(str(fault)) from None
        yield from _json({**_plain(found), "exact": found.exact}) if given.json else _odds_text(found)


def _side(session: Session, name: str) -> str:
    if not name:
        if session.decider is None:
            raise BadFile("The game is over.")
        return session.decider
    if name not in session.rules.sides:
        raise BadFile(f'There is no side "{name}" here; there are {", ".join(session.rules.sides)}.')
    return name


def _questions(given: argparse.Namespace) -> Iterator[Question]:
    from hexbench.study.odds import Question

    for ref in given.hex:
        yield Question("hex", ref)
    for text in given.unit:
        ref, _, fields = text.partition(":")
        yield Question("unit", ref, tuple(filter(None, fields.split(","))))
    for ref in given.supply:
        yield Question("supply", ref)
    if given.score or not (given.hex or given.unit or given.supply):
        yield Question("score")


def _plan(given: argparse.Namespace) -> tuple[Action, ...]:
    """The plan, first what is in the file. Raises BadFile."""
    plan: tuple[Action, ...] = ()
    if given.plan:
        plan = convert(
            parse_json(read_text(Path(given.plan), _LONGEST_PLAN), given.plan),
            tuple[Action, ...],
            given.plan,
        )
    return (*plan, *map(_action, given.do))


def _action(text: str) -> Action:
    verb, *rest = text.split()[:4] or [""]
    subject, object_, how = ("" if part == "-" else part for part in (*rest, "", "", "")[:3])
    return Action(verb, tuple(filter(None, subject.split(","))), object_, how)


def _odds_text(found: Odds) -> Iterator[str]:
    for answer in found.answers:
        yield str(answer.say)
        yield from _answer_text(answer)
    yield (
        f"{found.positions} positions, {found.merged} of them reached again; {found.applied} actions tried, "
        f"{found.ends} different ends, {found.worlds} {'world' if found.worlds == 1 else 'worlds'}; "
        f"{'all exact' if found.exact else f'{found.sampled:.1%} sampled'}"
    )
    for left in found.left:
        yield f"Step {left.step} of the plan ({left.action.verb}) cannot be carried out or is never reached: {left.chance:.1%}"
    yield from map(str, found.notes)


def _answer_text(answer: Answer) -> Iterator[str]:
    most = 12
    wide = max((len(str(line.say)) for line in answer.lines[:most]), default=0)
    for line in answer.lines[:most]:
        yield f"  {line.say!s:{wide}} {_chance_text(line)}"
    if len(answer.lines) > most:
        rest = sum(line.chance for line in answer.lines[most:])
        yield f"  {f'{len(answer.lines) - most} others':{wide}} {rest:>7.2%}"
    for mean in answer.means:
        error = f" (standard error {mean.error:.2f})" if mean.error is not None else ""
        yield f"  expected of {mean.side}: {mean.mean:.3f}{error}"
    if answer.question.about == "score":
        yield f"  {answer.yes.say}: {_chance_text(answer.yes).strip()}"


def _chance_text(line: Line) -> str:
    if line.exact:
        return f"{line.chance:>7.2%}" + (
            f"  {line.exact}" if "/" in line.exact[:_SHORT] == line.exact else ""
        )
    return f"{line.chance:>7.2%}  between {line.low:.1%} and {line.high:.1%}"


# ---- chance ----------------------------------------------------------------------------------------------------------
def _chance_lines(given: argparse.Namespace) -> Iterator[str]:
    """What `study chance` prints: each game as it is there, then the figures; so too when it is interrupted. Raises BadFile."""
    from hexbench.study.playing import ProcessLost, Start, standing

    with _opened(given.game) as session, _players(given, session) as play:
        side = _side(session, given.side)
        rules = session.rules
        start = Start.of(rules, rules.view(session.state, side), side)
        if given.against:
            yield from _against(given, session, side, play, start)
            return
        numbers = range(given.seed, given.seed + given.games)
        games: list[Played] = []
        found = play(start, numbers)
        try:
            for one in found:
                games.append(one)
                if not given.json:
                    yield _game_text(one)
        except KeyboardInterrupt:
            yield from () if given.json else (f"Stopped after {len(games)} of {given.games} games.",)
        except ProcessLost as fault:
            raise BadFile(str(fault)) from None
        finally:
            found.close()  # type: ignore[attr-defined]
        total = standing(rules.sides, games)
        if given.json:
            yield from _json({**_plain(total), "played": [_plain(one) for one in games]})
        else:
            yield from _standing_text(total)


@contextmanager
def _players(given: argparse.Namespace, session: Session) -> Iterator[Play]:
    """What plays games, here or on a cluster. Raises BadFile."""
    from hexbench.study.playing import play_games, usual_processes
    from hexbench.study.playout import makers_of

    names = tuple(given.opponents.split(","))
    try:
        makers = makers_of(session.game, names)
    except ValueError as fault:
        raise BadFile(str(fault)) from None
    if not given.cluster:
        yield lambda start, numbers: play_games(
            session.rules,
            makers,
            start,
            numbers,
            processes=given.processes or usual_processes(given.games),
            most=given.most,
        )
        return
    from hexbench.cluster import Job, play_afar

    with on_cluster(given.cluster, session.bound) as cluster:
        yield lambda start, numbers: play_afar(
            cluster, Job.of(session.bound, names, start, given.most), numbers
        )


@contextmanager
def on_cluster(address: str, bound: Bound) -> Iterator[Cluster]:
    """A cluster that can play a game; workers that cannot are told of on the error output. Raises BadFile."""
    from hexbench.cluster import Cluster, NoCluster, Unfit, header_for

    try:
        with Cluster(address, header_for(bound)) as cluster:
            for worker, why in cluster.refused.items():
                sys.stderr.write(f"{worker} is left out. {why}\n")
            yield cluster
    except (NoCluster, Unfit) as fault:
        raise BadFile(str(fault)) from None


def in_processes(play: Callable[[J], G], jobs: Sequence[J], most: int) -> Iterator[G]:
    """What ``play`` makes of each job, in their order, in processes of their own. Raises BadFile when one of these is killed."""
    from concurrent.futures import ProcessPoolExecutor
    from concurrent.futures.process import BrokenProcessPool

    from hexbench.processes import spawning

    with ProcessPoolExecutor(min(most, len(jobs)), mp_context=spawning()) as pool:
        try:
            yield from pool.map(play, jobs)
        except BrokenProcessPool:
            raise BadFile("A process playing games has ended unexpectedly.") from None


def matches_afar(
    given: argparse.Namespace, loaded: LoadedScenario, names: tuple[str, ...]
) -> Iterator[tuple[GameResult, float]]:
    """The games of `hexbench play-out` on a cluster. Raises BadFile."""
    from hexbench.cluster import Job, Unfit, play_match
    from hexbench.study.playing import ProcessLost, Start
    from hexbench.study.playout import MOST

    def jobs() -> Iterator[tuple[Job, int, bool]]:
        for number in range(given.seed, given.seed + given.games):
            start = Start(loaded.rules.pack(loaded.begin(number).state), None)
            yield Job.of(loaded.bound, names, start, MOST), number, given.check

    with on_cluster(given.cluster, loaded.bound) as cluster:
        try:
            yield from cluster.each(play_match, jobs())
        except (ProcessLost, Unfit) as fault:
            raise BadFile(str(fault)) from None


def _against(
    given: argparse.Namespace, session: Session, side: str, play: Play, start: Start
) -> Iterator[str]:
    from hexbench.study.playing import ProcessLost, Start, compared

    rules = session.rules
    with _opened(given.against) as other:
        same = (
            other.game.key == session.game.key,
            other.bound.map_digest == session.bound.map_digest,
            other.bound.tables_digest == session.bound.tables_digest,
            other.bound.options == session.bound.options,
        )
        if not all(same):
            raise BadFile(
                "Only two positions of the same game, with the same map, tables and options, can be compared."
            )
        starts = (start, Start.of(rules, rules.view(other.state, side), side))
    numbers = range(given.seed, given.seed + given.games)
    games: list[list[Played]] = [[], []]
    runs = [play(one, numbers) for one in starts]
    try:
        for pair in zip(*runs, strict=False):
            for mine, one in zip(games, pair, strict=True):
                mine.append(one)
            if not given.json:
                yield " | ".join(map(_game_text, pair))
    except KeyboardInterrupt:
        yield from () if given.json else (f"Stopped after {len(games[1])} of {given.games} pairs.",)
    except ProcessLost as fault:
        raise BadFile(str(fault)) from None
    finally:
        for run in runs:
            run.close()  # type: ignore[attr-defined]
    found = compared(rules.sides, *games)
    if given.json:
        yield from _json(_plain(found))
        return
    yield f"First: {given.game}"
    yield from list(_standing_text(found.first))[:-1]
    yield f"Second: {given.against}"
    yield from list(_standing_text(found.second))[:-1]
    yield f"What the second gains over the first ({found.pairs} pairs, {found.turned} with a different winner)"
    for gap in found.chances:
        yield f"  chance of {gap.side}: {gap.mean:+.1%}{_gap_text(gap, '{:+.1%}')}"
    for gap in found.scores:
        yield f"  score of {gap.side}: {gap.mean:+.2f}{_gap_text(gap, '{:+.2f}')}"
    yield "Between: the true difference lies there in 95 cases out of 100."


def _gap_text(gap: Gap, form: str) -> str:
    if gap.low is None or gap.high is None:
        return ""
    return f", between {form.format(gap.low)} and {form.format(gap.high)}"


def _game_text(one: Played) -> str:
    score = " ".join(f"{side} {points}" for side, points in one.score)
    how = (one.winner or "nobody") if one.ended else "cut short"
    return f"game {one.number}: {how}{f' ({score})' if score else ''}, {one.actions} actions, {one.digest}"


def _standing_text(total: Standing) -> Iterator[str]:
    cut = f", {total.cut} cut short" if total.cut else ""
    yield f"{total.games} games{cut}"
    rows = [(one.side or "nobody", one) for one in total.rates]
    wide = max((len(name) for name, _ in rows), default=0)
    for name, rate in rows:
        yield (
            f"  {name:{wide}} won {rate.wins:>4}: {rate.chance:>6.1%}, between {rate.low:.1%} and {rate.high:.1%}"
        )
    for one in total.scores:
        error = f" (standard error {one.error:.2f})" if one.error is not None else ""
        yield f"  expected of {one.side}: {one.mean:.2f}{error}"
    yield "Between: the true chance lies there in 95 cases out of 100."


# ---- supply ----------------------------------------------------------------------------------------------------------
def _supply_lines(given: argparse.Namespace) -> Iterator[str]:
    """What `study supply` prints. Raises BadFile."""
    from hexbench.study.severing import Thought, cut_most, sever

    with _opened(given.game) as session:
        side = _side(session, given.side)
        rules = session.rules
        view = rules.view(session.state, side)
        changes = [
            *(Thought("unit", ref) for ref in given.unit),
            *(Thought("bridge", ref) for ref in given.bridge),
            *(Thought("hex", ref) for ref in given.hex),
        ]
        try:
            found = sever(rules, view, side, changes)
            cuts = () if changes else cut_most(rules, view, side, most=given.worst)
        except Wrong as fault:
            raise BadFile(str(fault)) from None
    if given.json:
        yield from _json({"supply": [_plain(one) for one in found], "cuts": [_plain(one) for one in cuts]})
        return
    for one in found:
        after = f"; then {one.left} of {one.remain}" if changes else ""
        yield f"{one.side}: {one.fed} of {one.units} units in supply{after}"
        for unit in one.changed:
            yield f"  {unit.unit}: {_supply_text(unit)}"
    if cuts:
        yield "Worst hexes to lose:"
    for cut in cuts:
        held = f" (held by {', '.join(cut.held)})" if cut.held else ""
        yield f"  {cut.hex}  {len(cut.units):>3}  {', '.join(cut.units)}{held}"
    if not cuts and not changes:
        yield "There is no single hex whose loss would cut off a unit."


def _supply_text(one: Rerouted) -> str:
    if one.after is None:
        return "gone"
    if one.before != one.after:
        line = f", by {' '.join(one.other)}" if one.after else ""
        return f"{'in supply again' if one.after else 'cut off'}{line}"
    return f"by {' '.join(one.other)}, no longer by {' '.join(one.line)}"


# ---- review ----------------------------------------------------------------------------------------------------------
def _review_lines(given: argparse.Namespace) -> Iterator[str]:
    """What `study review` prints. Raises BadFile."""
    from hexbench.session.reviewing import NO_LEVEL, best_level, no_review, played, seen_by
    from hexbench.session.saved_history import Unreachable
    from hexbench.study.review import review

    with _opened(given.game) as session:
        none = no_review(session)
        if none is not None:
            raise BadFile(str(none))
        side = given.side or session.decider
        if side is not None and side not in session.rules.sides:
            raise BadFile(f'There is no side "{side}" here; there are {", ".join(session.rules.sides)}.')
        level = "" if given.level == "-" else given.level or best_level(session)
        if level and level not in session.game.opponents:
            raise BadFile(
                f'{session.game.title} has no opponent "{level}"; '
                f"it has {', '.join(session.game.opponents) or 'none'}."
            )
        try:
            line = played(session).line
        except Unreachable as fault:
            raise BadFile(str(fault.say)) from None
        eyes = seen_by(session, side)
        told: Review | None = None
        try:
            for told in review(  # noqa: B007 - the last that was told is what is printed
                session.game, session.rules, line, side=eyes, level=level, since=given.since
            ):
                pass
        except KeyboardInterrupt:
            pass
        if told is None:
            return
        if given.json:
            found = _plain(told)
            for one, decision in zip(found["decisions"], told.decisions, strict=True):
                one.pop("world", None)
                one["cost"] = decision.cost
            yield from _json(found)
            return
        yield from _review_text(told)
        if not level and given.level != "-":
            yield str(NO_LEVEL)


def _review_text(told: Review) -> Iterator[str]:
    yield f"{'turn':<24}{'actions':>8}{'value':>9}{'luck':>9}{'decisions':>11}   for {told.first}"
    yield f"{'':<24}{0:>8}{told.begins:>9.2f}"
    for one in told.turns:
        yield f"{one.turn[:23]:<24}{one.steps:>8}{one.value:>9.2f}{one.luck:>+9.2f}{one.decisions:>+11.2f}"
    if told.throws:
        yield "Biggest luck:"
    for throw in told.throws:
        fell = " ".join(map(str, throw.numbers))
        yield f"  {throw.luck:>+7.2f}  {throw.turn}, {throw.side}: {throw.action.verb} (action {throw.step + 1}) rolled {fell}"
    if told.level:
        none = "" if told.decisions else " none"
        yield f"Costliest decisions ({told.judged} of {told.phases} phases replayed by {told.level}):{none}"
    for decision in told.decisions:
        error = "" if decision.error is None else f" (standard error {decision.error:.2f})"
        yield (
            f"  {decision.cost:>7.2f}  {decision.turn}, {decision.side}, {decision.phase} (from action {decision.step + 1}): "
            f"gained {decision.gained:+.2f}, the computer {decision.would:+.2f}{error}"
        )
    yield from map(str, told.notes)


def _plain(value: Any) -> dict[str, Any]:
    from hexbench.session.to_json import plain

    found: dict[str, Any] = plain(value)
    return found


def _json(found: dict[str, Any]) -> Sequence[str] | Iterable[str]:
    return (msgspec.json.encode(found).decode(),)
