"""Kinds of verbs: what is the same in every game that does such a thing. A game's class defines only what is its own."""
