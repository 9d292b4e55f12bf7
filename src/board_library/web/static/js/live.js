// The live socket: resume with the version held, exponential back-off with a countdown, keep-alive, and requests that
// are answered exactly once: one that finds the line dead is sent again, with the same id, when the line is back.

/** @typedef {{ type: 'zones', version: number, zones: Record<string, string>, title: string, notice: string | null }} ZonesMessage */
/** @typedef {{ type: 'answer', id: string, ok: boolean, error?: string }} Answer */
/** @typedef {'online' | 'synced' | 'reconnecting' | 'crowded' | 'offline'} LineState */
/**
 * @typedef {object} Listener
 * @property {(message: ZonesMessage) => void} zones
 * @property {(state: LineState, seconds: number) => void} state
 * @property {(url: string) => void} [go]
 */

const FIRST_DELAY = 0.5;
const LONGEST_DELAY = 30;
const PING_EVERY = 20_000;
const PONG_WITHIN = 10_000;
const NO_WAY_BACK = new Set([4403, 4404]);
const TOO_MANY = 4429;
const STILL_COUNTS = [1000, 4000];

/** @returns {string} an id that nobody else has; works on plain http too */
export function freshId() {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

export class Live {
  /**
   * @param {string} path the socket's address on this server
   * @param {number} version of the page held, 0 for none
   * @param {Listener} listener
   */
  constructor(path, version, listener) {
    this.url = new URL(path, location.href);
    this.url.protocol = this.url.protocol === 'https:' ? 'wss:' : 'ws:';
    this.version = version;
    this.listener = listener;
    /** @type {Map<string, { message: object, answer: (answer: Answer) => void }>} */
    this.open = new Map();
    this.tries = 0;
    /** whether the server keeps no more lines of this person: one of the other tabs must close */
    this.crowded = false;
    /** @type {WebSocket | null} */
    this.socket = null;
    addEventListener('online', () => this.#hurry());
    document.addEventListener('visibilitychange', () => {
      if (document.hidden) return;
      this.#hurry();
      // The tab whose closing has brought this one to light may still count for a moment.
      for (const later of STILL_COUNTS) setTimeout(() => this.#hurry(), later);
    });
    addEventListener('pagehide', () => this.#leave());
    addEventListener('pageshow', (event) => event.persisted && this.#connect());
    this.#connect();
  }

  get online() {
    return this.socket?.readyState === WebSocket.OPEN;
  }

  /**
   * Send a message that gets an answer. It waits for the line if that is down.
   * @param {Record<string, unknown>} message without its id
   * @returns {Promise<Answer>}
   */
  request(message) {
    const id = freshId();
    return new Promise((resolve) => {
      this.open.set(id, { message: { ...message, id }, answer: resolve });
      this.send({ ...message, id });
    });
  }

  /** @param {object} message */
  send(message) {
    if (this.online) this.socket?.send(JSON.stringify(message));
  }

  #connect() {
    clearInterval(this.countdown);
    const again = this.tries > 0;
    const socket = new WebSocket(this.url);
    this.socket = socket;
    socket.addEventListener('open', () => {
      this.tries = 0;
      this.send({ type: 'hello', version: this.version });
      for (const { message } of this.open.values()) this.send(message);
      // Where there were too many lines, an open one may be closed at once: it is there when it says something.
      if (this.crowded) this.send({ type: 'ping' });
      else this.listener.state(again ? 'synced' : 'online', 0);
      this.#keepAlive();
    });
    socket.addEventListener('message', (event) => this.#take(JSON.parse(event.data)));
    socket.addEventListener('close', (event) => {
      if (socket !== this.socket) return;
      clearTimeout(this.pinging);
      if (NO_WAY_BACK.has(event.code)) this.listener.state('offline', 0);
      else {
        this.crowded = event.code === TOO_MANY;
        this.#wait();
      }
    });
  }

  /** @param {any} message */
  #take(message) {
    clearTimeout(this.silence);
    if (this.crowded) this.listener.state('synced', 0);
    this.crowded = false;
    if (message.type === 'zones') {
      this.version = message.version;
      this.listener.zones(message);
    } else if (message.type === 'answer') {
      this.open.get(message.id)?.answer(message);
      this.open.delete(message.id);
    } else if (message.type === 'go') {
      if (this.listener.go) this.listener.go(message.url);
      else location.assign(message.url);
    }
  }

  #keepAlive() {
    clearTimeout(this.pinging);
    this.pinging = setTimeout(() => {
      this.send({ type: 'ping' });
      this.silence = setTimeout(() => this.#cut(), PONG_WITHIN);
      this.#keepAlive();
    }, PING_EVERY);
  }

  // A line that is silent may never say that it is closed: let it go and start anew.
  #cut() {
    const dead = this.socket;
    this.socket = null;
    dead?.close();
    clearTimeout(this.pinging);
    this.#wait();
  }

  #wait() {
    const delay = (this.crowded ? LONGEST_DELAY : Math.min(LONGEST_DELAY, FIRST_DELAY * 2 ** this.tries)) * (0.75 + Math.random() / 2);
    this.tries += 1;
    const due = Date.now() + delay * 1000;
    const tell = () => {
      const left = Math.ceil((due - Date.now()) / 1000);
      if (left > 0) this.listener.state(this.crowded ? 'crowded' : 'reconnecting', left);
      else this.#connect();
    };
    clearInterval(this.countdown);
    this.countdown = setInterval(tell, 250);
    tell();
  }

  #hurry() {
    if (this.socket?.readyState === WebSocket.OPEN || this.socket?.readyState === WebSocket.CONNECTING) return;
    if (this.tries > 0) this.#connect();
  }

  #leave() {
    const socket = this.socket;
    this.socket = null;
    clearInterval(this.countdown);
    clearTimeout(this.pinging);
    socket?.close();
  }
}
