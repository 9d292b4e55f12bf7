// Keyed morph: make an element like another one while keeping every node that stays, and with it focus, scroll
// position, opened details and what somebody is typing. Nodes are the same if they share an id, or, without ids, if
// they are of one kind at the same place.

/**
 * Make the element with the id of the new HTML like it.
 * @param {string} html outer HTML of one element with an id
 * @returns {Element | null} the element as it stands in the document now
 */
export function morphHtml(html) {
  const holder = document.createElement('template');
  holder.innerHTML = html;
  const wanted = holder.content.firstElementChild;
  const present = wanted && document.getElementById(wanted.id);
  return wanted && present ? keepingFocus(() => morph(present, wanted)) : null;
}

/**
 * @template T
 * @param {() => T} change
 * @returns {T}
 */
export function keepingFocus(change) {
  const focused = document.activeElement;
  const id = focused?.id;
  for (const element of document.querySelectorAll('[data-keep-end]')) if (atEnd(element)) following.add(element.id);
  const result = change();
  if (id && document.activeElement !== focused && focused !== document.body) {
    document.getElementById(id)?.focus({ preventScroll: true });
  }
  requestAnimationFrame(follow);
  return result;
}

/** @type {Set<string>} ids of what is read at its end, until it has been scrolled there again */
const following = new Set();

// Scrolling needs the layout, so it waits for the frame that makes one anyway.
function follow() {
  for (const id of following) scrollToEnd(document.getElementById(id));
  following.clear();
}

/** @param {Element} element */
const atEnd = (element) => element.scrollHeight - element.scrollTop - element.clientHeight < 40;

/** @param {Element | null} element */
export function scrollToEnd(element) {
  if (element) element.scrollTop = element.scrollHeight;
}

/**
 * @param {Element} present
 * @param {Element} wanted
 * @returns {Element}
 */
export function morph(present, wanted) {
  if (present.tagName !== wanted.tagName) {
    present.replaceWith(wanted);
    return wanted;
  }
  if (present.id && present.isEqualNode(wanted)) return present;
  morphAttributes(present, wanted);
  morphChildren(present, wanted);
  return present;
}

/** @param {Element} present @param {Element} wanted */
function morphAttributes(present, wanted) {
  for (const { name, value } of wanted.attributes) {
    if (present.getAttribute(name) !== value) present.setAttribute(name, value);
  }
  for (const { name } of [...present.attributes]) {
    const theirs = name === 'open' && present.tagName === 'DETAILS';
    if (!wanted.hasAttribute(name) && !theirs) present.removeAttribute(name);
  }
  if (present instanceof HTMLInputElement && present !== document.activeElement) present.value = wanted.getAttribute('value') ?? '';
}

/** @param {Element} present @param {Element} wanted */
function morphChildren(present, wanted) {
  /** @type {Map<string, Element>} */
  const keyed = new Map();
  for (const child of present.children) if (child.id) keyed.set(child.id, child);
  /** @type {ChildNode | null} */
  let cursor = present.firstChild;
  for (const next of [...wanted.childNodes]) {
    const id = next instanceof Element ? next.id : '';
    /** @type {ChildNode | null} */
    let same = id ? keyed.get(id) ?? null : null;
    if (!id && cursor && alike(cursor, next)) same = cursor;
    if (same && same.nodeName !== next.nodeName) same = null;
    if (!same) {
      present.insertBefore(next, cursor);
      continue;
    }
    if (same === cursor) cursor = cursor.nextSibling;
    else present.insertBefore(same, cursor);
    if (next instanceof Element) morph(/** @type {Element} */ (same), next);
    else if (same.nodeValue !== next.nodeValue) same.nodeValue = next.nodeValue;
  }
  while (cursor) {
    const gone = cursor;
    cursor = cursor.nextSibling;
    gone.remove();
  }
}

/** @param {Node} a @param {Node} b */
const alike = (a, b) => a.nodeName === b.nodeName && !(a instanceof Element && a.id);
