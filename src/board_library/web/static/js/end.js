// The results: the offer of a rematch appears when somebody else makes it; an analysis says that it is under way.
import { keepPresent } from './quiet.js';

keepPresent(/** @type {HTMLElement} */ (document.getElementById('main')), 'end');

const think = /** @type {HTMLFormElement | null} */ (document.getElementById('think'));

/** @param {boolean} on */
function showThinking(on) {
  const line = /** @type {HTMLElement} */ (document.getElementById('thinking'));
  line.textContent = on ? (line.dataset.text ?? '') : '';
  /** @type {HTMLButtonElement} */ (think?.querySelector('button')).disabled = on;
}

think?.addEventListener('submit', () => showThinking(true));
// Whoever comes back to the page by the browser's button finds it as it was left.
if (think) addEventListener('pageshow', () => showThinking(false));
