// Drives a headless Chromium through chromedriver, with nothing but what Node brings along.
//
// W3C WebDriver is HTTP with JSON: <https://www.w3.org/TR/webdriver2/>.

import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const FLAGS = [
  '--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking',
  '--disable-component-update', '--disable-sync', '--disable-dev-shm-usage', '--hide-scrollbars',
];

const START_TIMEOUT_MS = 60_000;

/** The missing programs of this machine, in words; null if there are none. */
export function missing() {
  const names = ['chromium', 'chromedriver'].filter((name) => spawnSync('which', [name]).status !== 0);
  return names.length === 0 ? null : `${names.join(' and ')} not installed (Debian: chromium chromium-driver)`;
}

export class Browser {
  static async start() {
    const browser = new Browser();
    browser.profile = mkdtempSync(join(tmpdir(), 'treeview-browser-'));
    browser.driver = spawn('chromedriver', ['--port=0'], { stdio: ['ignore', 'pipe', 'inherit'] });
    browser.url = `http://127.0.0.1:${await browser.port()}/session`;
    const args = [...FLAGS, `--user-data-dir=${browser.profile}`];
    const capabilities = { browserName: 'chrome', 'goog:chromeOptions': { args }, 'goog:loggingPrefs': { browser: 'ALL' } };
    const session = await browser.request('POST', '', { capabilities: { alwaysMatch: capabilities } });
    browser.url += `/${session.sessionId}`;
    return browser;
  }

  /** The port that chromedriver says it listens on. */
  port() {
    return new Promise((resolve, reject) => {
      let said = '';
      const timer = setTimeout(() => reject(new Error(`chromedriver does not start: ${said}`)), START_TIMEOUT_MS);
      this.driver.stdout.on('data', (text) => {
        said += text;
        const port = /successfully on port (\d+)/.exec(said);
        if (port) {
          clearTimeout(timer);
          resolve(Number(port[1]));
        }
      });
    });
  }

  async request(method, path, body) {
    const options = { method, headers: { 'content-type': 'application/json' } };
    const response = await fetch(this.url + path, body ? { ...options, body: JSON.stringify(body) } : options);
    const { value } = await response.json();
    if (!response.ok) throw new Error(`${method} ${path}: ${value.error}: ${value.message}`);
    return value;
  }

  open(file) {
    if (!existsSync(file)) throw new Error(`${file} does not exist`);
    return this.request('POST', '/url', { url: `file://${file}` });
  }

  /** Runs the body of a function in the page; may return a promise. */
  run(script, ...args) {
    return this.request('POST', '/execute/sync', { script, args });
  }

  resize(width, height) {
    return this.request('POST', '/window/rect', { width, height });
  }

  /** Types into whatever has the focus. Special keys are those of WebDriver, as '\uE015' for arrow down. */
  async type(keys) {
    const actions = [...keys].flatMap((value) => [{ type: 'keyDown', value }, { type: 'keyUp', value }]);
    await this.request('POST', '/actions', { actions: [{ type: 'key', id: 'keyboard', actions }] });
  }

  /** Drags with the mouse from the middle of an element to that of another. */
  async drag(from, to) {
    const middle = `const { left, top, width, height } = document.querySelector(arguments[0]).getBoundingClientRect();
      return { x: Math.round(left + width / 2), y: Math.round(top + height / 2) };`;
    const [start, end] = [await this.run(middle, from), await this.run(middle, to)];
    const move = (place) => ({ type: 'pointerMove', duration: 50, ...place });
    const actions = [move(start), { type: 'pointerDown', button: 0 }, move(end), { type: 'pointerUp', button: 0 }];
    await this.request('POST', '/actions', { actions: [{ type: 'pointer', id: 'mouse', actions }] });
  }

  /** The warnings and errors on the page's console since the last call. */
  async complaints() {
    const log = await this.request('POST', '/se/log', { type: 'browser' });
    return log.filter(({ level }) => level === 'WARNING' || level === 'SEVERE').map(({ message }) => message);
  }

  async screenshot() {
    return Buffer.from(await this.request('GET', '/screenshot'), 'base64');
  }

  async stop() {
    await this.request('DELETE', '').catch(() => {});
    const ended = new Promise((resolve) => { this.driver.on('exit', resolve); });
    this.driver.kill();
    await ended;
    rmSync(this.profile, { recursive: true, force: true, maxRetries: 5 });
  }
}
