"""``python -m hexbench``: the command line. It loads nothing of the desktop until the desktop is asked for."""

from multiprocessing import freeze_support

from hexbench.cli import main

if __name__ == "__main__":
    freeze_support()  # the worker processes of a frozen program begin here too
    raise SystemExit(main())
