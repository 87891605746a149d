"""What at least two games need: the contract between a game and every other part of the program. See ARCHITECTURE.md."""
