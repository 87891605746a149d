"""Setting up: the documents of the scenario and map editor, their history, what is wrong with them, and trying them out."""
