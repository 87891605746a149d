"""``python -m hexbench``: the command line. It loads nothing of the desktop until the desktop is asked for."""

from hexbench.cli import main

if __name__ == "__main__":
    raise SystemExit(main())
