// The replay without full page loads would gain little: steps are links, this adds the slider, keys and copying.
import { enableCopying } from './copy.js';
import { scrollToEnd } from './morph.js';

const slider = /** @type {HTMLInputElement} */ (document.querySelector('#step'));
const output = slider.form?.querySelector('output');
slider.form?.querySelector('.replay__go')?.setAttribute('hidden', '');
slider.addEventListener('input', () => {
  if (output) output.textContent = `${slider.value} / ${slider.max}`;
});
slider.addEventListener('change', () => slider.form?.requestSubmit());
document.addEventListener('keydown', (event) => {
  if (event.target === slider || event.ctrlKey || event.metaKey || event.altKey) return;
  const id = { ArrowLeft: 'step-back', ArrowRight: 'step-on' }[event.key];
  const link = id && document.getElementById(id);
  if (link && link.getAttribute('aria-disabled') !== 'true') link.click();
});
enableCopying();
scrollToEnd(document.getElementById('log-lines'));
