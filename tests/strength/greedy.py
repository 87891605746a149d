"""A simple greedy player to measure others by: every unit goes to the nearest place worth having that its side does
not have, units that are twice as strong attack, units that may hit fire, and everything else is answered by the
default.

It is not a level of the product: it knows the places of a game (from what the game declares to the planner, or its
mission) and considers only the current question.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

from hexbench.engine.values import Action, Offer, Say, action_of, say
from hexbench.staff.aims import Aims

_MOVES: Final = frozenset({"move", "enter", "advance", "go", "march"})
_TOGETHER: Final = frozenset({"attack"})
_SHOTS: Final = frozenset({"fire", "bombard", "shoot", "assault_hex", "storm", "bomb", "aim"})
"""Verbs that are used if their forecast promises something."""
_MADE: Final = frozenset({"fight"})
"""Verbs that carry out an attack that has been put together, if the game asks for them (A Time for Trumpets)."""
_TWICE: Final = 2.0
_LIKELY: Final = 0.2
_MOST: Final = 400
"""Answers to the questions of one step and turn after which the default is followed."""


class Greedy:
    """Plays one side."""

    def __init__(self, aims: Aims | None) -> None:
        """``aims``: what the game declares to the planner, if anything."""
        self.aims = aims
        self._phase: Any = None
        self._had: set[str] = set()
        """Units that have been considered, and hexes that have been attacked, in the phase."""
        self._asked = 0

    def choose(self, seat: Any, think: Any) -> tuple[Action, Say]:
        """A legal action, and why."""
        s, prompt = seat.s, seat.prompt
        phase = (prompt.step, seat.side, *(getattr(s, name, 0) for name in ("turn", "phasing", "round")))
        if phase != self._phase:
            self._phase, self._had, self._asked = phase, set(), 0
        self._asked += 1
        default: Action | None = prompt.default
        if default is None or self._asked <= _MOST:
            never = self.aims.never if self.aims else frozenset[str]()
            for offer in prompt.offers:
                if offer.back or offer.verb in never:
                    continue
                found = self._use(seat, offer)
                if found is not None:
                    return found
        if default is None:
            offer = next(o for o in prompt.offers if not o.back)
            subject = offer.subjects[:1]
            default = action_of(offer.verb, subject, seat.targets(offer.verb, subject)[0])
        return default, say("The default.")

    def _use(self, seat: Any, offer: Offer) -> tuple[Action, Say] | None:
        found: Action | None = None
        if offer.verb in _TOGETHER and offer.joins:
            found = self._attack(seat, offer)
        elif offer.verb in _SHOTS:
            found = self._shot(seat, offer)
        elif offer.verb in _MOVES:
            found = self._move(seat, offer)
        elif offer.verb in _MADE and not seat.refuse(Action(offer.verb)):
            found = Action(offer.verb)
        return None if found is None else (found, say("Greed."))

    # ---- places and strength
    def _places(self, seat: Any) -> list[str]:
        """The hexes that a side would like to hold and does not; if it holds all, all of them."""
        s, side = seat.s, seat.side
        if self.aims is None:
            every = [(goal.hex, s.held.get(goal.hex) == side) for goal in s.mission.objectives]
        else:
            first = side == self.aims.first
            every = [
                (goal.hex, goal.held == side)
                for goal in self.aims.goals(seat.rules, s, seat.board)
                if (goal.first if first else goal.second) > 0
            ]
        index = seat.rules.atlas.index
        known = [(at, had) for at, had in every if at in index]
        return [at for at, had in known if not had] or [at for at, _ in known]

    def _power(self, seat: Any, uid: str) -> float:
        if self.aims is not None:
            return self.aims.power(seat.rules, seat.s, uid)
        from hexbench.games.trumpets import battlefield  # the one game without a declaration

        if seat.s.units[uid].at not in seat.rules.atlas.index:
            return 1.0
        one = battlefield.fighter(seat.rules, seat.s, uid)
        return float(max(one.af, one.df))

    # ---- what is done
    def _attack(self, seat: Any, offer: Offer) -> Action | None:
        """All units that can, on the hex where they are strongest, if they are twice as strong."""
        on: dict[str, list[str]] = {}
        for uid in offer.subjects:
            for target in seat.targets(offer.verb, (uid,)):
                on.setdefault(target.object, []).append(uid)
        best: tuple[float, str, tuple[str, ...]] | None = None
        for at, units in on.items():
            if at in self._had:
                continue
            group: tuple[str, ...] = ()
            for uid in sorted(units, key=lambda u: (-self._power(seat, u), u)):
                if not seat.refuse(self._together(seat, offer.verb, (*group, uid), at)):
                    group = (*group, uid)
            foe = sum(self._power(seat, u) for u in seat.board.units_at(at))
            ratio = sum(self._power(seat, u) for u in group) / max(foe, 0.5)
            if group and (best is None or ratio > best[0]):
                best = ratio, at, group
        if best is None or best[0] < _TWICE:
            return None
        self._had.add(best[1])
        return self._together(seat, offer.verb, best[2], best[1])

    def _together(self, seat: Any, verb: str, units: Sequence[str], at: str) -> Action:
        rank = seat.board.rank
        return Action(verb, tuple(sorted(units, key=lambda u: rank.get(u, 0))), at)

    def _shot(self, seat: Any, offer: Offer) -> Action | None:
        """The shot most likely to have an effect."""
        best: tuple[float, Action] | None = None
        for action in self._actions(seat, offer):
            forecast = seat.forecast(action)
            chance = 0.5 if forecast is None else 1.0 - float(dict(forecast.chances()).get("0", 0.0))
            if best is None or chance > best[0]:
                best = chance, action
        return best[1] if best is not None and best[0] > _LIKELY else None

    def _actions(self, seat: Any, offer: Offer) -> Iterator[Action]:
        for uid in offer.subjects or ("",):
            subject = (uid,) if uid else ()
            for target in seat.targets(offer.verb, subject):
                yield action_of(offer.verb, subject, target)

    def _move(self, seat: Any, offer: Offer) -> Action | None:
        """Each unit as near to a place as it can get, if that is nearer than it is."""
        atlas, places = seat.rules.atlas, self._places(seat)

        def far(at: str) -> int:
            return min((atlas.distance(at, place) for place in places), default=0)

        for uid in offer.subjects or ("",):
            if uid in self._had or (uid in seat.s.units and not self._power(seat, uid)):
                continue
            self._had.add(uid)
            subject = (uid,) if uid else ()
            ends = [t for t in seat.targets(offer.verb, subject) if t.object in atlas.index]
            if not ends:
                continue
            at = seat.s.units[uid].at if uid in seat.s.units else ends[0].object
            best = min(ends, key=lambda t: (far(t.object), t.cost or 0))
            if at not in atlas.index or far(best.object) < far(at):
                return action_of(offer.verb, subject, best)
        return None
