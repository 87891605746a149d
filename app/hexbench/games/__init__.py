"""The games, one folder each. A game knows the engine and the map; nobody below bootstrap knows a game."""
