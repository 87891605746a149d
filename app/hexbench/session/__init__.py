"""The open game: do, undo, redo, branches, saving during play, and the engine protocol. No Qt, no game by name."""
