// A few synthesised sounds, off until somebody turns them on.

/** @type {AudioContext | null} */
let audio = null;

/** @param {'card' | 'turn' | 'bust' | 'rob'} what */
export function play(what) {
  audio ??= new AudioContext();
  const at = audio.currentTime;
  if (what === 'card') noise(at, 0.06, 2400, 0.12);
  else if (what === 'turn') [660, 880].forEach((pitch, n) => tone(at + n * 0.12, pitch, 0.25, 0.1));
  else if (what === 'rob') [523, 659, 784, 1047].forEach((pitch, n) => tone(at + n * 0.07, pitch, 0.18, 0.08));
  else {
    noise(at, 0.45, 300, 0.35);
    tone(at, 110, 0.5, 0.18);
  }
}

/** @param {number} at @param {number} pitch @param {number} length @param {number} loudness */
function tone(at, pitch, length, loudness) {
  const context = /** @type {AudioContext} */ (audio);
  const source = new OscillatorNode(context, { type: 'triangle', frequency: pitch });
  source.connect(fading(at, length, loudness));
  source.start(at);
  source.stop(at + length);
}

/** @param {number} at @param {number} length @param {number} pitch @param {number} loudness */
function noise(at, length, pitch, loudness) {
  const context = /** @type {AudioContext} */ (audio);
  const buffer = context.createBuffer(1, Math.ceil(context.sampleRate * length), context.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let k = 0; k < samples.length; k += 1) samples[k] = Math.random() * 2 - 1;
  const source = new AudioBufferSourceNode(context, { buffer });
  const filter = new BiquadFilterNode(context, { type: 'bandpass', frequency: pitch });
  source.connect(filter).connect(fading(at, length, loudness));
  source.start(at);
}

/** @param {number} at @param {number} length @param {number} loudness */
function fading(at, length, loudness) {
  const context = /** @type {AudioContext} */ (audio);
  const gain = new GainNode(context, { gain: loudness });
  gain.gain.setValueAtTime(loudness, at);
  gain.gain.exponentialRampToValueAtTime(0.001, at + length);
  gain.connect(context.destination);
  return gain;
}
