"""How a fault is planted, and the list of all."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from typing import Any

from tests.laws.walk import Law

Plant = Callable[[], AbstractContextManager[None]]


@dataclass(frozen=True)
class Fault:
    """One planted fault: what the mistake is, where it shows, and how it is planted."""

    what: str
    case: str
    law: type[Law]
    """The law that must find it, even alone."""
    plant: Plant


FAULTS: dict[str, Fault] = {}


def fault(what: str, case: str, law: type[Law]) -> Callable[[Callable[[], Iterator[None]]], Plant]:
    """Register a fault under its function's name."""

    def register(function: Callable[[], Iterator[None]]) -> Plant:
        plant = contextmanager(function)
        FAULTS[function.__name__] = Fault(what, case, law, plant)
        return plant

    return register


@contextmanager
def patched(owner: Any, **names: Any) -> Iterator[None]:
    """Replace attributes for a while."""
    kept = {name: owner.__dict__[name] for name in names if name in owner.__dict__}
    for name, value in names.items():
        setattr(owner, name, value)
    try:
        yield
    finally:
        for name in names:
            if name in kept:
                setattr(owner, name, kept[name])
            else:
                delattr(owner, name)
