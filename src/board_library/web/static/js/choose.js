// Choosing a move: one click plays it; on touch, and anywhere in confirm mode, the first click selects and says what
// will happen, and the brass button plays it.

export class Chooser {
  /**
   * @param {HTMLElement} main
   * @param {(code: string) => void} play
   */
  constructor(main, play) {
    this.main = main;
    this.play = play;
    this.touch = false;
    /** @type {{ code: string, opened: string } | null} */
    this.chosen = null;
    this.bar = /** @type {HTMLElement} */ (document.getElementById('confirm'));
    this.what = /** @type {HTMLElement} */ (document.getElementById('confirm-what'));
    document.addEventListener('pointerdown', (event) => (this.touch = event.pointerType !== 'mouse'), true);
    document.addEventListener('keydown', () => (this.touch = false), true);
    document.getElementById('confirm-yes')?.addEventListener('click', () => this.confirm());
    document.getElementById('confirm-no')?.addEventListener('click', () => this.cancel());
  }

  /** @param {HTMLButtonElement} button */
  press(button) {
    const always = document.documentElement.dataset.confirm === 'on';
    const ask = always || (this.touch && !button.hasAttribute('data-plain'));
    const again = this.chosen?.code === button.value;
    if (!ask) this.play(button.value);
    else if (again) this.cancel();
    else this.select(button);
  }

  /** @param {HTMLButtonElement} button */
  select(button) {
    this.cancel();
    this.chosen = { code: button.value, opened: this.opened() };
    this.show(button);
    if (!this.touch) document.getElementById('confirm-yes')?.focus({ preventScroll: true });
  }

  /** @param {HTMLButtonElement} button */
  show(button) {
    button.classList.add('is-selected');
    button.setAttribute('aria-pressed', 'true');
    if (button.classList.contains('card') && !button.querySelector('.card__mark--tick')) {
      const tick = document.querySelector('.confirm__icon .icon')?.cloneNode(true);
      const mark = document.createElement('span');
      mark.className = 'card__mark card__mark--tick';
      if (tick) mark.append(tick);
      button.append(mark);
    }
    this.what.textContent = button.dataset.say ?? button.getAttribute('aria-label') ?? button.textContent?.trim() ?? '';
    this.bar.hidden = false;
    this.main.classList.add('is-confirming');
  }

  confirm() {
    const code = this.chosen?.code;
    this.cancel();
    if (code) this.play(code);
  }

  cancel() {
    const leaves = this.bar.contains(document.activeElement);
    for (const button of this.main.querySelectorAll('.is-selected')) {
      button.classList.remove('is-selected');
      button.removeAttribute('aria-pressed');
      button.querySelector('.card__mark--tick')?.remove();
      if (leaves && button instanceof HTMLElement) button.focus({ preventScroll: true });
    }
    this.chosen = null;
    this.bar.hidden = true;
    this.main.classList.remove('is-confirming');
  }

  /** After an update: the choice stands if its question does. */
  renew() {
    if (!this.chosen) return;
    const button = this.main.querySelector(`button[name="code"][value="${this.chosen.code}"]`);
    if (button instanceof HTMLButtonElement && this.chosen.opened === this.opened()) this.show(button);
    else this.cancel();
  }

  /** @returns {string} the ply at which the open question was asked, '' for none */
  opened() {
    return document.getElementById('zone-actions')?.dataset.opened ?? '';
  }
}
