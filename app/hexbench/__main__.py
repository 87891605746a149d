"""``python -m hexbench``: the command line. It loads nothing of the desktop until the desktop is asked for."""

import gc

gc.disable()  # nothing of what a start makes is garbage, and looking for it costs a tenth of the start
from hexbench.cli import main  # noqa: E402

gc.freeze()  # and what the modules hold stays to the end: turning the collector on would have it look through all of that
gc.enable()
# Maps, tables and windows stay, and next to nothing here goes in circles: at Python's own 700 a twentieth of random play went into
# looking, and a look through everything takes longer than a frame. Processes that are started for a task come by here as well.
gc.set_threshold(10_000, 10, 10)

if __name__ == "__main__":
    from multiprocessing import freeze_support

    freeze_support()  # the worker processes of a frozen program begin here too
    raise SystemExit(main())
