"""The window: start page, table, cover; menus, gestures, errors. Nothing here depends on a particular game."""
