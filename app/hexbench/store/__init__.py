"""Files: everything that opens one or knows the version of a format is here. No Qt, no game by name."""
