"""How things look: palettes, fonts, symbols, patterns and the style of windows. Independent of maps and
games.
"""
