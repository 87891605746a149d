"""``make rules`` on this tree, and on small trees with one thing wrong in each."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests import rules_report

LEDGER = """\
# Small
## 1.0 Movement
- **1.1a** One.
- **1.1b** Two.
- **1.1c** Grey. _not testable: pure colours_
## B Rulings
- **B01** Three.
"""


class Tree:
    """A checkout with one game in it."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.write("resources/games/small/rules.md", LEDGER)

    def write(self, name: str, text: str) -> None:
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")

    def report(self) -> rules_report.Report:
        return rules_report.report(self.root)


@pytest.fixture
def tree(tmp_path: Path) -> Tree:
    return Tree(tmp_path)


def test_this_tree_names_no_unknown_clause_loses_no_claim_and_reports_every_game_that_has_a_ledger() -> None:
    found = rules_report.report()
    assert found.problems == ()
    games = {path.parent.name for path in rules_report.ROOT.glob("resources/games/*/rules.md")}
    assert games
    assert {game.key for game in found.games} == games


def test_claims_in_all_their_places_are_counted(tree: Tree) -> None:
    tree.write(
        "tests/test_a.py",
        """
import pytest
RULINGS = ("B01",)
@pytest.mark.rule("small", "1.1a")
def test_one(): ...
@pytest.mark.rule("small", *RULINGS)
class TestTwo:
    @pytest.mark.parametrize("n", [pytest.param(1, marks=[pytest.mark.gui, pytest.mark.rule("small", "1.1b")])])
    async def test_two(self, n): ...
""",
    )
    found = tree.report()
    assert found.problems == ()
    assert [game.line for game in found.games] == ["small: 4 clauses, 3 tested, 1 not testable, 0 untested"]


@pytest.mark.parametrize(
    "source",
    [
        'import pytest\npytestmark = pytest.mark.rule("small", "1.1a", "1.1b")\n',
        'import pytest\npytestmark = [pytest.mark.gui, pytest.mark.rule("small", "1.1a", "1.1b")]\n',
        'from pytest import mark\nclass TestX:\n    pytestmark = mark.rule("small", "1.1a", "1.1b")\n',
        'import pytest\nrule = pytest.mark.rule\n@rule("small", "1.1a", "1.1b")\ndef test_x(): ...\n',
        'import pytest\nIDS = ["1.1a", "1.1b"]\n@pytest.mark.rule("small", *IDS)\ndef test_x(): ...\n',
    ],
)
def test_other_ways_to_write_a_claim(tree: Tree, source: str) -> None:
    tree.write("tests/deep/test_x.py", source)
    found = tree.report()
    assert found.problems == ()
    assert found.games[0].tested == ("1.1a", "1.1b")
    assert found.games[0].untested == ("B01",)


@pytest.mark.parametrize(
    ("source", "problem"),
    [
        (
            '@pytest.mark.rule("small", "1.1a", "9.9z")\ndef test_x(): ...',
            "tests/test_x.py:2: the ledger of small has no clause '9.9z'.",
        ),
        (
            '@pytest.mark.rule("large", "1.1a")\ndef test_x(): ...',
            "tests/test_x.py:2: there is no ledger of a game 'large'.",
        ),
        (
            '@pytest.mark.rule("small", f"{1}.1a")\ndef test_x(): ...',
            "tests/test_x.py:2: the arguments of a rule mark are written out as strings.",
        ),
        (
            '@pytest.mark.rule("small")\ndef test_x(): ...',
            "tests/test_x.py:2: a rule mark names a game and at least one clause, and nothing else.",
        ),
        (
            '@pytest.mark.rule("small", "1.1a")\ndef helper(): ...',
            "tests/test_x.py:2: this rule mark is not where pytest looks for marks.",
        ),
        (
            'def helper():\n    return pytest.mark.rule("small", "1.1a")',
            "tests/test_x.py:3: this rule mark is not where pytest looks for marks.",
        ),
        (
            '@pytest.mark.skip\n@pytest.mark.rule("small", "1.1a")\ndef test_x(): ...',
            "tests/test_x.py:3: a test that is skipped or expected to fail proves no clause.",
        ),
    ],
)
def test_a_claim_that_proves_nothing_is_a_problem(tree: Tree, source: str, problem: str) -> None:
    tree.write("tests/test_x.py", "import pytest\n" + source + "\n")
    assert tree.report().problems == (problem,)


