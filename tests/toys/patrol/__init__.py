"""Patrol: alternate activation, opportunity fire between any two hexes of a move, squads nobody has seen."""
