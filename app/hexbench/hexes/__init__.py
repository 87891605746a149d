"""What is true of any hex sheet: coordinates, numbering, hexsides and their pixels. Nothing here belongs to a particular game."""
