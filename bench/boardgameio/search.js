// Reads one line per round on stdin, "ITERATIONS SECONDS"; lets the library's MCTS bot search so many iterations at the
// first choice of new games, until so much of the processor's time is spent, and answers with a line of JSON. Playouts
// go to the end of the game.

const readline = require('readline');
const { MCTSBot } = require('boardgame.io/ai');
const { InitializeGame, CreateGameReducer } = require('boardgame.io/internal');
const { TreasureMap, enumerate } = require('./game.js');

const TO_THE_END = 1_000_000;

// Its bot counts who wins, so the end of the game says that.
const game = {
  ...TreasureMap,
  endIf: (context) => {
    const over = TreasureMap.endIf(context);
    if (over === undefined) return undefined;
    const [first, second] = over.scores;
    return first === second ? { draw: true } : { winner: first > second ? '0' : '1' };
  },
};

const makeMove = (playerID, { move, args }) => ({ type: 'MAKE_MOVE', payload: { type: move, args, playerID } });
const reducer = CreateGameReducer({ game });

function firstChoice() {
  let state = InitializeGame({ game, numPlayers: 2 });
  for (;;) {
    const found = enumerate(state.G, state.ctx);
    if (found.length > 1) return state;
    state = reducer(state, makeMove(state.ctx.currentPlayer, found[0]));
  }
}

readline.createInterface({ input: process.stdin }).on('line', async (line) => {
  const [iterations, seconds] = line.split(' ').map(Number);
  let spent = 0;
  let done = 0;
  while (spent < seconds) {
    const bot = new MCTSBot({ game, enumerate, iterations, playoutDepth: () => TO_THE_END });
    const state = firstChoice();
    const start = process.cpuUsage();
    const { metadata } = await bot.play(state, state.ctx.currentPlayer);
    const used = process.cpuUsage(start);
    spent += (used.user + used.system) / 1e6;
    if (metadata.visits !== iterations) throw new Error(`${metadata.visits} visits`);
    done += metadata.visits;
  }
  process.stdout.write(`${JSON.stringify({ iterations: done, seconds: spent })}\n`);
});
