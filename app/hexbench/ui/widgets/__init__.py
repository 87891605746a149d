"""Small widgets that do not depend on a game, a map or a session."""
