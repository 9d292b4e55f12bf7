// A small run of the lab while it goes on: the part that changes is fetched anew until the run is over.
const EVERY = 1500;

const main = /** @type {HTMLElement} */ (document.getElementById('main'));
const watched = /** @type {HTMLElement} */ (document.getElementById('watched'));

const over = () => watched.querySelector('#now')?.getAttribute('data-over') === 'yes';

/** Folds that the reader has opened or closed stay so when the report is drawn anew. */
function folds() {
  return [...watched.querySelectorAll('details')].map((fold) => fold.open);
}

async function look() {
  try {
    const answer = await fetch(main.dataset.now ?? '');
    if (answer.status === 404) return;
    if (answer.ok) {
      const before = folds();
      const at = scrollY;
      watched.innerHTML = await answer.text();
      const now = watched.querySelectorAll('details');
      if (now.length === before.length) now.forEach((fold, k) => { fold.open = before[k]; });
      scrollTo({ top: at, behavior: 'instant' });
    }
  } catch {
    // The server is away for a moment: look again later.
  }
  if (!over()) setTimeout(look, EVERY);
}

if (!over()) setTimeout(look, EVERY);
