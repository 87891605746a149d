"""Ridge: zones of control, declared combats, secret commitments, hidden chits, retreat hex by hex."""
