// The long text of things: a card large with its text, a character in full, on hover, keyboard focus and long press.
// Chips of the log light up the card that they name.

const HOVER_DELAY = 260;
const PRESS_DELAY = 450;

export class Peek {
  /** @param {HTMLElement} box */
  constructor(box) {
    this.box = box;
    /** @type {number | undefined} */
    this.timer = undefined;
    this.pressed = false;
    /** @type {Element | null} */
    this.of = null;
    document.addEventListener('pointerover', (event) => {
      if (event.pointerType === 'mouse') this.#soon(event, HOVER_DELAY);
    });
    document.addEventListener('pointerout', (event) => event.pointerType === 'mouse' && this.hide());
    document.addEventListener('pointerdown', (event) => {
      this.pressed = false;
      this.hide();
      if (event.pointerType !== 'mouse') this.#soon(event, PRESS_DELAY, true);
    });
    for (const end of ['pointerup', 'pointercancel']) document.addEventListener(end, () => clearTimeout(this.timer));
    document.addEventListener('contextmenu', (event) => this.pressed && event.preventDefault());
    document.addEventListener('scroll', () => this.hide(), { capture: true, passive: true });
    document.addEventListener('focusin', (event) => {
      const element = about(event.target);
      if (element?.matches(':focus-visible')) this.show(element);
      light(event.target);
    });
    document.addEventListener('focusout', () => {
      this.hide();
      light(null);
    });
    document.addEventListener('pointerover', (event) => light(event.target));
  }

  /** @param {Event} event @param {number} delay @param {boolean} [press] */
  #soon(event, delay, press = false) {
    clearTimeout(this.timer);
    const element = about(event.target);
    if (!element) return;
    this.timer = setTimeout(() => {
      this.pressed = press;
      this.show(element);
    }, delay);
  }

  /** @param {Element} element */
  show(element) {
    const text = document.querySelector(`#about template[data-about="${element.getAttribute('data-about')}"]`);
    if (!(text instanceof HTMLTemplateElement) || !element.isConnected) return;
    this.box.replaceChildren(text.content.cloneNode(true));
    const card = element.classList.contains('card') ? element.cloneNode(true) : null;
    if (card instanceof HTMLElement) {
      for (const name of [...card.attributes].map((one) => one.name)) if (name !== 'class') card.removeAttribute(name);
      card.className = `card ${[...card.classList].filter((name) => name.startsWith('suit-')).join(' ')}`;
      card.querySelectorAll('.card__mark').forEach((mark) => mark.remove());
      this.box.prepend(card);
    }
    this.box.hidden = false;
    this.of = element;
    this.#place(element.getBoundingClientRect());
    element.setAttribute('aria-describedby', this.box.id);
  }

  /** @param {DOMRect} by */
  #place(by) {
    const { width, height } = this.box.getBoundingClientRect();
    const left = Math.max(8, Math.min(innerWidth - width - 8, by.left + by.width / 2 - width / 2));
    const above = by.top - height - 12;
    this.box.style.left = `${left}px`;
    this.box.style.top = `${above > 8 ? above : Math.min(innerHeight - height - 8, by.bottom + 12)}px`;
  }

  hide() {
    clearTimeout(this.timer);
    this.box.hidden = true;
    this.of = null;
  }

  /** After an update: no text stands about a thing that has gone from under the pointer. */
  renew() {
    if (this.of && !(this.of.isConnected && this.of.matches(':hover, :focus-within'))) this.hide();
  }
}

/** @param {EventTarget | null} target */
const about = (target) => (target instanceof Element ? target.closest('[data-about]') : null);

/** @param {EventTarget | null} target */
function light(target) {
  const chip = target instanceof Element ? target.closest('[data-card]') : null;
  const key = chip?.getAttribute('data-card');
  for (const lit of document.querySelectorAll('.is-lit')) lit.classList.remove('is-lit');
  if (key) for (const card of document.querySelectorAll(`[data-key="${key}"]`)) card.classList.add('is-lit');
}
