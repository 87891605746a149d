"""The pieces of work of ``python -m tests.soak``."""
