// Treasure Map without characters, as a boardgame.io game: the ten suits, for two to four players.
// Written the way its documentation advises: plain-object G, moves that check and return INVALID_MOVE,
// chance by the random plugin, endIf, ai.enumerate for programs that play.

const { INVALID_MOVE } = require('boardgame.io/core');

const SUITS = ['anchor', 'cannon', 'chest', 'hook', 'key', 'kraken', 'mermaid', 'orb', 'sabre', 'scroll'];
const lowest = (suit) => (suit === 'mermaid' ? 4 : 2);
const top = (stack) => stack[stack.length - 1];

function setup({ ctx, random }) {
  const deck = [];
  const discard = [];
  for (const suit of SUITS) {
    discard.push({ suit, value: lowest(suit) });
    for (let step = 1; step < 6; step++) deck.push({ suit, value: lowest(suit) + step });
  }
  const emptyBank = () => Object.fromEntries(SUITS.map((suit) => [suit, []]));
  return {
    deck: random.Shuffle(deck),
    discard,
    raid: [],
    banks: Array.from({ length: ctx.numPlayers }, emptyBank),
    due: 0,
    asked: { kind: 'action' },
    over: false,
  };
}

function store(bank, card) {
  const stack = bank[card.suit];
  let place = stack.length;
  while (place > 0 && stack[place - 1].value > card.value) place--;
  stack.splice(place, 0, card);
}

function endTurn(G, events) {
  G.raid = [];
  G.due = 0;
  G.asked = { kind: 'action' };
  if (G.deck.length === 0) G.over = true;
  else events.endTurn();
}

// The last anchor of the row saves what lies before it; the rest is discarded.
function bust(G, seat, card, events) {
  const row = [...G.raid, card];
  const anchor = row.findLastIndex((laid) => laid.suit === 'anchor');
  row.forEach((laid, place) => {
    if (place < anchor) store(G.banks[seat], laid);
    else G.discard.push(laid);
  });
  endTurn(G, events);
}

function targets(G, seat, kind) {
  const found = [];
  if (kind === 'hook') {
    for (const suit of SUITS) if (G.banks[seat][suit].length > 0) found.push({ seat, suit });
    return found;
  }
  G.banks.forEach((bank, other) => {
    if (other === seat) return;
    for (const suit of SUITS) {
      const free = kind === 'cannon' || G.banks[seat][suit].length === 0;
      if (bank[suit].length > 0 && free) found.push({ seat: other, suit });
    }
  });
  return found;
}

function lay(G, seat, card, source, random, events) {
  if (source === 'deck') G.due = Math.max(0, G.due - 1);
  if (G.raid.some((laid) => laid.suit === card.suit)) {
    bust(G, seat, card, events);
    return;
  }
  G.raid.push(card);
  G.asked = { kind: 'action' };
  if (card.suit === 'kraken') G.due = Math.min(2, G.deck.length);
  else if (card.suit === 'orb') {
    if (G.deck.length > 0) G.asked = { kind: 'orb' };
  } else if (card.suit === 'scroll') {
    if (G.discard.length > 0) G.asked = { kind: 'scroll', cards: random.Shuffle(G.discard).slice(0, 3) };
  } else if (['hook', 'cannon', 'sabre'].includes(card.suit)) {
    if (targets(G, seat, card.suit).length > 0) G.asked = { kind: card.suit };
  }
}

const isTarget = (G, seat, kind, victim, suit) =>
  G.asked.kind === kind && targets(G, seat, kind).some((it) => it.seat === victim && it.suit === suit);

const moves = {
  draw: ({ G, ctx, random, events }) => {
    if (G.asked.kind !== 'action' || G.deck.length === 0) return INVALID_MOVE;
    lay(G, Number(ctx.currentPlayer), G.deck.shift(), 'deck', random, events);
  },
  rob: ({ G, ctx, random, events }) => {
    if (G.asked.kind !== 'action' || G.raid.length === 0 || G.due > 0) return INVALID_MOVE;
    const bank = G.banks[Number(ctx.currentPlayer)];
    const loot = G.raid.slice();
    loot.forEach((card) => store(bank, card));
    if (loot.some((card) => card.suit === 'key') && loot.some((card) => card.suit === 'chest')) {
      G.discard = random.Shuffle(G.discard);
      G.discard.splice(0, loot.length).forEach((card) => store(bank, card));
    }
    endTurn(G, events);
  },
  hook: ({ G, ctx, random, events }, suit) => {
    const seat = Number(ctx.currentPlayer);
    if (!isTarget(G, seat, 'hook', seat, suit)) return INVALID_MOVE;
    lay(G, seat, G.banks[seat][suit].pop(), 'hook', random, events);
  },
  cannon: ({ G, ctx }, victim, suit) => {
    if (!isTarget(G, Number(ctx.currentPlayer), 'cannon', victim, suit)) return INVALID_MOVE;
    G.discard.push(G.banks[victim][suit].pop());
    G.asked = { kind: 'action' };
  },
  sabre: ({ G, ctx, random, events }, victim, suit) => {
    const seat = Number(ctx.currentPlayer);
    if (!isTarget(G, seat, 'sabre', victim, suit)) return INVALID_MOVE;
    lay(G, seat, G.banks[victim][suit].pop(), 'sabre', random, events);
  },
  scroll: ({ G, ctx, random, events }, suit, value) => {
    const same = (card) => card.suit === suit && card.value === value;
    if (G.asked.kind !== 'scroll' || !G.asked.cards.some(same)) return INVALID_MOVE;
    const [card] = G.discard.splice(G.discard.findIndex(same), 1);
    lay(G, Number(ctx.currentPlayer), card, 'scroll', random, events);
  },
  orb: ({ G, ctx, random, events }, choice) => {
    if (G.asked.kind !== 'orb' || !['lay', 'return'].includes(choice)) return INVALID_MOVE;
    G.asked = { kind: 'action' };
    if (choice === 'lay') lay(G, Number(ctx.currentPlayer), G.deck.shift(), 'deck', random, events);
  },
};

function enumerate(G, ctx) {
  const seat = Number(ctx.currentPlayer);
  switch (G.asked.kind) {
    case 'hook':
      return targets(G, seat, 'hook').map((it) => ({ move: 'hook', args: [it.suit] }));
    case 'cannon':
    case 'sabre':
      return targets(G, seat, G.asked.kind).map((it) => ({ move: G.asked.kind, args: [it.seat, it.suit] }));
    case 'scroll':
      return G.asked.cards.map((card) => ({ move: 'scroll', args: [card.suit, card.value] }));
    case 'orb':
      return [{ move: 'orb', args: ['lay'] }, { move: 'orb', args: ['return'] }];
    default: {
      const found = [];
      if (G.deck.length > 0) found.push({ move: 'draw', args: [] });
      if (G.raid.length > 0 && G.due === 0) found.push({ move: 'rob', args: [] });
      return found;
    }
  }
}

const scores = (G) =>
  G.banks.map((bank) => SUITS.reduce((sum, suit) => sum + (bank[suit].length ? top(bank[suit]).value : 0), 0));

const TreasureMap = {
  name: 'treasure-map',
  setup,
  moves,
  endIf: ({ G }) => (G.over ? { scores: scores(G) } : undefined),
  disableUndo: true, // no copies of the past: what is measured is the rules
  ai: { enumerate },
};

module.exports = { TreasureMap, enumerate, SUITS };
