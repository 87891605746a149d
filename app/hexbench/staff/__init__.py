"""The planner: plays any side of any game that declares its aims. It sees a Seat and nothing else. No game by name."""
