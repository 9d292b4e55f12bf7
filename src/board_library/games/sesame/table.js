// Sesame's table and replay: pawns walk cell by cell, sums show what they come to, on a phone the window follows the game.
import { AT } from './cells.js';

const STEP = 150;
const LONGEST = 1600;
const LINES = { s: 26, d: 13, r: 20 };

const still = () => matchMedia('(prefers-reduced-motion: reduce)').matches || document.documentElement.dataset.speed === '0';
const speed = () => Number(document.documentElement.dataset.speed ?? 1) || 1;

/** Every cell between two, along the line that both lie on. @param {string} from @param {string} to */
function path(from, to) {
  const line = from[0] === to[0] && from[0] in LINES;
  const [a, b] = [Number(from.slice(1)), Number(to.slice(1))];
  // Whoever is thrown back does not walk through what is behind.
  if (!line || Math.abs(b - a) > 12) return [from, to];
  const way = Math.sign(b - a);
  const cells = [from];
  for (let k = a + way; k !== b + way && way !== 0; k += way) cells.push(`${from[0]}${k}`);
  return cells;
}

/** @type {Map<string, { last: number, cell: string }>} */
const known = new Map();

/** @param {Element} piece */
function cellOf(piece) {
  return [...piece.classList].find((name) => name.startsWith('at-'))?.slice(3) ?? 's0';
}

/** Let a piece walk what it has moved since the last look. @param {HTMLElement} piece */
function walk(piece) {
  const cell = cellOf(piece);
  const steps = (piece.dataset.trail ?? '').split(' ').filter((step) => step.includes(':')).map((step) => step.split(':'));
  const last = Number(steps.at(-1)?.[0] ?? 0);
  const before = known.get(piece.id);
  known.set(piece.id, { last, cell });
  if (!before || still()) return;
  const fresh = steps.filter(([number]) => Number(number) > before.last);
  const cells = fresh.length ? fresh.flatMap(([, from, to]) => path(from, to)) : before.cell === cell ? [] : [before.cell, cell];
  const sheet = piece.parentElement?.getBoundingClientRect();
  const home = AT[cell];
  if (cells.length < 2 || !sheet || !home || cells.at(-1) !== cell) return;
  piece.getAnimations().forEach((one) => one.finish());
  const frames = cells.filter((name) => AT[name]).map((name) => ({
    transform: `translate(${((AT[name][0] - home[0]) * sheet.width) / 100}px, ${((AT[name][1] - home[1]) * sheet.height) / 100}px)`,
  }));
  const duration = Math.min(LONGEST, STEP * Math.max(3, frames.length)) / speed();
  piece.querySelector('.piece__walks')?.animate(frames, { duration, easing: 'ease-in-out' });
}

/** @param {HTMLElement} piece @param {boolean} gently */
function follow(piece, gently) {
  const board = document.getElementById('triple-board');
  if (!board || board.scrollWidth <= board.clientWidth) return;
  const sheet = board.firstElementChild;
  const at = AT[cellOf(piece)];
  if (!(sheet instanceof HTMLElement) || !at) return;
  const market = piece.classList.contains('is-active') && document.querySelector('.cell--go');
  // The middle of the pawn and the cells that its dice may lead to, but not so far that the pawn is out of sight.
  const ahead = [...document.querySelectorAll(piece.matches('.piece--pawn.is-active') ? '.reach' : '.none')].map((cell) => AT[cellOf(cell)]).filter(Boolean);
  const [x, y] = [0, 1].map((axis) => {
    const along = [at, ...ahead].map((cell) => cell[axis]);
    const middle = (Math.min(...along) + Math.max(...along)) / 2;
    return Math.min(Math.max(middle, at[axis] - 14), at[axis] + 14);
  });
  board.scrollTo({
    left: (x / 100) * sheet.clientWidth - board.clientWidth / 2,
    top: ((market ? 51 : y) / 100) * sheet.clientHeight - board.clientHeight / 2,
    behavior: still() || !gently ? 'auto' : 'smooth',
  });
}

/** The piece to keep in sight: in a replay the one that this step has moved, at the table the one whose turn it is. */
function central() {
  const pieces = /** @type {HTMLElement[]} */ ([...document.querySelectorAll('.piece')]);
  const moved = pieces.filter((piece) => piece.dataset.moved).sort((a, b) => Number(b.dataset.moved) - Number(a.dataset.moved));
  const active = pieces.find((piece) => piece.matches('.piece--pawn.is-active')) ?? pieces.find((piece) => piece.matches('.piece--pawn'));
  return (document.querySelector('.table--board') && moved[0]) || active;
}

/** @param {boolean} gently */
function look(gently) {
  for (const piece of document.querySelectorAll('.piece')) if (piece instanceof HTMLElement) walk(piece);
  const piece = central();
  if (piece) follow(piece, gently);
}

/** What a trade comes to, as the slider moves. */
function total() {
  const trade = document.querySelector('.trade');
  const input = trade?.querySelector('input');
  const out = trade?.querySelector('[data-total]');
  if (!(trade instanceof HTMLElement) || !input || !out) return;
  const value = Number(input.value) * Number(trade.dataset.price);
  const fee = trade.dataset.fee ? Math.floor(value / 5) : 0;
  const selling = trade.dataset.verb === 'sell';
  out.textContent = String(selling ? value - fee : value + (trade.dataset.surcharge ? fee : 0));
  const told = trade.querySelector('[data-fee-out]');
  if (told) told.textContent = String(fee);
}

document.addEventListener('input', total);

document.addEventListener('click', (event) => {
  const link = event.target instanceof Element ? event.target.closest('.panels a') : null;
  const board = document.getElementById('triple-board');
  if (!(link instanceof HTMLElement) || !board) return;
  event.preventDefault();
  const part = { roads: 0, market: 0.5, sea: 1 }[link.dataset.part ?? ''] ?? 0;
  board.scrollTo({ top: part * (board.scrollHeight - board.clientHeight), behavior: still() ? 'auto' : 'smooth' });
});

// A question answered, the servant's cells go out.
const centre = document.getElementById('zone-centre');
if (centre) {
  new MutationObserver(() => look(true)).observe(centre, { subtree: true, attributes: true, attributeFilter: ['class', 'data-trail'], childList: true });
}
look(false);
