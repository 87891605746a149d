"""Words of the command line that are numbers, and what it prints to."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from io import TextIOWrapper
from typing import Any

from hexbench.store.customs import brief

MOST_ACROSS = 8
"""Sheets of a poster side by side, as many as the window offers."""
LARGEST_SEED = 2**62
"""A position holds numbers of 64 bits."""


class Parser(argparse.ArgumentParser):
    """One command. A word that may be left out can also stand after an option: argparse by itself takes it as left out as
    soon as an option comes before it.
    """

    _apart = False

    def parse_known_args(  # type: ignore[override]
        self, args: Sequence[str] | None = None, namespace: Any = None
    ) -> tuple[Any, list[str]]:
        """The options first, then the words."""
        if self._apart or not any(
            action.nargs == argparse.OPTIONAL for action in self._get_positional_actions()
        ):
            return super().parse_known_args(args, namespace)
        self._apart = True  # the two passes call this again
        try:
            return self.parse_known_intermixed_args(args, namespace)
        finally:
            self._apart = False


def print_anything() -> None:
    """Names are in any letters, and a terminal or a file need not have them all: those it has not are written as codes."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def count(text: str) -> int:
    """How many: 1 or more. Raises ArgumentTypeError."""
    number = _whole(text)
    if number < 1:
        raise argparse.ArgumentTypeError("at least 1")
    return number


def across(text: str) -> int:
    """How many sheets side by side. Raises ArgumentTypeError."""
    number = count(text)
    if number > MOST_ACROSS:
        raise argparse.ArgumentTypeError(f"at most {MOST_ACROSS}")
    return number


def seed(text: str) -> int:
    """A number that a position can hold, and those after it for the games that follow. Raises ArgumentTypeError."""
    number = _whole(text)
    if abs(number) > LARGEST_SEED:
        raise argparse.ArgumentTypeError(f"from -{LARGEST_SEED} to {LARGEST_SEED}")
    return number


def _whole(text: str) -> int:
    try:
        return int(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f'"{brief(text)}" is not a whole number') from None
