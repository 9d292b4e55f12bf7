// The table page: keeps its zones present over the socket, plays moves, lets cards fly.
import { Chooser } from './choose.js';
import { startClocks } from './clocks.js';
import { diceThere, fly, places, rollDice, stillness } from './flip.js';
import { Live } from './live.js';
import { keepingFocus, morph, scrollToEnd } from './morph.js';
import { Peek } from './peek.js';
import { play as sound } from './sounds.js';
import { toast } from './toast.js';

/** @typedef {import('./live.js').ZonesMessage} ZonesMessage */

const MOST_WAITING = 3;

const main = /** @type {HTMLElement} */ (document.getElementById('main'));
const root = document.documentElement;
const pill = /** @type {HTMLElement} */ (document.getElementById('pill'));
const side = /** @type {HTMLElement} */ (document.getElementById('side'));
const words = main.dataset;
const speed = Number(root.dataset.speed ?? 1);

const peek = new Peek(/** @type {HTMLElement} */ (document.getElementById('peek')));
const chooser = new Chooser(main, playCode);
const paintClocks = startClocks(main);

// ---- updates, in the order of the log: each waits for the flights of the one before, unless too many wait

/** @type {ZonesMessage[]} */
const waiting = [];
/** @type {(() => void) | null} */
let finishFlights = null;
let pumping = false;
let hurried = false;
let byKeyboard = false;
document.addEventListener('keydown', () => (byKeyboard = true), true);
document.addEventListener('pointerdown', () => (byKeyboard = false), true);

async function pump() {
  if (pumping) return;
  pumping = true;
  for (let message = waiting.shift(); message; message = waiting.shift()) {
    const moving = speed > 0 && !stillness() && waiting.length <= MOST_WAITING;
    const before = moving ? places() : null;
    const dice = diceThere();
    const was = situation();
    const lingered = lingerer()?.id;
    hurried = false;
    show(message);
    if (!before) continue;
    rollDice(dice, speed);
    const flights = fly(before, speed);
    tellBySound(was, flights.count);
    finishFlights = flights.finish;
    await flights.done;
    const news = lingerer();
    if (news && news.id !== lingered && !hurried) await linger(Number(news.dataset.linger) / speed);
    finishFlights = null;
  }
  pumping = false;
}

// What a game marks with data-linger (milliseconds) stays to be read before the next update, however fast others play;
// but nobody waits for it who is asked or clicks.

/** @returns {HTMLElement | null} */
const lingerer = () => main.querySelector('[data-linger]');

/** @param {number} time in milliseconds */
function linger(time) {
  return new Promise((go) => {
    const asked = () => waiting.some((message) => /^<[^>]*\sdata-opened=/.test(message.zones.actions ?? ''));
    const end = () => {
      clearInterval(watch);
      clearTimeout(alarm);
      go(null);
    };
    const watch = setInterval(() => (asked() || waiting.length > MOST_WAITING) && end(), 50);
    const alarm = setTimeout(end, time);
    finishFlights = end;
  });
}

/** Show at once all that waits: whoever clicks must click on the present. */
function catchUp() {
  hurried = true;
  finishFlights?.();
  for (let message = waiting.shift(); message; message = waiting.shift()) show(message);
}

/**
 * Buttons of moves lose the form that they have for pages without script: a browser goes through all buttons of such a
 * form for each that comes or goes, and a sea chart has hundreds.
 * @param {ZonesMessage} message
 */
function show(message) {
  performance.mark('update');
  keepingFocus(() => {
    for (const [name, html] of Object.entries(message.zones)) {
      const present = document.getElementById(`zone-${name}`);
      const holder = document.createElement('template');
      holder.innerHTML = html.replaceAll(' form="moves" name="code"', ' name="code"');
      const wanted = holder.content.firstElementChild;
      if (present && wanted) morph(present, wanted);
    }
  });
  if (message.title) document.title = message.title;
  if (message.notice) toast(message.notice);
  chooser.renew();
  peek.renew();
  afterUpdate();
  keepKeyboardGoing();
  performance.measure('table update', 'update');
}

/** Whoever plays by keyboard is led from question to question when the button that had the focus is gone. */
function keepKeyboardGoing() {
  const actions = document.getElementById('zone-actions');
  const focused = document.activeElement;
  if (!byKeyboard || !actions || (focused !== document.body && focused !== actions)) return;
  const next = main.querySelector('button[name="code"]');
  if (next instanceof HTMLElement) next.focus({ preventScroll: true });
  else actions.focus({ preventScroll: true });
}

function afterUpdate() {
  paintClocks();
  localTimes();
  const opened = document.getElementById('zone-actions')?.dataset.opened;
  document.getElementById('mine')?.classList.toggle('is-deciding', opened !== undefined);
}

function localTimes() {
  for (const time of /** @type {NodeListOf<HTMLTimeElement>} */ (document.querySelectorAll('#zone-chat time'))) {
    const when = new Date(time.dateTime);
    if (!Number.isNaN(when.getTime())) time.textContent = when.toLocaleTimeString(root.lang, { hour: '2-digit', minute: '2-digit' });
  }
}

