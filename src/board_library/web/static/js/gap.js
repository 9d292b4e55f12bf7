// Numbers that are 0, which stands for none, or large enough: browsers know no such bound, so it is told to them.

/** Say on each such field whether it holds something else; if so, its form is not sent. */
export function checkGaps() {
  for (const field of /** @type {NodeListOf<HTMLInputElement>} */ (document.querySelectorAll('input[data-gap]'))) {
    const n = field.valueAsNumber;
    field.setCustomValidity(n > 0 && n < Number(field.dataset.least) ? field.dataset.gap ?? '' : '');
  }
}
