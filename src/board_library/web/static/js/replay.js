// The replay without full page loads would gain little: steps are links, this adds the slider, keys and copying.
import { enableCopying } from './copy.js';
import { scrollToEnd } from './morph.js';

const KEYS = { ArrowLeft: 'step-back', ArrowRight: 'step-on', Home: 'step-first', End: 'step-last' };
const FOCUSED = 'replay-focused';

const slider = /** @type {HTMLInputElement} */ (document.querySelector('#step'));
const output = slider.form?.querySelector('output');
slider.form?.querySelector('.replay__go')?.setAttribute('hidden', '');
slider.addEventListener('input', () => {
  if (output) output.textContent = `${slider.value} / ${slider.max}`;
});
slider.addEventListener('change', () => slider.form?.requestSubmit());
document.addEventListener('keydown', (event) => {
  if (event.target === slider || event.ctrlKey || event.metaKey || event.altKey) return;
  const link = document.getElementById(KEYS[/** @type {keyof typeof KEYS} */ (event.key)] ?? '');
  if (!link) return;
  event.preventDefault();
  if (link.getAttribute('aria-disabled') !== 'true') link.click();
});

// Whoever steps by a button or the slider finds the focus there on the next page too.
document.getElementById(sessionStorage.getItem(FOCUSED) ?? '')?.focus({ preventScroll: true });
sessionStorage.removeItem(FOCUSED);
addEventListener('pagehide', () => {
  const focused = document.activeElement;
  if (focused?.closest('.replay__nav') && focused.id) sessionStorage.setItem(FOCUSED, focused.id);
});

enableCopying();
scrollToEnd(document.getElementById('log-lines'));
