"""How strong the levels are: matches in pairs, kept in the repository line by line, and what follows from them."""
