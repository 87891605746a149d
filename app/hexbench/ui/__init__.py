"""The desktop: what a person sees, hears or presses. Rooms: shell > editor, docks, tools, print > canvas > bridge, widgets > look."""
