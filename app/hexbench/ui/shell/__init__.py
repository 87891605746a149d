"""The window: start screen, table, cover; menus, gestures, errors. Nothing here knows a game by name."""
