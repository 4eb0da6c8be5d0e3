// A game for boardgame.io that does next to nothing: two players in turn change one of many small
// things. Its state is as long as the states of our games are, and so is the game.
const { FlatFile, Origins, Server } = require('boardgame.io/server');

const THINGS = 70;
const MOVES = 37;

const game = {
  name: 'things',
  setup: () => ({
    things: Array.from({ length: THINGS }, (_, place) => ({
      name: `thing-${place}`,
      place: [place % 10, Math.floor(place / 10)],
      color: 'turquoise',
      owner: null,
    })),
    moved: 0,
  }),
  endIf: ({ G }) => (G.moved >= MOVES ? { draw: true } : undefined),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    take: ({ G, ctx }, place) => {
      G.things[place % THINGS].owner = Number(ctx.currentPlayer);
      G.moved += 1;
    },
  },
};

const [port, apiPort, kept] = process.argv.slice(2);
const db = kept ? new FlatFile({ dir: kept }) : undefined; // none: it is kept in memory
const server = Server({ games: [game], origins: [Origins.LOCALHOST], db });
server.run({ port: Number(port), lobbyConfig: { apiPort: Number(apiPort) } });
