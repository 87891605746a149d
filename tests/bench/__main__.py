"""``python -m tests.bench [part ...]``: run the parts named (all by default) and print each figure as a JSON line.

``python -m tests.bench --help`` prints this and the names of the parts; ``python -m tests.bench beside COMMAND``
measures random play in turns with another program (``_beside.py``).

Every part is a module of this package with ``measure() -> Iterable[dict]``; each runs in a process of its own, so that
one part's caches and imports do not colour the next.
"""

from __future__ import annotations

import json
import os
import pkgutil
import subprocess
import sys
from importlib import import_module
from pathlib import Path

HERE = Path(__file__).parent


def parts() -> list[str]:
    """The names of all parts."""
    return sorted(m.name for m in pkgutil.iter_modules([str(HERE)]) if not m.name.startswith("_"))


def main(argv: list[str]) -> int:
    """Run parts; exit status 1 if one of them failed."""
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    import_module("hexbench.__main__")  # the collector is set there, for measuring as for the program
    if argv[:1] == ["--here"]:
        for record in import_module(f"tests.bench.{argv[1]}").measure():
            print(json.dumps(record), flush=True)
        return 0
    if argv[:1] == ["beside"]:
        beside: int = import_module("tests.bench._beside").main(argv[1:])
        return beside
    if {"-h", "--help"} & set(argv):
        print(f"{__doc__}\nParts: {', '.join(parts())}")
        return 0
    unknown = [name for name in argv if name not in parts()]
    if unknown:
        print(f"There is no part {unknown[0]}; the parts are {', '.join(parts())}.", file=sys.stderr)
        return 2
    failed = 0
    for name in argv or parts():
        failed |= subprocess.run(
            [sys.executable, "-m", "tests.bench", "--here", name], check=False
        ).returncode
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
