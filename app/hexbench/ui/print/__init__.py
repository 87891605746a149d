"""Paper: maps, study sheets, set-up cards and logs as files and from a printer."""