def test_a_claim_in_a_file_pytest_does_not_collect_is_a_problem(tree: Tree) -> None:
    tree.write("tests/helper.py", 'import pytest\npytestmark = pytest.mark.rule("small", "1.1a")\n')
    found = tree.report()
    assert found.problems == ("tests/helper.py:2: pytest collects tests from files named test_*.py only.",)
    assert found.games[0].tested == ()


@pytest.mark.parametrize(
    "source",
    [
        'x = "9.9z"',
        'x = ("1.1a", "B99")',
        'raise_it(Reason("1.1", say("no")))',
        'values.Reason("Nonsense", say("no"))',
        'Reason(rule="1.1x", text=say("no"))',
        'Target("x", rules=("1.1a", "1.0"))',
    ],
)
def test_a_game_that_cites_an_unknown_clause_is_a_problem(tree: Tree, source: str) -> None:
    tree.write("app/hexbench/games/small/movement/ways.py", source + "\n")
    (problem,) = tree.report().problems
    assert problem.startswith(
        "app/hexbench/games/small/movement/ways.py:1: the ledger of small has no clause '"
    )


def test_strings_that_are_no_citations_are_let_be(tree: Tree) -> None:
    tree.write(
        "app/hexbench/games/small/movement.py",
        '"""See 9.9z and B99."""\nx = ["B1", "1.1", "17AM", "B1-(1)", Reason("", say("no")), f"{x}9.9z"]\n',
    )
    tree.write("app/hexbench/games/other/movement.py", 'x = "9.9z"\n')  # it has no ledger to be wrong about
    assert tree.report().problems == ()


def test_an_untested_clause_fails_only_a_complete_ledger(tree: Tree) -> None:
    assert tree.report().problems == ()
    tree.write("resources/games/small/ledger.toml", "complete = false\n")
    assert tree.report().problems == ()
    tree.write("resources/games/small/ledger.toml", "complete = true\n")
    assert tree.report().problems == ("small: the ledger is complete, and 3 of its clauses have no test.",)


@pytest.mark.parametrize("text", ['complete = "yes"\n', "completed = true\n", "complete = true\nmore = 1\n"])
def test_a_strange_ledger_toml_is_a_problem(tree: Tree, text: str) -> None:
    tree.write("resources/games/small/ledger.toml", text)
    assert tree.report().problems == (
        "resources/games/small/ledger.toml: it holds one key, complete = true or false.",
    )


def test_a_ledger_that_does_not_parse_is_a_problem(tree: Tree) -> None:
    tree.write("resources/games/small/rules.md", LEDGER + "- **1.1a** Again.\n")
    assert tree.report().problems == (
        "resources/games/small/rules.md: Line 8: the id 1.1a was already given in line 3.",
    )


def test_what_is_printed(tree: Tree, capsys: pytest.CaptureFixture[str]) -> None:
    tree.write(
        "tests/test_x.py",
        'import pytest\n@pytest.mark.rule("small", "1.1c")\ndef test_x(): ...\n',
    )
    assert rules_report.main([str(tree.root)]) == 0
    printed = capsys.readouterr()
    assert printed.out.splitlines() == [
        "small: 4 clauses, 1 tested, 0 not testable, 3 untested",
        "  1.1a 1.1b B01",
        "  note: 1.1c is marked not testable, and a test claims it: take the mark away.",
    ]
    assert printed.err == ""
    tree.write("resources/games/small/ledger.toml", "complete = true\n")
    assert rules_report.main([str(tree.root)]) == 1
    assert "3 of its clauses have no test" in capsys.readouterr().err
