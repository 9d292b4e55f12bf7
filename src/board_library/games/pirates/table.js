// Pirates' table: arrow keys on the chart, the way shown on hover, zoom by buttons and pinch, the window follows the fleet.

const ARROWS = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };
const LEVELS = ['zoom-out', '', 'zoom-1', 'zoom-2', 'zoom-3'];
const PLAIN = 1;

let level = PLAIN;
let asked = '';

const still = () => matchMedia('(prefers-reduced-motion: reduce)').matches || document.documentElement.dataset.speed === '0';
const board = () => /** @type {HTMLElement | null} */ (document.getElementById('sea-chart'));
/** @returns {HTMLButtonElement[]} */
const squares = () => [...document.querySelectorAll('button.sea__square')].filter((one) => one instanceof HTMLButtonElement);

/** @param {HTMLElement} square @returns {[number, number]} */
const at = (square) => [Number(square.dataset.x), Number(square.dataset.y)];

/** Where a fleet's class says that it lies. @param {Element} fleet @returns {[number, number]} */
function cellOf(fleet) {
  const names = [...fleet.classList];
  const number = (/** @type {string} */ stem) => Number(names.find((name) => name.startsWith(stem))?.slice(2) ?? 0);
  return [number('cx'), number('cy')];
}

const mine = () => document.querySelector('.fleet.is-mine') ?? document.querySelector('.fleet.is-active');

/** Bring a thing on the chart into the window. @param {Element | null} thing */
function show(thing) {
  const sea = board();
  if (!sea || !(thing instanceof HTMLElement) || (sea.scrollWidth <= sea.clientWidth + 2 && sea.scrollHeight <= sea.clientHeight + 2)) return;
  sea.scrollTo({
    left: thing.offsetLeft - sea.clientWidth / 2,
    top: thing.offsetTop - sea.clientHeight / 2,
    behavior: still() ? 'auto' : 'smooth',
  });
}

/** @param {number} next */
function zoom(next) {
  level = Math.max(0, Math.min(LEVELS.length - 1, next));
  board()?.classList.remove(...LEVELS.filter(Boolean));
  if (LEVELS[level]) board()?.classList.add(LEVELS[level]);
  show(mine());
}

/** The lit square nearest in a direction; straight ahead counts most. @param {[number, number]} from @param {number[]} way */
function nearest(from, way) {
  let best = null;
  let least = Infinity;
  for (const square of squares()) {
    const [dx, dy] = [at(square)[0] - from[0], at(square)[1] - from[1]];
    const ahead = dx * way[0] + dy * way[1];
    const aside = Math.abs(dx * way[1]) + Math.abs(dy * way[0]);
    if (ahead <= 0 || aside > ahead * 2) continue;
    if (ahead + 3 * aside < least) [best, least] = [square, ahead + 3 * aside];
  }
  return best;
}

/** One tab stop for all squares. @param {HTMLButtonElement | null} chosen */
function stop(chosen) {
  for (const square of squares()) square.tabIndex = square === chosen ? 0 : -1;
}

/** The shortest way over lit squares: a walk back from the goal over its neighbours. @param {HTMLButtonElement} goal */
function way(goal) {
  const start = mine();
  if (!start) return [];
  const lit = new Map(squares().map((square) => [at(square).join(), square]));
  const [sx, sy] = cellOf(start);
  /** @type {Map<string, number>} */
  const far = new Map([[`${sx},${sy}`, 0]]);
  const queue = [[sx, sy]];
  for (const [x, y] of queue) {
    for (let dy = -1; dy <= 1; dy += 1) {
      for (let dx = -1; dx <= 1; dx += 1) {
        const key = `${x + dx},${y + dy}`;
        if (far.has(key) || !lit.has(key)) continue;
        far.set(key, (far.get(`${x},${y}`) ?? 0) + 1);
        queue.push([x + dx, y + dy]);
      }
    }
  }
  const found = [];
  let [x, y] = at(goal);
  let left = far.get(`${x},${y}`);
  while (left !== undefined && left > 0) {
    const here = lit.get(`${x},${y}`);
    if (here) found.push(here);
    let moved = false;
    for (let dy = -1; dy <= 1 && !moved; dy += 1) {
      for (let dx = -1; dx <= 1 && !moved; dx += 1) {
        if (far.get(`${x + dx},${y + dy}`) === left - 1) {
          [x, y] = [x + dx, y + dy];
          moved = true;
        }
      }
    }
    if (!moved) break;
    left -= 1;
  }
  return found;
}

/** @param {EventTarget | null} target */
function trace(target) {
  for (const old of document.querySelectorAll('.sea__square.is-way')) old.classList.remove('is-way');
  const square = target instanceof Element ? target.closest('button.sea__square') : null;
  if (square instanceof HTMLButtonElement) for (const step of way(square)) step.classList.add('is-way');
}

/** A thumb is wider than a square: a tap beside the lit ones takes the nearest within reach. */
const SLOP = 24;

