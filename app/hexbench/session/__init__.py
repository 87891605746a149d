"""The open game: do, undo, redo, branches, saving as one plays, and the engine protocol. No Qt, no game by name."""
