// Short notices at the foot of the page.

const STAYS = 6000;

/** @param {string} text @param {boolean} [bad] */
export function toast(text, bad = false) {
  const box = document.getElementById('toasts');
  if (!box || !text) return;
  const line = document.createElement('p');
  line.className = bad ? 'toast toast--bad' : 'toast';
  line.textContent = text;
  while (box.children.length > 2) box.firstElementChild?.remove();
  box.append(line);
  setTimeout(() => line.remove(), STAYS);
}
