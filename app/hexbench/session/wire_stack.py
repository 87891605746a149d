"""Whether a stack that came over the engine protocol speaks of what is in its position: it may have been written by hand."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from hexbench.engine.rules import Rules
from hexbench.session.to_json import Bad, plain


def check_stack(rules: Rules[Any, Any, Any], state: Any) -> None:
    """A stack may name in a combat or a move what is not in the position: then nobody can be told of it. Raises Bad."""
    seat = rules.seat(state, None)
    try:
        prompt = seat.prompt
        plain((prompt, tuple(seat.panels())))
        for kind in seat.overlays():
            if kind.standing:
                seat.overlay(kind.kind)
    except Exception:  # noqa: BLE001 - whatever it is, the stack is why
        lost = True
    else:
        lost = prompt.side is not None and (prompt.side not in rules.sides or not prompt.offers)
    if lost or any(at not in rules.atlas.index for at in _hexes_in(msgspec.to_builtins(state.stack))):
        raise Bad("position", "The stack speaks of what is not in this position.", path="position.stack")


def _hexes_in(value: Any) -> Iterator[str]:
    """What the steps of a stack call a hex."""
    if isinstance(value, dict):
        for key, inner in value.items():
            if key == "hex" and isinstance(inner, str):
                yield from (inner,) if inner else ()
            elif key == "hexes" and isinstance(inner, list | tuple):
                yield from (one for one in inner if isinstance(one, str))
            else:
                yield from _hexes_in(inner)
    elif isinstance(value, list | tuple):
        for inner in value:
            yield from _hexes_in(inner)
