"""The planner: plays any side of any game that declares what counts in it. It sees a Seat and nothing else. No game by name."""
