"""Many positions at once: games played out by opponents, and the laws that every game must keep. No Qt, and no game by name."""
