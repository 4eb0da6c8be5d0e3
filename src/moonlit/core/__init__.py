"""The contract that every game fulfils, matches, records, and the kit that checks a game."""
