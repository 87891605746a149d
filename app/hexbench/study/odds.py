"""Odds of a whole planned turn: who holds a hex at the end, whether a unit survives, what the score is, each with its chance.

All from the view of the asking side. What it cannot see is imagined several times, and the chances are the mean of
those worlds. In each world they are exact: every number the dice can show is tried (:mod:`hexbench.study.branching`).
Only what is still open after a given number of applied actions is sampled, with bounds.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any, Final, Literal

from msgspec.structs import replace

from hexbench.engine.documents.fields import EditableField
from hexbench.engine.rules import GameDef, Rules
from hexbench.engine.seat import no_verb
from hexbench.engine.state import Dice
from hexbench.engine.values import Action, Refused, Say, Value, Wrong, counted, say
from hexbench.study.branching import Branching, Ends, Watch
from hexbench.study.course import COMBAT, Answers, Course
from hexbench.study.playing import mean_and_error, wilson
from hexbench.study.playout import Chance
from hexbench.study.severing import needs_supply

AnyRules = Rules[Any, Any, Any]

MOST_APPLIED: Final = 20_000
"""Actions that are applied before what is still open is sampled."""
_SAMPLES: Final = 1000
"""Lines drawn from what is open: if everything is open, a chance is known to within 3 in 100."""
_WORLDS: Final = 8
BEST: Final = "best"
DEFAULT: Final = "default"
GONE: Final = "gone"
UNSEEN: Final = "unseen"
SUPPLIED, CUT_OFF, EXEMPT = "supplied", "cut_off", "exempt"
_ALIVE: Final = "alive"
NOBODY: Final = "nobody"
_SUPPLY: Final = {
    SUPPLIED: say("is in supply"),
    CUT_OFF: say("is out of supply"),
    EXEMPT: say("needs no supply"),
    GONE: say("is not on the map"),
}


class Question(Value, frozen=True):
    """What is asked about the end: who holds the hex ``ref``, what has become of the unit ``ref``, whether it is in
    supply, or what the score is.

    ``fields`` are the keys in the game's table of fields of what is told about a unit besides whether it survives;
    empty: the fields in which the sides of its counter differ.
    """

    about: Literal["hex", "unit", "supply", "score"]
    ref: str = ""
    fields: tuple[str, ...] = ()


class Line(Value, frozen=True, kw_only=True):
    """One possible answer and its chance; ``exact`` is the chance as a fraction, empty if part of it was sampled.

    The true chance then lies between ``low`` and ``high`` in 95 cases out of 100.
    """

    value: str
    say: Say
    chance: float
    low: float
    high: float
    exact: str = ""


class Mean(Value, frozen=True, kw_only=True):
    """The expected score of one side; ``error`` is the standard error of what was sampled, None if nothing was."""

    side: str
    mean: float
    exact: str = ""
    error: float | None = None


class Answer(Value, frozen=True, kw_only=True):
    """What the odds say about one question. ``yes`` is the chance that the asking side holds the hex, that the unit
    survives, that it survives and is in supply, or that the side is ahead; ``lines`` are all possible answers, the
    likeliest first.
    """

    question: Question
    say: Say
    yes: Line
    lines: tuple[Line, ...]
    means: tuple[Mean, ...] = ()


class Left(Value, frozen=True, kw_only=True):
    """A step of the plan, counted from 1, and the chance that it could not be done or was never reached."""

    step: int
    action: Action
    chance: float


class Odds(Value, frozen=True, kw_only=True):
    """The answers, and how they were found. ``sampled`` is the share of all chances that was sampled, by ``samples`` lines.

    ``worlds`` different worlds were imagined (1 if the side sees everything); ``positions`` were looked at,
    ``merged`` times a position was reached that was known already, and there were ``ends`` different ends.
    """

    side: str
    answers: tuple[Answer, ...]
    worlds: int
    applied: int
    positions: int
    merged: int
    ends: int
    sampled: float = 0.0
    samples: int = 0
    left: tuple[Left, ...] = ()
    notes: tuple[Say, ...] = ()

    @property
    def exact(self) -> bool:
        """Whether nothing was sampled, so that the chances are exact in the worlds that were imagined."""
        return not self.sampled


def odds(
    game: GameDef,
    rules: AnyRules,
    view: Any,
    side: str,
    questions: Sequence[Question],
    plan: Sequence[Action] = (),
    *,
    own: str = DEFAULT,
    enemy: str = DEFAULT,
    until: str = COMBAT,
    worlds: int = _WORLDS,
    cap: int = MOST_APPLIED,
    samples: int = _SAMPLES,
    seed: int = 0,
    whole: bool = False,
    stop: Callable[[], bool] | None = None,
    watch: Watch | None = None,
) -> Odds:
    """The odds of ``questions`` after ``plan`` has been carried out and play has gone on ``until`` (see :class:`Course`).

    ``own`` and ``enemy`` say how what the plan leaves open is answered: ``default``, a level of the game's opponents,
    or ``best``: what is best for that side by the first question, and between equals by the next ones. ``stop`` is
    called repeatedly and ends the search with what is known so far; ``watch`` is told the progress. ``view`` is what
    ``side`` sees, or with ``whole`` the whole position. The same arguments always give the same odds. Raises Refused
    for a plan that cannot begin, and Wrong for what does not exist.
    """
    judging = _Judging(rules, view, side, questions)
    answers = _answers(game, rules.sides, side, own, enemy)
    _begin(rules, view, side, plan)
    course = Course(rules, game.phases, side, plan, answers, until)
    begun = imagined_worlds(rules, view, side, 1 if whole else worlds, seed, whole=whole)
    search = Branching(course, judging.judge, judging.worth, cap, stop, watch)
    ends = search.run([(share, world) for share, world in begun], samples, Chance(seed + 1))
    return Odds(
        side=side,
        answers=tuple(judging.answer(number, ends) for number in range(len(questions))),
        worlds=len(begun),
        applied=search.applied,
        positions=ends.positions,
        merged=ends.merged,
        ends=ends.different,
        sampled=float(ends.open),
        samples=len(ends.sampled),
        left=tuple(
            Left(step=number, action=action, chance=float(chance))
            for number, (action, chance) in enumerate(zip(plan, ends.dropped, strict=True), 1)
            if chance
        ),
        notes=tuple(_notes(rules, side, answers, begun, ends, whole)),
    )


def imagined_worlds(
    rules: AnyRules, view: Any, side: str, count: int, seed: int, *, whole: bool = False
) -> list[tuple[Fraction, Any]]:
    """Worlds that look like ``view`` to ``side``, with their shares; equal worlds are counted as one."""
    if whole or type(rules).hide is Rules.hide:
        return [(Fraction(1), replace(view, dice=Dice()))]
    found: dict[bytes, tuple[int, Any]] = {}
    for number in range(count):
        world = replace(rules.imagine(view, side, Chance(seed * count + number).number), dice=Dice())
        packed = rules.pack(world)
        found[packed] = (found.get(packed, (0, world))[0] + 1, world)
    return [(Fraction(times, count), world) for times, world in found.values()]


def _answers(game: GameDef, sides: Iterable[str], side: str, own: str, enemy: str) -> dict[str, Answers]:
    for name in (own, enemy):
        if name not in (DEFAULT, BEST) and name not in game.opponents:
            known = ", ".join(dict.fromkeys((DEFAULT, BEST, *game.opponents)))
            raise Wrong(
                say(
                    "There is no opponent called {name} to answer; there are {known}.", name=name, known=known
                )
            )
    out: dict[str, Answers] = {}
    for one in sides:
        name = own if one == side else enemy
        if name == BEST:
            out[one] = Answers(best=1 if one == side else -1)
        else:
            out[one] = Answers(None if name == DEFAULT else game.opponents[name])
    return out


def _begin(rules: AnyRules, view: Any, side: str, plan: Sequence[Action]) -> None:
    """Raise Refused or Wrong if the plan cannot begin."""
    if rules.decider(view) is None:
        raise Wrong(say("The game is over."))
    for action in plan:
        if action.verb not in rules.verbs:
            raise Refused((no_verb(rules, action.verb),))
    if plan and rules.decider(view) == side:
        why = rules.seat(view, side).refuse(plan[0])
        if why:
            raise Refused(why)


def _notes(
    rules: AnyRules,
    side: str,
    answers: Mapping[str, Answers],
    begun: Sequence[Any],
    ends: Ends,
    whole: bool,
) -> Iterable[Say]:
    if not whole and type(rules).hide is not Rules.hide:
        yield counted(
            len(begun),
            say(
                "What {side} cannot see was filled in with one possible position.", side=rules.side_name(side)
            ),
            say(
                "What {side} cannot see was filled in: the chances are the average over {n} "
                "different possible positions.",
                side=rules.side_name(side),
                n=len(begun),
            ),
        )
    if ends.open:
        yield say(
            "{share} % of the chances were still open at the limit (actions tried: {n}); "
            "lines of play sampled from them: {samples}.",
            n=ends.tried,
            share=f"{float(ends.open) * 100:.1f}",
            samples=len(ends.sampled),
        )
        if any(one.best for one in answers.values()):
            yield say("In the sampled lines, the default answer was used where the best one was asked for.")
    for one, found in answers.items():
        if found.crowded:
            yield say(
                "Some decisions of {side} have too many possible answers to try them all: "
                "the default was used.",
                side=rules.side_name(one),
            )
        if found.given_up:
            yield say(
                "Something planned by {side} could not be made binding and was cancelled.",
                side=rules.side_name(one),
            )


class _Judging:
    """Records what is needed of each end, and answers the questions from all of them."""

    def __init__(self, rules: AnyRules, view: Any, side: str, questions: Sequence[Question]) -> None:
        self._rules = rules
        self._side = side
        self._questions = tuple(questions)
        self._fields: dict[str, EditableField] = {
            one.key: one for one in rules.editable(view) if one.of == "unit"
        }
        self._told: dict[Question, tuple[str, ...]] = {}
        self._sides: dict[str, str] = {}
        if side not in rules.sides:
            raise Wrong(say("There is no side {side}.", side=side))
        if not questions:
            raise Wrong(say("Nothing has been asked: name a hex, a unit or the score."))
        for one in self._questions:
            self._check(one, view)

    def _check(self, question: Question, view: Any) -> None:
        ref = question.ref
        if question.about == "hex" and ref not in self._rules.atlas.index:
            raise Wrong(say("There is no hex {ref}.", ref=ref))
        if question.about not in ("unit", "supply"):
            return
        if question.about == "supply":
            needs_supply(self._rules, view, self._side)
        if ref not in view.units:
            raise Wrong(say("There is no unit {ref}.", ref=ref))
        self._sides[ref] = view.units[ref].side
        keys = question.fields
        if not keys:
            seat = self._rules.seat(view, self._side)
            keys = tuple(dict.fromkeys(key for one in seat.sides_of(ref) for key in one))
        for key in keys:
            if not hasattr(view.units[ref], key):
                known = ", ".join(key for key in self._fields if hasattr(view.units[ref], key))
                raise Wrong(say("Units have no field {key}; there are {known}.", key=key, known=known))
        self._told[question] = keys

    # ---- at one end
    def judge(self, state: Any) -> Hashable:
        """What is kept of an end: an answer to each question."""
        return tuple(self._one(question, state) for question in self._questions)

    def _one(self, question: Question, state: Any) -> Hashable:
        if question.about == "hex":
            return self._rules.holder(state, question.ref) or NOBODY
        if question.about == "score":
            return tuple(self._rules.verdict(state).score)
        if question.about == "supply":
            return self._supply(state, question.ref)
        seen = self._rules.view(state, self._side)
        unit = seen.units.get(question.ref)
        if unit is None:
            return (UNSEEN,)
        if not unit.on_map:
            return (GONE,) if self._rules.gone(seen, question.ref) else (unit.at,)
        return (_ALIVE, *(getattr(unit, key) for key in self._told[question]))

    def _supply(self, state: Any, uid: str) -> str:
        unit = state.units.get(uid)
        if unit is None or not unit.on_map:
            return GONE
        good = needs_supply(self._rules, state, unit.side).fed().get(uid)
        return EXEMPT if good is None else SUPPLIED if good else CUT_OFF

    def worth(self, state: Any) -> tuple[Fraction, ...]:
        """How good an end is for the asking side, by each question."""
        return tuple(self._worth(question, self._one(question, state)) for question in self._questions)

    def _worth(self, question: Question, found: Any) -> Fraction:
        if question.about == "score":
            return Fraction(self._lead(found))
        good = self._yes(question, found)
        if question.about in ("unit", "supply") and self._sides[question.ref] != self._side:
            good = not good
        return Fraction(good)

    def _yes(self, question: Question, found: Any) -> bool:
        if question.about == "hex":
            return bool(found == self._side)
        if question.about == "unit":
            return bool(found[0] != GONE)
        if question.about == "supply":
            return found in (SUPPLIED, EXEMPT)
        return self._lead(found) > 0

    def _lead(self, found: Any) -> int:
        points: dict[str, int] = dict(found)
        rest = [n for one, n in points.items() if one != self._side]
        return points.get(self._side, 0) - max(rest, default=0)

    # ---- all ends together
    def answer(self, number: int, ends: Ends) -> Answer:
        """What all ends together say about one question."""
        question = self._questions[number]
        exact: dict[Any, Fraction] = {}
        for end, chance in ends.found.items():
            found: Any = end[number]  # type: ignore[index]
            exact[found] = exact.get(found, Fraction(0)) + chance
        drawn: list[Any] = [end[number] for end in ends.sampled]  # type: ignore[index]
        every = dict.fromkeys((*exact, *drawn))
        lines = [
            _line(
                self._text(found),
                self._say(question, found),
                exact.get(found, Fraction(0)),
                ends.open,
                drawn.count(found),
                len(drawn),
            )
            for found in every
        ]
        yes = _line(
            "yes",
            self._promise(question),
            sum((chance for found, chance in exact.items() if self._yes(question, found)), Fraction(0)),
            ends.open,
            sum(self._yes(question, found) for found in drawn),
            len(drawn),
        )
        return Answer(
            question=question,
            say=self._title(question),
            yes=yes,
            lines=tuple(sorted(lines, key=lambda one: (-one.chance, one.value))),
            means=tuple(self._means(exact, ends.open, drawn)) if question.about == "score" else (),
        )

    def _means(self, exact: Mapping[Any, Fraction], open_: Fraction, drawn: Sequence[Any]) -> Iterable[Mean]:
        for side in dict.fromkeys(one for found in (*exact, *drawn) for one, _ in found):
            known = sum((chance * dict(found).get(side, 0) for found, chance in exact.items()), Fraction(0))
            mean, error = mean_and_error([dict(found).get(side, 0) for found in drawn])
            share = float(open_)
            yield Mean(
                side=side,
                mean=float(known) + share * mean,
                exact="" if open_ else str(known),
                error=None if error is None else share * error,
            )

    # ---- in words
    def _title(self, question: Question) -> Say:
        if question.about == "hex":
            return say("Who holds {hex}", hex=question.ref)
        if question.about == "unit":
            return say("What happens to {unit}", unit=question.ref)
        if question.about == "supply":
            return say("Supply of {unit}", unit=question.ref)
        return say("The score")

    def _promise(self, question: Question) -> Say:
        name = self._rules.side_name(self._side)
        if question.about == "hex":
            return say("{side} holds {hex}", side=name, hex=question.ref)
        if question.about == "unit":
            return say("{unit} survives", unit=question.ref)
        if question.about == "supply":
            return say("{unit} is in supply", unit=question.ref)
        return say("{side} is ahead", side=name)

    def _text(self, found: Any) -> str:
        if isinstance(found, str):
            return found
        if not found or isinstance(found[0], tuple):
            return " ".join(f"{side}={points}" for side, points in found)
        return " ".join(str(part) for part in found)

    def _say(self, question: Question, found: Any) -> Say:
        if question.about == "hex":
            return say("nobody") if found == NOBODY else Say(self._rules.side_name(found))
        if question.about == "score":
            parts = (f"{self._rules.side_name(side)} {points}" for side, points in found)
            return Say(", ".join(parts) or "-")
        if question.about == "supply":
            return _SUPPLY[found]
        if found[0] == GONE:
            return say("is gone")
        if found[0] == UNSEEN:
            return say("is out of sight")
        if found[0] != _ALIVE:
            return say("is in the box {box}", box=found[0].removeprefix("#"))
        told = [
            say("{field}: {value}", field=name, value=value)
            for key, raw in zip(self._told[question], found[1:], strict=True)
            for name, value in (self._worded(key, raw),)
        ]
        out = say("survives")
        for one in told:
            out = say("{one}; {more}", one=out, more=one)
        return out

    def _worded(self, key: str, raw: Any) -> tuple[Say, Say]:
        field = self._fields.get(key)
        if field is None:
            return Say(key), Say(str(raw))
        if field.kind == "number":
            return field.name, Say(str(raw))
        return field.name, field.named({True: "yes", False: ""}.get(raw, str(raw)))


def _line(value: str, text: Say, known: Fraction, open_: Fraction, hits: int, tries: int) -> Line:
    """A chance of which ``known`` is exact; of the rest ``hits`` samples out of ``tries`` showed it."""
    share = float(open_)
    low, high = wilson(hits, tries) if open_ else (0.0, 0.0)
    return Line(
        value=value,
        say=text,
        chance=min(1.0, float(known) + (share * hits / tries if tries else 0.0)),
        low=float(known) + share * low,
        high=min(1.0, float(known) + share * high),
        exact="" if open_ else str(known),
    )