// ---- the line

const live = words.live
  ? new Live(words.live, Number(words.version), {
      zones(message) {
        waiting.push(message);
        pump();
      },
      state(state, seconds) {
        if (state === 'crowded' && !pill.matches('.pill--crowded')) toast(words.crowded ?? '', true);
        pill.className = `pill pill--${state}`;
        const text = /** @type {Record<string, string | undefined>} */ ({
          online: words.pillOnline,
          synced: words.pillSynced,
          reconnecting: words.pillReconnecting?.replace('{n}', String(seconds)),
          crowded: words.pillCrowded,
          offline: words.pillOffline,
        })[state];
        const label = pill.querySelector('span');
        if (label && label.textContent !== text) label.textContent = text ?? '';
        pill.title = text ?? '';
        if (state === 'synced') setTimeout(() => pill.classList.contains('pill--synced') && this.state('online', 0), 2500);
      },
    })
  : null;

/** @type {string | null} */
let playing = null;

/** @param {string} code one code, or several joined by ';', played in order */
async function playCode(code) {
  if (!live || playing === code) return;
  playing = code;
  main.classList.add('is-sending');
  if (!live.online) toast(words.lost ?? '', true);
  const opened = chooser.opened();
  const answer = await live.request({ type: 'move', codes: code.split(';'), opened: opened === '' ? null : Number(opened) });
  playing = null;
  main.classList.remove('is-sending');
  if (!answer.ok) toast(answer.error ?? words.unsent ?? '', true);
}

/** @param {Record<string, unknown>} message */
async function ask(message) {
  if (!live) return false;
  if (!live.online) toast(words.lost ?? '', true);
  const answer = await live.request(message);
  if (!answer.ok) toast(answer.error ?? '', true);
  return answer.ok;
}

// ---- clicks, forms, keys

document.addEventListener('click', (event) => {
  const target = event.target instanceof Element ? event.target : null;
  if (peek.pressed) {
    // The end of a long press is no click.
    peek.pressed = false;
    event.preventDefault();
    return;
  }
  closePopovers(target);
  const button = target?.closest('button');
  if (!button) return;
  if (button.matches('[data-why]')) toast(button.dataset.why ?? '');
  else if (button.matches('[data-amount-play]')) playAmount(event, button);
  else if (button.name === 'code') {
    event.preventDefault();
    const code = button.value;
    catchUp();
    const present = main.querySelector(`button[name="code"][value="${code}"]`);
    if (present instanceof HTMLButtonElement) chooser.press(button.isConnected ? button : present);
    else toast(words.unsent ?? '', true);
  } else if (button.matches('[data-about]')) peek.show(button);
});

/** @param {Event} event @param {HTMLButtonElement} button */
function playAmount(event, button) {
  event.preventDefault();
  const input = button.closest('.amount')?.querySelector('input');
  if (input?.reportValidity()) playCode(`${button.value} ${input.value}`);
}

document.addEventListener('input', (event) => {
  const input = event.target;
  if (!(input instanceof HTMLInputElement) || !input.matches('[data-amount]')) return;
  for (const other of input.closest('.amount')?.querySelectorAll('[data-amount]') ?? []) {
    if (other instanceof HTMLInputElement && other !== input) other.value = input.value;
  }
});

document.addEventListener('submit', async (event) => {
  const form = /** @type {HTMLFormElement} */ (event.target);
  if (form.id === 'takeback') {
    event.preventDefault();
    ask({ type: 'takeback' });
  } else if (form.id === 'hint') {
    event.preventDefault();
    askHint(form);
  } else if (form.id === 'say') {
    event.preventDefault();
    const input = /** @type {HTMLInputElement} */ (form.elements.namedItem('text'));
    const text = input.value.trim();
    if (text && (await ask({ type: 'say', text }))) {
      input.value = '';
      scrollToEnd(document.getElementById('zone-chat'));
    }
  }
});

/** The answer comes as a change of the page; only a refusal is told here. @param {HTMLFormElement} form */
async function askHint(form) {
  const button = document.getElementById('b-hint');
  if (button?.getAttribute('aria-busy')) return;
  button?.setAttribute('aria-busy', 'true');
  const body = new URLSearchParams(/** @type {any} */ (new FormData(form)));
  try {
    const answer = await fetch(form.action, { method: 'POST', body, headers: { accept: 'application/json' }, redirect: 'manual' });
    if (answer.type !== 'opaqueredirect') toast((await answer.json()).error, true);
  } catch {
    toast(words.unsent ?? '', true);
  }
  button?.removeAttribute('aria-busy');
}

