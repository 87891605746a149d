"""What at least two games need: the contract between a game and everybody who plays it. See ARCHITECTURE.md."""
