"""The web service: tables, live play, storage. Start it with `moonlit serve`."""
