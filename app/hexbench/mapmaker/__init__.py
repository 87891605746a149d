"""From GeoJSON geography to a compiled map, ahead of play: projection, grid, terrain, rivers, roads, lines, zones, report."""
