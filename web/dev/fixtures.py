"""Positions to draw boards from while working on them: every state of a random game, as JSON.

python web/dev/fixtures.py GAME 3 7 > web/dev/fixtures/GAME-3.json
"""

import json
import random
import sys

import moonlit


def main() -> None:
    game, players, seed = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    options = json.loads(sys.argv[4]) if len(sys.argv) > 4 else {}
    names = ["Ana", "Béatrice", "Carlos", "Dora", "Emil"][:players]
    match = moonlit.new(game, players=names, seed=seed, options=options)
    chance = random.Random(seed)
    states = []
    last = None
    while True:
        seat = match.to_move
        moves = match.moves()
        states.append(
            {
                "view": match.view(seat),
                "spectator": match.view(None),
                "moves": moves,
                "last": last,
                "previews": {move: match.preview(move) for move in moves},
            }
        )
        if match.over:
            break
        move = chance.choice(moves)
        last = {"number": match.number, "seat": seat, "move": move}
        match.play(move)
    json.dump(states, sys.stdout)


main()
