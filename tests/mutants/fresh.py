"""The tests of a game in a new process, in a given order, until one fails: ``python -m tests.mutants.fresh ORDER SECONDS``.

It answers with one line of JSON. Run in a copy of the checkout by :class:`tests.mutants.running.Fresh`.
"""

from __future__ import annotations

import json
import os
import resource
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.mutants.tracing import tests_of_game


class Ordered:
    """A pytest plugin: the named tests come first, and the first failure is reported."""

    def __init__(self, order: list[str]) -> None:
        self.order = {name: n for n, name in enumerate(order)}
        self.ran = 0
        self.by = ""

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Sort them."""
        items.sort(key=lambda item: self.order.get(item.nodeid, len(self.order)))

    def pytest_runtest_logreport(self, report: Any) -> None:
        """Record what failed."""
        self.ran += report.when == "call"
        if report.failed and not self.by:
            self.by = report.nodeid


FIRST = (1, 40)
"""How many tests are tried alone before all others: most faults need no more, and collecting all takes seconds."""
QUIET = ("-q", "-x", "-p", "no:cacheprovider", "-p", "no:xdist", "--no-qt", "--tb=no")


def run(order: list[str], where: list[str]) -> dict[str, Any]:
    """Run the tests until one fails; in a fork, so that the next run finds nothing imported."""
    ours, theirs = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(ours)
        plugin = Ordered(order)
        code = pytest.main([*QUIET, *where], plugins=[plugin])
        by = plugin.by or ("import" if code not in (0, 1, 5) else "")
        os.write(theirs, json.dumps({"by": by, "tests": plugin.ran}).encode())
        os._exit(0)
    os.close(theirs)
    with os.fdopen(ours, "rb") as pipe:
        told = pipe.read()
    os.waitpid(child, 0)
    found: dict[str, Any] = json.loads(told) if told else {"by": "endless", "tests": 0}
    return found


def main(order_file: str, seconds: int) -> int:
    """The first few of the order, then all tests of the game."""
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 5))
    wanted = json.loads(Path(order_file).read_text(encoding="utf-8"))
    order = list(wanted["order"])
    answer = {"by": "", "tests": 0}
    for few in FIRST:
        if order and not answer["by"]:
            answer = run(order, order[:few])
    if not answer["by"] and wanted["game"]:
        answer = run(order, tests_of_game(wanted["game"]))
    print(json.dumps(answer))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], int(sys.argv[2])))
