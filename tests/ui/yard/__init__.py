"""A small game for the desktop's own tests: it shows one of everything a game may show and asks for one of every choice."""
