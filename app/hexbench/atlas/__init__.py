"""What is true of a map whoever plays on it: terrain, hexsides, places and roads as values, their graph, and the searches over it."""
