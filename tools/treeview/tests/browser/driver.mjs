// Drives a headless Chromium through chromedriver, or a Firefox through geckodriver, with nothing but what Node brings along.
//
// W3C WebDriver is HTTP with JSON: <https://www.w3.org/TR/webdriver2/>.

import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const CHROMIUM_FLAGS = [
  '--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking',
  '--disable-component-update', '--disable-sync', '--disable-dev-shm-usage', '--hide-scrollbars',
];

/** Nothing that is waited for takes so long, even on a busy machine. */
const PATIENCE_MS = 300_000;

/** A Firefox with these preferences. */
const firefox = (prefs) => ({
  programs: [['firefox', 'firefox-esr'], ['geckodriver']],
  source: 'Debian: firefox-esr; cargo install geckodriver',
  driver: ['geckodriver', '--port=0', '--websocket-port=0'],
  capabilities: () => ({ browserName: 'firefox', 'moz:firefoxOptions': { args: ['-headless'], prefs } }),
  hasLog: false,
});

/** The browsers. Of those programs that a list gives one is enough. */
const BROWSERS = {
  chromium: {
    programs: [['chromium'], ['chromedriver']],
    source: 'Debian: chromium chromium-driver',
    driver: ['chromedriver', '--port=0'],
    capabilities: (profile) => ({
      browserName: 'chrome',
      'goog:chromeOptions': { args: [...CHROMIUM_FLAGS, `--user-data-dir=${profile}`] },
      'goog:loggingPrefs': { browser: 'ALL' },
    }),
    hasLog: true,
  },
  firefox: firefox({}),
};

function isInstalled(program) { return spawnSync('which', [program]).status === 0; }

/** The missing programs of this machine, in words; null if there are none. */
export function missing(name = 'chromium') {
  const { programs, source } = BROWSERS[name];
  const names = programs.filter((some) => !some.some(isInstalled)).map(([first]) => first);
  return names.length === 0 ? null : `${names.join(' and ')} not installed (${source})`;
}

export class Browser {
  static async start(name = 'chromium') {
    const browser = new Browser();
    const { driver: [driver, ...args], capabilities, hasLog } = BROWSERS[name];
    /** True if `complaints` can be read. */
    browser.hasLog = hasLog;
    browser.profile = mkdtempSync(join(tmpdir(), 'treeview-browser-'));
    browser.driver = spawn(driver, args, { stdio: ['ignore', 'pipe', 'inherit'] });
    browser.url = `http://127.0.0.1:${await browser.port()}/session`;
    const wanted = capabilities(browser.profile);
    const session = await browser.request('POST', '', {
      capabilities: { alwaysMatch: { ...wanted, timeouts: { script: PATIENCE_MS, pageLoad: PATIENCE_MS } } },
    });
    browser.url += `/${session.sessionId}`;
    return browser;
  }

  /** The port that the driver says it listens on. */
  port() {
    return new Promise((resolve, reject) => {
      let said = '';
      const timer = setTimeout(() => reject(new Error(`the driver does not start: ${said}`)), PATIENCE_MS);
      this.driver.stdout.on('data', (text) => {
        said += text;
        const port = /successfully on port (\d+)|Listening on 127\.0\.0\.1:(\d+)/.exec(said);
        if (port) {
          clearTimeout(timer);
          resolve(Number(port[1] ?? port[2]));
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

  /** Waits until an expression in the page is true. */
  async until(condition, complaint) {
    for (const end = Date.now() + PATIENCE_MS; !(await this.run(`return ${condition}`));) {
      if (Date.now() > end) throw new Error(complaint);
      await new Promise((wake) => { setTimeout(wake, 20); });
    }
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

  /** The warnings and errors on the page's console since the last call. Firefox does not show them to drivers. */
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
