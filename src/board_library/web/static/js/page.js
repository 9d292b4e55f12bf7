// What a room and a page of results have in common: zones kept present over the socket, and the pill of the line.
import { Live } from './live.js';
import { morphHtml } from './morph.js';
import { toast } from './toast.js';

/**
 * @param {string} page the kind of page, as the server knows it
 * @returns {Live | null}
 */
export function keepPresent(page) {
  const main = /** @type {HTMLElement} */ (document.getElementById('main'));
  const pill = document.getElementById('pill');
  if (!main.dataset.live) return null;
  return new Live(`${main.dataset.live}?page=${page}`, Number(main.dataset.version), {
    zones(message) {
      for (const html of Object.values(message.zones)) morphHtml(html);
      if (message.title) document.title = message.title;
      if (message.notice) toast(message.notice);
    },
    state(state, seconds) {
      if (!pill) return;
      const shown = state === 'synced' ? 'online' : state;
      pill.hidden = false;
      pill.className = `pill pill--${shown}`;
      const text = pill.dataset[shown]?.replace('{n}', String(seconds)) ?? '';
      const label = pill.querySelector('span');
      if (label && label.textContent !== text) label.textContent = text;
    },
  });
}
