// Buttons that copy a link. They are hidden without JavaScript, where the link itself can be copied.

/** @param {ParentNode} [root] */
export function enableCopying(root = document) {
  for (const button of /** @type {NodeListOf<HTMLButtonElement>} */ (root.querySelectorAll('[data-copy], [data-copy-link]'))) {
    if (!navigator.clipboard) continue; // an insecure origin: the link stays there to be copied by hand
    button.hidden = false;
    button.addEventListener('click', async () => {
      const link = button.dataset.copyLink ?? /** @type {HTMLAnchorElement} */ (document.querySelector(button.dataset.copy ?? '')).href;
      await navigator.clipboard.writeText(link);
      const words = button.querySelector('span');
      if (words) words.textContent = button.dataset.done ?? '';
      if (button.ariaLabel) button.ariaLabel = button.dataset.done ?? '';
    });
  }
}
