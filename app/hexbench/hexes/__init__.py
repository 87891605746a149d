"""True on any hex sheet: coordinates, numbering, hexsides and the way to pixels. No game word lives here."""