/** @param {number} x @param {number} y @returns {HTMLButtonElement | null} */
function nearTo(x, y) {
  let best = null;
  let least = SLOP;
  for (const one of board()?.querySelectorAll('button.cell') ?? []) {
    const { left, right, top, bottom } = one.getBoundingClientRect();
    const off = Math.hypot(Math.max(left - x, 0, x - right), Math.max(top - y, 0, y - bottom));
    if (off < least && one instanceof HTMLButtonElement) [best, least] = [one, off];
  }
  return best;
}

document.addEventListener('click', (event) => {
  if (!(event instanceof PointerEvent) || event.pointerType !== 'touch' || !(event.target instanceof Element)) return;
  if (!board()?.contains(event.target) || event.target.closest('button')) return;
  nearTo(event.clientX, event.clientY)?.click();
});

document.addEventListener('pointerover', (event) => trace(event.target));
document.addEventListener('focusin', (event) => trace(event.target));

document.addEventListener('keydown', (event) => {
  const sea = board();
  if (!sea || !(event.target instanceof HTMLElement) || !sea.contains(event.target)) return;
  const way = ARROWS[/** @type {keyof typeof ARROWS} */ (event.key)];
  if (!way && event.key !== 'Home') return;
  const start = mine();
  const square = event.target.closest('button.sea__square');
  const home = start ? cellOf(start) : /** @type {[number, number]} */ ([18, 12]);
  const from = square instanceof HTMLElement && event.key !== 'Home' ? at(square) : home;
  if (event.key === 'Home') show(start);
  const next = way ? nearest(from, way) : nearest(home, [0, 1]) ?? nearest(home, [0, -1]) ?? nearest(home, [1, 0]);
  if (!next) return;
  event.preventDefault();
  stop(next);
  next.focus({ preventScroll: true });
  show(next);
});

document.addEventListener('click', (event) => {
  const tool = event.target instanceof Element ? event.target.closest('[data-zoom]') : null;
  if (!(tool instanceof HTMLElement)) return;
  const by = Number(tool.dataset.zoom);
  if (by) zoom(level + by);
  else show(mine());
});

/** @type {Map<number, PointerEvent>} */
const fingers = new Map();
let apart = 0;

const distance = () => {
  const [a, b] = [...fingers.values()];
  return Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY);
};

document.addEventListener('pointerdown', (event) => {
  if (event.pointerType !== 'touch' || !board()?.contains(/** @type {Node} */ (event.target))) return;
  fingers.set(event.pointerId, event);
  if (fingers.size === 2) apart = distance();
});
document.addEventListener('pointermove', (event) => {
  if (!fingers.has(event.pointerId)) return;
  fingers.set(event.pointerId, event);
  if (fingers.size !== 2 || !apart) return;
  const grown = distance() / apart;
  if (grown > 1.25 || grown < 0.8) {
    zoom(level + (grown > 1 ? 1 : -1));
    apart = distance();
  }
});
for (const end of ['pointerup', 'pointercancel']) {
  document.addEventListener(end, (event) => {
    if (event instanceof PointerEvent) fingers.delete(event.pointerId);
    if (fingers.size < 2) apart = 0;
  });
}

/** Cards may be dragged to another tray: the same as their first button. @type {HTMLElement | null} */
let dragged = null;

function loosen() {
  for (const card of document.querySelectorAll('.pcard')) {
    if (card instanceof HTMLElement) card.draggable = card.querySelector('button.pcard__do') !== null;
  }
}

document.addEventListener('dragstart', (event) => {
  const card = event.target instanceof Element ? event.target.closest('.pcard') : null;
  dragged = card instanceof HTMLElement && card.draggable ? card : null;
});
document.addEventListener('dragover', (event) => {
  const tray = event.target instanceof Element ? event.target.closest('.tray') : null;
  if (dragged && tray && !tray.contains(dragged)) event.preventDefault();
});
document.addEventListener('drop', (event) => {
  const tray = event.target instanceof Element ? event.target.closest('.tray') : null;
  const button = dragged?.querySelector('button.pcard__do');
  if (!tray || !(button instanceof HTMLButtonElement) || tray.contains(dragged)) return;
  event.preventDefault();
  dragged = null;
  button.click();
});

function look() {
  const sea = board();
  if (sea && LEVELS[level] && !sea.classList.contains(LEVELS[level])) sea.classList.add(LEVELS[level]);
  const lit = squares();
  const active = document.querySelector('.fleet.is-active');
  const now = `${lit.length}:${lit[0]?.value ?? ''}:${active?.id ?? ''}:${active ? cellOf(active).join() : ''}`;
  if (now === asked) return;
  asked = now;
  const focused = document.activeElement instanceof HTMLButtonElement && lit.includes(document.activeElement);
  stop(focused ? /** @type {HTMLButtonElement} */ (document.activeElement) : lit[0] ?? null);
  show(lit.length ? mine() : active ?? mine());
}

const centre = document.getElementById('zone-centre');
if (centre) new MutationObserver(look).observe(centre, { subtree: true, attributes: true, attributeFilter: ['class', 'value'], childList: true });
look();

for (const zone of ['zone-me', 'zone-chooser']) {
  const tray = document.getElementById(zone);
  if (tray) new MutationObserver(loosen).observe(tray, { subtree: true, childList: true });
}
loosen();
