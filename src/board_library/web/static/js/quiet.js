// What the quiet pages with live parts share: zones kept present over the socket, the pill, times of the chat.
import { Live } from './live.js';
import { keepingFocus, morphHtml } from './morph.js';
import { toast } from './toast.js';

/** @typedef {import('./live.js').ZonesMessage} ZonesMessage */

const root = document.documentElement;

/**
 * Keep a page's zones present.
 * @param {HTMLElement} main carries `data-live` and `data-version`
 * @param {string} page the kind of page, told to the server
 * @param {() => void} [after] called when something has changed or the line is there
 */
export function keepPresent(main, page, after = () => {}) {
  const pill = document.getElementById('pill');
  const live = new Live(`${main.dataset.live}?page=${page}`, Number(main.dataset.version), {
    zones(message) {
      keepingFocus(() => Object.values(message.zones).forEach(morphHtml));
      if (message.title) document.title = message.title;
      localTimes();
      after();
    },
    state(state, seconds) {
      if (pill) showLine(pill, state, seconds);
      if (state === 'online' || state === 'synced') after();
    },
  });
  localTimes();
  return live;
}

/** @param {HTMLElement} pill @param {string} state @param {number} seconds */
function showLine(pill, state, seconds) {
  const name = state === 'synced' ? 'online' : state;
  if (name === 'crowded' && !pill.matches('.pill--crowded')) toast(pill.dataset.why ?? '', true);
  pill.hidden = false;
  pill.className = `pill pill--${name}`;
  const words = (pill.dataset[name] ?? '').replace('{n}', String(seconds));
  const label = pill.querySelector('span');
  if (label && label.textContent !== words) label.textContent = words;
}

/** The server writes times in UTC. */
function localTimes() {
  for (const time of document.querySelectorAll('time')) {
    const when = new Date(time.dateTime);
    if (!Number.isNaN(when.getTime())) time.textContent = when.toLocaleTimeString(root.lang, { hour: '2-digit', minute: '2-digit' });
  }
}
