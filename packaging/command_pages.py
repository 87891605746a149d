"""The man page and the completion for bash, made from the parser of the command line: written by hand they would rot."""

from __future__ import annotations

import argparse
from collections.abc import Iterator

_FOOT = """\
.SH FILES
Saved games, maps and scenarios of one's own lie in the desktop's usual folder for data of the user;
.B HEXBENCH_HOME
names another,
.B HEXBENCH_DATA
a folder with the program's own data,
.B HEXBENCH_NO_ADDONS
(set to anything) leaves out the games of other packages, whose code runs with the player's rights.
.SH EXIT STATUS
0 when all went well, 1 when something is wrong with what was given, 2 for wrong usage.
"""


def man(parser: argparse.ArgumentParser, version: str) -> str:
    """The page for section 6 (games), in man's own macros."""
    out = [
        f'.TH HEXBENCH 6 "" "Hexbench {version}" "Games"',
        ".SH NAME",
        rf"{parser.prog} \- {_roff((parser.description or '').rstrip('.'))}",
        ".SH SYNOPSIS",
        f".B {parser.prog}",
        _roff(_usage(parser)),
        ".SH OPTIONS",
        *_options(parser),
        ".SH COMMANDS",
    ]
    for name, command, help_ in _commands(parser):
        out += [f".SS {name}", f"{_roff(_sentence(help_))}.", ".PP", f".B {parser.prog} {name}"]
        out += [_roff(_usage(command)), *_options(command)]
        for inner, deeper, said in _commands(command):
            out += [".PP", f".B {name} {inner}", _roff(_usage(deeper)), ".br", f"{_roff(_sentence(said))}."]
            out += [".RS", *_options(deeper), ".RE"]
    return "\n".join(out) + "\n" + _FOOT


def bash(parser: argparse.ArgumentParser) -> str:
    """Completion for bash: commands, their options and choices, else files. What stands before a command is passed over."""
    names = [name for name, _, _ in _commands(parser)]
    cases = [f'    "") words="{" ".join([*names, *_words(parser)])}" ;;']
    inner_of = []
    for name, command, _ in _commands(parser):
        inner = [(within, deeper) for within, deeper, _ in _commands(command)]
        cases.append(f'    {name}) words="{" ".join([*_words(command), *(n for n, _ in inner)])}" ;;')
        cases += [f'    "{name} {n}") words="{" ".join(_words(deeper))}" ;;' for n, deeper in inner]
        if inner:
            inner_of.append(f'        {name}) more="{" ".join(n for n, _ in inner)}" ;;')
    prog = parser.prog
    return (
        f"_{prog}() {{\n"
        f'  local now=${{COMP_WORDS[COMP_CWORD]}} said="" more="{" ".join(names)}" words word\n'
        '  for word in "${COMP_WORDS[@]:1:COMP_CWORD-1}"; do\n'
        '    if [[ -n $word && " $more " == *" $word "* ]]; then\n'
        '      said="${said:+$said }$word" more=""\n'
        "      case $said in\n" + "\n".join(inner_of) + "\n      esac\n"
        "    fi\n"
        "  done\n"
        "  case $said in\n" + "\n".join(cases) + "\n  esac\n"
        '  mapfile -t COMPREPLY < <(compgen -W "$words" -- "$now"; compgen -f -- "$now")\n'
        "}\n"
        f"complete -o filenames -F _{prog} {prog}\n"
    )


def _commands(
    parser: argparse.ArgumentParser,
) -> Iterator[tuple[str, argparse.ArgumentParser, str]]:
    for action in parser._actions:  # noqa: SLF001 - argparse has no public way to ask
        if isinstance(action, argparse._SubParsersAction):  # noqa: SLF001
            said = {choice.dest: choice.help or "" for choice in action._choices_actions}  # noqa: SLF001
            for name, command in action.choices.items():
                yield name, command, said.get(name, "")


def _given(parser: argparse.ArgumentParser) -> Iterator[argparse.Action]:
    for action in parser._actions:  # noqa: SLF001
        if not isinstance(action, argparse._SubParsersAction):  # noqa: SLF001
            yield action


def _usage(parser: argparse.ArgumentParser) -> str:
    return " ".join(parser.format_usage().split()[1:]).removeprefix(parser.prog).strip()


def _options(parser: argparse.ArgumentParser) -> Iterator[str]:
    """Each with what stands for its value, also where its name says all there is to say; what the usage alone explains is left to it."""
    for action in _given(parser):
        if not action.option_strings and not action.help:
            continue
        name = ", ".join(action.option_strings) or _value(action)
        value = f" {_value(action)}" if action.option_strings and action.nargs != 0 else ""
        yield from (".TP", f".B {_roff(name + value)}")
        yield f"{_roff(_sentence(_help(parser, action)))}." if action.help else r"\&"


def _value(action: argparse.Action) -> str:
    """What stands for a value: the choices, a word of its own, or the name in capitals."""
    if action.choices:
        return "|".join(map(str, action.choices))
    shown = action.metavar or (action.dest.upper() if action.option_strings else action.dest)
    return " ".join(shown) if isinstance(shown, tuple) else str(shown)


def _help(parser: argparse.ArgumentParser, action: argparse.Action) -> str:
    """Its help with what argparse puts in: defaults and the name of the program."""
    return str(parser._get_formatter()._expand_help(action))  # noqa: SLF001 - argparse has no public way to ask


def _words(parser: argparse.ArgumentParser) -> Iterator[str]:
    for action in _given(parser):
        yield from action.option_strings
        yield from map(str, action.choices or ())


def _roff(text: str) -> str:
    """Text as it stands: a hyphen is a hyphen, and no line begins with a request."""
    safe = text.replace("\\", r"\e").replace("-", r"\-")
    return rf"\&{safe}" if safe.startswith((".", "'")) else safe


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:]
