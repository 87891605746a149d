"""How things look: palettes, fonts, symbols, patterns and the style of windows. Knows no map and no game."""
