"""What a game's documents consist of: the table of a unit's fields, what the editor may change, how positions are read."""
