// The results: the offer of a rematch appears when somebody else makes it.
import { keepPresent } from './quiet.js';

keepPresent(/** @type {HTMLElement} */ (document.getElementById('main')), 'end');
