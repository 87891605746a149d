"""Files: whoever opens one or knows the version of a format lives here. No Qt, no game by name."""
