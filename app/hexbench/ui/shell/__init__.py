"""The window: start screen, table, cover; menus, gestures, errors. Nothing here depends on a particular game."""
