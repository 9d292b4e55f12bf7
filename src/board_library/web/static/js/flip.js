// Cards fly: where a thing with data-key stood before an update, and where it stands after it, is one flight. The
// flights are drawn by copies above the page, so nothing that can be clicked ever moves under the pointer.

const FLIGHT = 480;
const STAGGER = 60;
const SMALLEST = 44;
const LARGEST = 118;

/** @typedef {{ rect: DOMRect, node: Element, seen: boolean }} Place */

/** @returns {boolean} */
export const stillness = () => matchMedia('(prefers-reduced-motion: reduce)').matches || document.hidden;

/** @param {string} name @returns {DOMRect | null} */
function home(name) {
  return document.querySelector(`[data-home="${name}"]`)?.getBoundingClientRect() ?? null;
}

/** @param {Element} element @returns {Place | null} */
function placeOf(element) {
  const own = element.getBoundingClientRect();
  if (own.width > 0 && own.height > 0 && element.checkVisibility()) return { rect: own, node: element, seen: true };
  const pile = element.getAttribute('data-in');
  const rect = pile ? home(pile) : visibleParent(element);
  return rect && { rect, node: element, seen: false };
}

/** @param {Element} element @returns {DOMRect | null} */
function visibleParent(element) {
  for (let parent = element.parentElement; parent; parent = parent.parentElement) {
    const rect = parent.getBoundingClientRect();
    if (rect.width > 0 && rect.height > 0) return rect;
  }
  return null;
}

/** @returns {Map<string, Place>} where every thing is; one that lies open is preferred to one in a closed pile */
export function places() {
  const found = new Map();
  for (const element of document.querySelectorAll('main [data-key]')) {
    const key = element.getAttribute('data-key');
    const place = placeOf(element);
    if (place && !(found.get(key)?.seen && !place.seen)) found.set(key, place);
  }
  return found;
}

/**
 * Let everything that has moved fly from where it was.
 * @param {Map<string, Place>} before
 * @param {number} speed 1 normal, 2 fast
 * @returns {{ count: number, done: Promise<unknown>, finish: () => void }}
 */
export function fly(before, speed) {
  const after = places();
  /** @type {Animation[]} */
  const flights = [];
  const start = (/** @type {Place} */ from, /** @type {Place} */ to, /** @type {Element} */ face) => {
    flights.push(flight(from, to, face, flights.length, speed));
  };
  for (const [key, to] of after) {
    const from = before.get(key) ?? (to.seen ? pile('deck', to.node) : null);
    if (!from || !moved(from.rect, to.rect)) continue;
    if (from.seen || to.seen) start(from, to, face(to.node, from.node));
  }
  for (const [key, from] of before) {
    const to = !after.has(key) && from.seen && pile('discard', from.node);
    if (to) start(from, to, face(from.node, from.node));
  }
  return {
    count: flights.length,
    done: Promise.allSettled(flights.map((one) => one.finished)),
    finish: () => flights.forEach((one) => one.finish()),
  };
}

/** @param {string} name @param {Element} node @returns {Place | null} */
function pile(name, node) {
  const rect = home(name);
  return rect && { rect, node, seen: true };
}

/** @param {DOMRect} a @param {DOMRect} b */
const moved = (a, b) => Math.hypot(middle(a).x - middle(b).x, middle(a).y - middle(b).y) > 12;

/** @param {DOMRect} rect */
const middle = (rect) => ({ x: rect.left + rect.width / 2, y: rect.top + rect.height / 2 });

/** The face to draw: a whole card, wherever one is to be had. @param {...Element} nodes */
function face(...nodes) {
  return nodes.find((node) => node.classList.contains('card')) ?? nodes[0];
}

/**
 * @param {Place} from @param {Place} to @param {Element} drawn @param {number} n @param {number} speed
 * @returns {Animation}
 */
function flight(from, to, drawn, n, speed) {
  const width = Math.min(LARGEST, Math.max(SMALLEST, from.rect.width, to.rect.width));
  const ghost = /** @type {HTMLElement} */ (drawn.cloneNode(true));
  for (const name of ['id', 'name', 'form', 'value', 'role', 'tabindex', 'data-key', 'data-about', 'aria-label']) ghost.removeAttribute(name);
  ghost.classList.remove('is-target', 'is-selected', 'is-bust', 'is-off', 'is-flying');
  ghost.classList.add('card');
  ghost.style.setProperty('--card-w', `${width}px`);
  document.getElementById('flights')?.append(ghost);
  to.node.classList.toggle('is-flying', to.seen);
  const step = (/** @type {DOMRect} */ rect, /** @type {number} */ turn) => {
    const { x, y } = middle(rect);
    const scale = Math.min(1, Math.max(rect.width / width, 0.3));
    return { transform: `translate(${x - width / 2}px, ${y - width * 0.7}px) scale(${scale}) rotate(${turn}deg)` };
  };
  const animation = ghost.animate([step(from.rect, 0), step(to.rect, 0)], {
    duration: FLIGHT / speed,
    delay: Math.min(n, 8) * (STAGGER / speed),
    easing: 'cubic-bezier(.2, .7, .2, 1)',
    fill: 'both',
  });
  const land = () => {
    ghost.remove();
    to.node.classList.remove('is-flying');
  };
  animation.finished.then(land, land);
  return animation;
}

/**
 * New dice roll for a while, then rest on the server's number.
 * @param {Set<string>} before ids of the dice that lay there already
 * @param {number} speed
 */
export function rollDice(before, speed) {
  for (const die of document.querySelectorAll('.dice__die[id]')) {
    const use = die.querySelector('use');
    if (before.has(die.id) || !use) continue;
    const rest = use.getAttribute('href') ?? '';
    const tumble = setInterval(() => use.setAttribute('href', rest.replace(/die-\d/, `die-${1 + Math.floor(Math.random() * 6)}`)), 90);
    const roll = die.animate(
      [
        { transform: 'translateY(-30px) rotate(-260deg)' },
        { transform: 'translateY(4px) rotate(20deg)', offset: 0.45 },
        { transform: 'translateY(-10px) rotate(8deg)', offset: 0.62 },
        { transform: 'none' },
      ],
      { duration: 800 / speed, easing: 'cubic-bezier(.2, .7, .2, 1)' },
    );
    const stop = () => {
      clearInterval(tumble);
      use.setAttribute('href', rest);
    };
    roll.finished.then(stop, stop);
  }
}

/** @returns {Set<string>} */
export const diceThere = () => new Set([...document.querySelectorAll('.dice__die[id]')].map((die) => die.id));
