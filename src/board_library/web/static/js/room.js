// The room: seats, options and chat live; this browser's number for the seed; forms are sent without a page load.
import { enableCopying } from './copy.js';
import { checkGaps } from './gap.js';
import { scrollToEnd } from './morph.js';
import { addNumbers, randomNumber } from './number.js';
import { keepPresent } from './quiet.js';
import { toast } from './toast.js';

const main = /** @type {HTMLElement} */ (document.getElementById('main'));
let numbered = false;

const live = keepPresent(main, 'room', () => {
  giveNumber();
  checkGaps();
});

/** Whoever sits here adds a number to the seed, once. */
function giveNumber() {
  const seated = document.querySelector('#zone-start[data-seated]') !== null;
  if (seated && !numbered && live?.online) live.send({ type: 'number', value: randomNumber() });
  numbered = seated && (numbered || Boolean(live?.online));
}

/**
 * Send a form in the background. The socket brings what has changed; a refusal is told, and everything typed stays.
 * @param {HTMLFormElement} form @param {HTMLElement | null} button
 */
async function send(form, button) {
  const action = button?.getAttribute('formaction') ?? form.action;
  const body = new URLSearchParams(/** @type {any} */ (new FormData(form, button)));
  const answer = await fetch(action, { method: 'POST', body });
  if (answer.ok && !samePage(answer.url)) {
    location.assign(answer.url);
    return false;
  }
  // The line was opened by a stranger; now that there is a guest it must be opened anew.
  if (answer.ok && main.dataset.known === undefined) location.reload();
  if (!answer.ok) {
    const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
    toast(page.querySelector('.toast--bad span, .field__error, .lost p')?.textContent?.trim() ?? '', true);
  }
  return answer.ok;
}

/** @param {string} url */
const samePage = (url) => new URL(url).pathname === location.pathname;

document.addEventListener('submit', async (event) => {
  const form = event.target;
  if (!(form instanceof HTMLFormElement) || !main.contains(form)) return;
  event.preventDefault();
  const button = event.submitter instanceof HTMLElement ? event.submitter : null;
  button?.setAttribute('aria-busy', 'true');
  try {
    const sent = await send(form, button);
    if (sent && form.id === 'say') {
      form.reset();
      scrollToEnd(document.getElementById('zone-chat'));
    }
  } catch {
    toast(main.dataset.lost ?? '', true);
  } finally {
    button?.removeAttribute('aria-busy');
  }
});

document.addEventListener('input', checkGaps);

// The rules are saved as they are chosen; the button stays for the keyboard and for text.
document.getElementById('options')?.addEventListener('change', (event) => {
  const field = /** @type {HTMLElement} */ (event.target);
  if (!field.matches('input[name="name"]')) field.closest('form')?.requestSubmit();
});

addNumbers();
enableCopying();
scrollToEnd(document.getElementById('zone-chat'));
