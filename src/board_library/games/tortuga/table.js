// Tortuga's table: sets of cards picked together, dragging, "as last time", the answer of one who has none.

const LONGEST_REQUEST = 64;
const MARK = 'tortuga.visit';

const main = /** @type {HTMLElement} */ (document.getElementById('main'));

/** @param {string} code @returns {HTMLButtonElement | null} */
const offered = (code) => main.querySelector(`button[name="code"][value="${code}"]`);

/** Play several moves by a button that belongs to no place: the shell does all the rest. @param {string[]} codes */
function play(codes) {
  const first = offered(codes[0]);
  if (!first || codes.length > LONGEST_REQUEST) return;
  const value = first.value;
  first.value = codes.join(';');
  first.click();
  first.value = value;
}

// ---- sets: cards are picked here and sent together; without a script each card is a move of its own

/** @type {string[]} ids of picked cards */
let picked = [];
let question = '';

const opened = () => document.getElementById('zone-actions')?.dataset.opened ?? '';

/** @returns {HTMLButtonElement[]} */
const cards = () => [...main.querySelectorAll('button[data-pick]')].filter((one) => one instanceof HTMLButtonElement);

/** Whether a card still fits its room beside those that are picked. @param {HTMLButtonElement} card */
function fits(card) {
  const others = cards().filter((one) => picked.includes(one.id) && one.dataset.pick === card.dataset.pick);
  const twin = card.dataset.same && others.some((one) => one.dataset.same === card.dataset.same);
  return others.length < Number(card.dataset.most) && !twin;
}

function showSet() {
  const all = cards();
  picked = picked.filter((id) => all.some((one) => one.id === id));
  for (const card of all) {
    const on = picked.includes(card.id);
    card.setAttribute('aria-pressed', String(on));
    card.classList.toggle('is-full', !on && !fits(card));
  }
  const send = document.getElementById('b-set');
  if (!(send instanceof HTMLButtonElement)) return;
  const done = offered(send.dataset.set ?? '');
  if (done && done !== send) done.hidden = true;
  send.hidden = false;
  const enough = picked.length >= Number(send.dataset.least);
  send.classList.toggle('is-off', !enough);
  send.setAttribute('aria-disabled', String(!enough));
  if (send.name !== (enough ? 'code' : '')) send.name = enough ? 'code' : '';
  const value = [...all.filter((one) => picked.includes(one.id)).map((one) => one.value), send.dataset.set].join(';');
  if (send.value !== value) send.value = value;
}

document.addEventListener(
  'click',
  (event) => {
    const card = event.target instanceof Element ? event.target.closest('button[data-pick]') : null;
    if (!(card instanceof HTMLButtonElement)) return;
    event.preventDefault();
    event.stopPropagation();
    if (picked.includes(card.id)) picked = picked.filter((id) => id !== card.id);
    else if (fits(card)) picked = [...picked, card.id];
    showSet();
  },
  true,
);

// ---- "as last time": what was carried where in the last visit of this table

const table = main.dataset.live ?? '';

/** @typedef {{ lift: string, put: string }} Carry */

/** @returns {Carry[]} */
function remembered(name = 'last') {
  try {
    return JSON.parse(sessionStorage.getItem(`${MARK}.${table}.${name}`) ?? '[]');
  } catch {
    return [];
  }
}

/** @param {Carry[]} carries @param {string} name */
const remember = (carries, name) => sessionStorage.setItem(`${MARK}.${table}.${name}`, JSON.stringify(carries));

/** Note what a pressed button carries. @param {string} value */
function note(value) {
  const now = remembered('now');
  let lift = main.querySelector('[data-in-hand]')?.getAttribute('data-in-hand') ?? '';
  for (const code of value.split(';')) {
    const [verb, target] = code.split(' ');
    if (verb === 'lift') lift = target;
    if (verb === 'put' && lift && lift.split(':')[0] !== target) now.push({ lift, put: target });
    if (verb === 'restore') now.length = 0;
    if (verb === 'sail' && target === 'city') now.length = 0;
    if (code === 'leave city') {
      if (now.length) remember(now, 'last');
      now.length = 0;
    }
  }
  remember(now, 'now');
}

