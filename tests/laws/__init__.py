"""The laws every game obeys, as generic checks over random play: tests and ``make fuzz`` run the same ones."""
