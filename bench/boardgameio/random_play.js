// Reads one line per round on stdin, "client SECONDS" or "reducer SECONDS"; plays random games for so long and answers
// with a line of JSON. `client` is the library's Client as its testing guide uses it; `reducer` skips the store.

const readline = require('readline');
const { Client } = require('boardgame.io/client');
const { InitializeGame, CreateGameReducer } = require('boardgame.io/internal');
const { TreasureMap, enumerate, SUITS } = require('./game.js');

const pick = (list) => list[Math.floor(Math.random() * list.length)];
const makeMove = (playerID, { move, args }) => ({ type: 'MAKE_MOVE', payload: { type: move, args, playerID } });

function countCards(G) {
  const banked = G.banks.reduce((sum, bank) => sum + SUITS.reduce((n, suit) => n + bank[suit].length, 0), 0);
  return G.deck.length + G.discard.length + G.raid.length + banked;
}

function check(state) {
  if (countCards(state.G) !== 60) throw new Error(`${countCards(state.G)} cards at the end of a game`);
}

function byClient() {
  const client = Client({ game: TreasureMap, numPlayers: 2, debug: false });
  let played = 0;
  for (;;) {
    const state = client.getState();
    if (state.ctx.gameover) {
      check(state);
      return played;
    }
    const { move, args } = pick(enumerate(state.G, state.ctx));
    client.moves[move](...args);
    played += 1;
  }
}

const reducer = CreateGameReducer({ game: TreasureMap });

function byReducer() {
  let state = InitializeGame({ game: TreasureMap, numPlayers: 2 });
  let played = 0;
  while (!state.ctx.gameover) {
    const action = makeMove(state.ctx.currentPlayer, pick(enumerate(state.G, state.ctx)));
    const next = reducer(state, action);
    if (next._stateID === state._stateID) throw new Error(`refused: ${JSON.stringify(action)}`);
    state = next;
    played += 1;
  }
  check(state);
  return played;
}

const ways = { client: byClient, reducer: byReducer };

readline.createInterface({ input: process.stdin }).on('line', (line) => {
  const [way, seconds] = line.split(' ');
  let moves = 0;
  let games = 0;
  const start = process.hrtime.bigint();
  let spent = 0;
  while (spent < Number(seconds)) {
    moves += ways[way]();
    games += 1;
    spent = Number(process.hrtime.bigint() - start) / 1e9;
  }
  process.stdout.write(`${JSON.stringify({ way, moves, games, seconds: spent })}\n`);
});