/** The moves that repeat the last visit with what lies there now. */
function again() {
  const lifts = [...main.querySelectorAll('[data-lift]')].map((one) => one.getAttribute('data-lift') ?? '');
  const codes = [];
  for (const { lift, put } of remembered()) {
    const room = lift.split(':')[0];
    if (!document.querySelector(`[data-room="${put}"]`)) continue;
    const money = !lift.includes(':');
    // Pirates change their slots as they move: only goods, cards and money are repeated.
    if (room === 'crew' || room === 'gar') continue;
    const found = lifts.indexOf(lift) >= 0 ? lifts.indexOf(lift) : lifts.findIndex((one) => one.split(':')[0] === room);
    if (found < 0) continue;
    const [target] = lifts.splice(found, 1);
    codes.push(`lift ${target}`, `put ${put}`);
    if (money) codes.push(`sum ${main.querySelector(`[data-lift="${target}"]`)?.getAttribute('data-sum') ?? 0}`);
  }
  return codes.slice(0, LONGEST_REQUEST - 1);
}

document.addEventListener('click', (event) => {
  const button = event.target instanceof Element ? event.target.closest('button') : null;
  if (!button) return;
  if (button.matches('[data-last]')) play(again());
  else if (button.name === 'code') note(button.value);
});

// ---- dragging: the same moves as two clicks

/** @type {HTMLElement | null} */
let dragged = null;

/** The room under the pointer that takes what is dragged. @param {EventTarget | null} target */
function landing(target) {
  const room = target instanceof Element ? target.closest('[data-room]') : null;
  if (!(room instanceof HTMLElement) || !dragged || room.dataset.takes !== dragged.dataset.kind) return null;
  return room.dataset.room === dragged.dataset.lift?.split(':')[0] ? null : room;
}

document.addEventListener('dragstart', (event) => {
  const piece = event.target instanceof Element ? event.target.closest('[data-lift]') : null;
  dragged = piece instanceof HTMLElement ? piece : null;
  dragged?.classList.add('is-dragging');
  for (const room of dragged ? main.querySelectorAll(`[data-takes="${dragged.dataset.kind}"]`) : []) {
    if (room instanceof HTMLElement && room.dataset.room !== dragged?.dataset.lift?.split(':')[0]) room.classList.add('is-landing');
  }
});
document.addEventListener('dragover', (event) => {
  if (landing(event.target)) event.preventDefault();
});
document.addEventListener('dragend', () => {
  dragged?.classList.remove('is-dragging');
  dragged = null;
  for (const room of main.querySelectorAll('.is-landing')) room.classList.remove('is-landing');
});
document.addEventListener('drop', (event) => {
  const room = landing(event.target);
  const lift = dragged?.dataset.lift;
  if (!room || !lift) return;
  event.preventDefault();
  play([`lift ${lift}`, `put ${room.dataset.room}`]);
});

// ---- what follows every update

let shownKind = '';

/** On a phone the ship comes forward when trading begins: what lies there is sold by a tap. */
function openTab() {
  const kind = main.querySelector('.visit') ? 'ship' : '';
  if (kind === shownKind) return;
  shownKind = kind;
  const tab = document.getElementById(`tab-${kind}`);
  if (tab instanceof HTMLInputElement) tab.checked = true;
}

function look() {
  if (opened() !== question) {
    question = opened();
    picked = [];
  }
  showSet();
  for (const piece of main.querySelectorAll('[data-lift]')) if (piece instanceof HTMLElement) piece.draggable = true;
  const last = document.getElementById('b-last');
  if (last) last.hidden = again().length === 0;
  openTab();
  const forced = document.querySelector('button[data-forced]');
  if (forced instanceof HTMLButtonElement && forced.dataset.given !== opened()) {
    forced.dataset.given = opened();
    setTimeout(() => forced.isConnected && forced.click(), 300);
  }
}

let due = 0;
new MutationObserver(() => {
  cancelAnimationFrame(due);
  due = requestAnimationFrame(look);
}).observe(main, { subtree: true, childList: true, attributes: true, attributeFilter: ['value', 'data-opened'] });
look();
