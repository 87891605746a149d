"""Formats that other programs own, written and read as plain data and bytes: modules and saved games of VASSAL."""
