// The browser's own random number, which goes into the seed of a game: the server cannot choose the deal alone.

/** @returns {string} a whole number from 0 to 2^64 - 1, in decimal */
export function randomNumber() {
  return crypto.getRandomValues(new BigUint64Array(1))[0].toString();
}

/** Send a fresh number along with every form that may start a game. */
export function addNumbers(root = document) {
  for (const form of root.querySelectorAll('form[data-number]')) {
    form.addEventListener('formdata', (event) => {
      /** @type {FormDataEvent} */ (event).formData.set('number', randomNumber());
    });
  }
}
