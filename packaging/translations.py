"""Translations: collect what there is to translate, hand it out in parts, take it in, and build what the program loads.

    translations.py collect              bring resources/translations/*.ts up to date with the sources
    translations.py todo [--part K/N] [--of FOLDER] [--context desktop|table] > part.json
                                         what is not translated yet: {"context": {"source": ""}}
    translations.py take part.json ...   fill in the same file with its translations
    translations.py check                say what is missing or does not fit its source
    translations.py build                make the .qm files where the .ts are newer (needs PySide6's lrelease)

A translator fills in the right side of every line and leaves names in braces as they are.
"""

from __future__ import annotations

import argparse
import json
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from importlib.util import find_spec
from pathlib import Path

from translation_files import DONE, GONE, OPEN, Entry, Key, merged, read, written
from translation_sources import collect

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "resources" / "translations"
LANGUAGES = {"de": "de_DE"}
"""Name of a language in file names -> what Linguist calls it."""
_FILLED = re.compile(r"\{[^{}]*\}")


def file_of(language: str, folder: Path = FOLDER) -> Path:
    """The file that is kept."""
    return folder / f"hexbench_{language}.ts"


def faults(entries: Mapping[Key, Entry]) -> Iterator[str]:
    """What is missing or does not fit, a sentence each."""
    for (context, source), entry in entries.items():
        if entry.kind == GONE:
            continue
        if entry.kind == OPEN or not entry.text:
            yield f"{context}: not translated: {source!r}"
        else:
            yield from (
                f"{context}: {why}: {source!r} -> {entry.text!r}" for why in misfits(source, entry.text)
            )


def misfits(source: str, text: str) -> Iterator[str]:
    """Why a translation cannot stand for its source."""
    names, named = Counter(_FILLED.findall(source)), Counter(_FILLED.findall(text))
    if set(names) != set(named):
        yield "other names in braces"
    if _FILLED.sub("", source).count("{") == 0 and (
        "{" in _FILLED.sub("", text) or "}" in _FILLED.sub("", text)
    ):
        yield "a brace that names nothing"
    for end in (slice(None, 1), slice(-1, None)):
        if source[end].isspace() != text[end].isspace():
            yield "other blanks at its ends"
    if source.count("\n") != text.count("\n"):
        yield "other breaks of lines"
    if _accelerators(source) != _accelerators(text):
        yield "an accelerator more or less (&)"
    if sorted(re.findall(r"</?[a-z]+", source)) != sorted(re.findall(r"</?[a-z]+", text)):
        yield "other marks (<...>)"


def _accelerators(text: str) -> int:
    return len(re.findall(r"&(?=\w)(?!\w+;)", text))


def keep(language: str, entries: Mapping[Key, Entry]) -> None:
    """Write the file of a language."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    file_of(language).write_text(written(entries, LANGUAGES[language]), encoding="utf-8")


def up_to_date(language: str) -> dict[Key, Entry]:
    """The messages of a language as the sources have them now."""
    return merged(read(file_of(language)), collect(ROOT))


def build(folder: Path = FOLDER, into: Path | None = None, *, anew: bool = False) -> list[Path]:
    """Make the `.qm` of every `.ts`, where it is older. Raises RuntimeError when lrelease fails."""
    out = []
    for file in sorted(folder.glob("*.ts")):
        made = (into or folder) / f"{file.stem}.qm"
        out.append(made)
        if not anew and made.exists() and made.stat().st_mtime >= file.stat().st_mtime:
            continue
        done = subprocess.run(
            [str(_lrelease()), "-silent", str(file), "-qm", str(made)],
            capture_output=True,
            text=True,
            check=False,
        )
        if done.returncode:
            raise RuntimeError(
                f"lrelease could not read {file}: {done.stderr.strip() or done.stdout.strip()}"
            )
    return out


def _lrelease() -> Path:
    spec = find_spec("PySide6")
    if spec is None or spec.origin is None:
        raise RuntimeError("PySide6 is not installed here: make setup brings it.")
    folder = Path(spec.origin).parent
    return next(path for path in (folder / "lrelease", folder / "lrelease.exe") if path.exists())


# ---- the commands
def _collect(_: argparse.Namespace) -> int:
    for language in LANGUAGES:
        entries = up_to_date(language)
        keep(language, entries)
        kinds = Counter(entry.kind for entry in entries.values())
        print(f"{language}: {kinds[DONE]} translated, {kinds[OPEN]} open, {kinds[GONE]} vanished")
    return 0


def _todo(wish: argparse.Namespace) -> int:
    todo = [
        key
        for key, entry in up_to_date(wish.language).items()
        if entry.kind == OPEN
        and wish.context in ("", key[0])
        and (not wish.of or entry.place.startswith(wish.of))
    ]
    k, n = (int(x) for x in wish.part.split("/"))
    size = -(-len(todo) // n)
    out: dict[str, dict[str, str]] = {}
    for context, source in todo[(k - 1) * size : k * size]:
        out.setdefault(context, {})[source] = ""
    print(json.dumps(out, ensure_ascii=False, indent=1))
    return 0


def _take(wish: argparse.Namespace) -> int:
    entries = up_to_date(wish.language)
    wrong = 0
    for file in wish.files:
        for context, texts in json.loads(Path(file).read_text(encoding="utf-8")).items():
            for source, text in texts.items():
                key = (context, source)
                why = list(misfits(source, text)) if text else ["not translated"]
                if key not in entries or entries[key].kind == GONE:
                    why = ["no such source any more"]
                if why:
                    wrong += 1
                    print(f"left out ({', '.join(why)}): {context}: {source!r} -> {text!r}", file=sys.stderr)
                else:
                    entries[key] = replace(entries[key], text=text, kind=DONE)
    keep(wish.language, entries)
    return 1 if wrong else 0


def _check(wish: argparse.Namespace) -> int:
    found = list(faults(up_to_date(wish.language)))
    print("\n".join(found) or "Everything is translated.")
    return 1 if found else 0


def _build(_: argparse.Namespace) -> int:
    build()
    return 0


def main(argv: Sequence[str] | None = None) -> int:
    """Do what the command line says; 0 when nothing is wrong."""
    parser = argparse.ArgumentParser(description="Collect, hand out, take in and build translations.")
    parser.add_argument("--language", choices=tuple(LANGUAGES), default="de")
    commands = parser.add_subparsers(required=True)
    for name, run in (
        ("collect", _collect),
        ("todo", _todo),
        ("take", _take),
        ("check", _check),
        ("build", _build),
    ):
        command = commands.add_parser(name)
        command.set_defaults(run=run)
        if name == "todo":
            command.add_argument("--part", default="1/1", help="the k-th of n parts: 2/4")
            command.add_argument(
                "--of", default="", help="only what was found below this folder: app/hexbench/games/NAME"
            )
            command.add_argument("--context", default="", choices=("", "desktop", "table"))
        if name == "take":
            command.add_argument("files", nargs="+")
    wish = parser.parse_args(argv)
    result: int = wish.run(wish)
    return result


if __name__ == "__main__":
    sys.exit(main())
