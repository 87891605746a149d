"""A fight that is put together piece by piece: which helps it is worth to call on, reckoned by the attacks in thought.

All that can help is thought to, and then left out again one by one as long as that costs less than it is worth elsewhere: where
odds go by columns, the first gun alone is worth nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple

from msgspec.structs import replace

from hexbench.engine.values import Action, Offer, action_of
from hexbench.engine.what_if import Supposed

Worth = Callable[[Supposed], float]
"""What a fight as it is thought of is worth to whoever puts it together."""


class Helps(NamedTuple):
    """What may still be called on, by the switch that stands for it in a thought."""

    each: Mapping[str, Action]
    """Any number of these."""
    kinds: Mapping[str, Action]
    """One of these: kinds of fight."""

    @property
    def actions(self) -> dict[str, Action]:
        """All of them."""
        return {**self.each, **self.kinds}


def offered(seat: Any, offers: Iterable[Offer], verbs: Mapping[str, str], role: str) -> Helps:
    """The helps among offers. ``verbs``: :attr:`hexbench.staff.aims.Aims.helps`; ``role``: "attack" or "defence"."""
    each: dict[str, Action] = {}
    kinds: dict[str, Action] = {}
    for offer in offers:
        for head in (one for one, verb in verbs.items() if verb == offer.verb):
            if head.endswith("="):
                kinds |= {
                    f"{head}{t.object}": action_of(offer.verb, (), t) for t in seat.targets(offer.verb, ())
                }
            elif offer.subjects:
                each |= {f"{head}{uid}": Action(offer.verb, (uid,)) for uid in offer.subjects}
            else:
                each[head + role] = Action(offer.verb)
    return Helps(each, kinds)


def dressed(prepared: Supposed, helps: Helps, worth: Worth, least: float) -> Supposed:
    """The fight with the helps that are worth more than ``least`` together; as it is where none are."""
    best, best_worth = prepared, worth(prepared)
    for kind in ("", *helps.kinds):
        head = kind.partition("=")[0] + "="
        kept = tuple(one for one in prepared.switches if not kind or not one.startswith(head))
        thought = replace(prepared, switches=(*kept, *helps.each, *([kind] if kind else [])))
        top = worth(thought)
        for switch in helps.each:
            less = replace(thought, switches=tuple(one for one in thought.switches if one != switch))
            if (now := worth(less)) >= top:
                thought, top = less, now
        if top > best_worth + least:
            best, best_worth = thought, top
    return best
