"""From GeoJSON geography to a compiled map, before play: projection, grid, terrain, rivers, roads, lines, zones, report."""
