"""True of this map whoever plays: terrain, hexsides, places and roads as values, their graph, and the searches over it."""
