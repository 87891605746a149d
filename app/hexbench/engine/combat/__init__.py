"""What the combats of several games have in common: the dock that shows them, their reports and their frames."""
