"""Many positions at once: games played out by opponents, and the laws every game has to keep. No Qt, no game by name."""
