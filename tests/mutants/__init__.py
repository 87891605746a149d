"""`python -m tests.mutants GAME`: how good the tests of a game are, by faults planted in its rules (docs/testing.md)."""