document.addEventListener('keydown', (event) => {
  const typing = event.target instanceof Element && event.target.closest('input, textarea, select');
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === 'Escape') {
    peek.hide();
    if (chooser.chosen) chooser.cancel();
    else if (!closePopovers(null)) closeSide();
  } else if (typing || event.repeat) {
    // Letters belong to what is being typed.
  } else if (event.code === 'KeyM') toggleMemo();
  else if (event.code === 'KeyD') shortcut('draw');
  else if (event.code === 'KeyR') shortcut('rob');
});

/** @param {string} name */
function shortcut(name) {
  catchUp();
  const button = main.querySelector(`button[data-shortcut="${name}"]`);
  if (button instanceof HTMLButtonElement) chooser.press(button);
}

/** Close open pop-overs other than the one that holds `target`. @param {Element | null} target */
function closePopovers(target) {
  let closed = false;
  for (const popover of document.querySelectorAll('details[data-popover][open]')) {
    if (target && popover.contains(target)) continue;
    popover.removeAttribute('open');
    closed = true;
  }
  return closed;
}

// ---- memo, log on the phone, sound

const memoButton = /** @type {HTMLElement} */ (document.getElementById('open-memo'));
const logButton = /** @type {HTMLElement} */ (document.getElementById('open-log'));

/** @param {boolean} open @param {boolean} memo */
function openSide(open, memo) {
  side.classList.toggle('is-open', open);
  side.classList.toggle('shows-memo', open && memo);
  memoButton.setAttribute('aria-expanded', String(open && memo));
  logButton.setAttribute('aria-expanded', String(open && !memo));
  scrollToEnd(document.getElementById('log-lines'));
  showRecap();
  scrollToEnd(document.getElementById('zone-chat'));
  if (open && !memo) newsRead = true;
  tellOfNews();
  keepHistory(open);
}

// On a phone what is open covers the table: there the way back closes it before it leaves the table.
const phone = matchMedia('(max-width: 720px)');

/** @param {boolean} open */
function keepHistory(open) {
  if (open && phone.matches && !history.state?.sheet) history.pushState({ sheet: true }, '');
  else if (!open && history.state?.sheet) history.back();
}

addEventListener('popstate', () => {
  if (!history.state?.sheet && side.classList.contains('is-open')) closeSide();
});
if (history.state?.sheet) history.replaceState(null, '');

// On a phone the log is out of sight: its button says that there is something new for one who comes back.
let newsRead = false;

function tellOfNews() {
  logButton.classList.toggle('tool--news', !newsRead && document.getElementById('log-new') !== null);
}

function closeSide() {
  const back = side.classList.contains('shows-memo') ? memoButton : logButton;
  if (side.classList.contains('is-open') && side.contains(document.activeElement)) back.focus();
  openSide(false, false);
}

function toggleMemo() {
  const open = !side.classList.contains('shows-memo');
  openSide(open, open);
  if (open) document.getElementById('zone-memo')?.focus({ preventScroll: true });
}

/** @param {string} id @param {() => void} act */
function onLink(id, act) {
  const link = document.getElementById(id);
  link?.addEventListener('click', (event) => {
    event.preventDefault();
    act();
  });
  link?.addEventListener('keydown', (event) => {
    if (event.key !== ' ') return;
    event.preventDefault();
    act();
  });
}

onLink('open-memo', toggleMemo);
onLink('open-log', () => openSide(!side.classList.contains('is-open') || side.classList.contains('shows-memo'), false));
onLink('close-memo', closeSide);
onLink('close-side', closeSide);

const soundButton = /** @type {HTMLElement} */ (document.getElementById('sound'));
// What was chosen at a table holds in this browser until the setting is changed.
const [setting, chosen] = (localStorage.getItem('sound') ?? '').split(' ');
let loud = (setting === root.dataset.sound ? chosen : root.dataset.sound) === 'on';

function showSound() {
  soundButton.setAttribute('aria-pressed', String(loud));
}

soundButton.addEventListener('click', () => {
  loud = !loud;
  localStorage.setItem('sound', `${root.dataset.sound} ${loud ? 'on' : 'off'}`);
  showSound();
  if (loud) sound('turn');
});

/** Whoever comes back begins to read where the news begin. */
function showRecap() {
  const news = document.getElementById('log-new');
  const lines = document.getElementById('log-lines');
  if (news && lines) lines.scrollTop = news.offsetTop - lines.offsetTop;
}

function situation() {
  return {
    mine: document.querySelector('.status--mine') !== null,
    bust: document.getElementById('raid-bust') !== null,
    log: document.getElementById('log-lines')?.lastElementChild?.id,
  };
}

/** @param {ReturnType<typeof situation>} was @param {number} flights */
function tellBySound(was, flights) {
  if (!loud) return;
  const now = situation();
  if (now.bust && !was.bust) sound('bust');
  else if (flights > 1) sound('rob');
  else if (flights === 1) sound('card');
  if (now.mine && !was.mine) sound('turn');
}

showSound();
afterUpdate();
tellOfNews();
scrollToEnd(document.getElementById('log-lines'));
showRecap();
scrollToEnd(document.getElementById('zone-chat'));
