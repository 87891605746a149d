"""Small widgets that know no game, no map and no session."""
