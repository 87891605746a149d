"""Formats of other programs, written and read as plain data and bytes: modules and saved games of VASSAL."""
