// Game Select: a game against bots takes this browser's number into its seed.
import { addNumbers } from './number.js';

addNumbers();
