"""Tree search, written once for all games against the contract."""
