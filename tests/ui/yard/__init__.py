"""A small game for the desktop's own tests: it shows one of everything a game may show and asks one of every kind of question."""
