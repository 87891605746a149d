"""What the combats of several games have in common: the dock that tells them, their reports and their frames."""
