// Clocks and absences count down in the browser from what the server said, by the server's time.

/** @param {HTMLElement} main */
export function startClocks(main) {
  const skew = Date.now() / 1000 - Number(main.dataset.now);
  const paint = () => paintClocks(Date.now() / 1000 - skew);
  setInterval(paint, 500);
  paint();
  return paint;
}

/** @param {number} now the server's time, Unix seconds */
function paintClocks(now) {
  for (const fact of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll('#zone-clocks [data-seat]'))) {
    const clock = document.querySelector(`[data-clock="${fact.dataset.seat}"]`);
    if (!clock) continue;
    const running = fact.hasAttribute('data-running');
    let spent = running ? Math.max(0, now - Number(fact.dataset.at)) : 0;
    const parts = [];
    let left = Infinity;
    if (fact.dataset.decision !== undefined) {
      const decision = Number(fact.dataset.decision);
      left = Math.max(0, decision - spent);
      spent = Math.max(0, spent - decision);
      if (running) parts.push(time(left));
    }
    if (fact.dataset.bank !== undefined) {
      const bank = Math.max(0, Number(fact.dataset.bank) - spent);
      left = left === Infinity || left === 0 ? bank : left;
      parts.push(time(bank));
    }
    const text = clock.querySelector('[data-time]');
    const words = parts.join(' + ');
    if (text && text.textContent !== words) text.textContent = words;
    clock.classList.toggle('clock--running', running);
    clock.classList.toggle('clock--low', running && left < 10);
    clock.toggleAttribute('hidden', parts.length === 0);
  }
  for (const away of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll('[data-until]'))) {
    const until = Number(away.dataset.until);
    const left = Math.ceil(until - now);
    const soon = /** @type {HTMLElement | null} */ (away.querySelector('.away__soon'));
    const word = /** @type {HTMLElement | null} */ (away.querySelector('.away__word'));
    if (!soon || !word) continue;
    soon.hidden = !(until > 0 && left > 0);
    word.hidden = !soon.hidden;
    const seconds = soon.querySelector('[data-seconds]');
    if (seconds) seconds.textContent = String(Math.max(0, left));
  }
}

/** @param {number} seconds */
function time(seconds) {
  const whole = Math.ceil(seconds);
  return `${String(Math.floor(whole / 60)).padStart(2, '0')}:${String(whole % 60).padStart(2, '0')}`;
}
