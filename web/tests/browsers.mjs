// Serves the built folder and opens it in headless browsers, as people do, without anything from elsewhere.

import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join } from 'node:path';
import puppeteer from 'puppeteer-core';

const TYPES = { '.html': 'text/html', '.css': 'text/css', '.js': 'text/javascript', '.wasm': 'application/wasm' };

const CHROMIUM_FLAGS = [
  '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update',
  '--disable-sync', '--disable-dev-shm-usage',
];

/** Nothing that is waited for takes so long, even on a busy machine. */
const PATIENCE_MS = 600_000;

/** The browsers and the places where Debian installs them. */
export const BROWSERS = {
  chromium: { executablePath: '/usr/bin/chromium', args: CHROMIUM_FLAGS },
  firefox: { browser: 'firefox', executablePath: '/usr/bin/firefox-esr' },
};

/** Serves a folder; `home` is its address. Its pages may share memory between threads, by headers, unless these are left out. */
export async function serve(folder, isIsolated = true) {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url, 'http://localhost');
    const file = join(folder, pathname === '/' ? 'index.html' : pathname);
    if (!existsSync(file)) {
      response.statusCode = 404;
      return response.end();
    }
    if (isIsolated) {
      response.setHeader('cross-origin-opener-policy', 'same-origin');
      response.setHeader('cross-origin-embedder-policy', 'require-corp');
    }
    response.setHeader('content-type', TYPES[extname(file)] ?? 'text/plain');
    return response.end(readFileSync(file));
  });
  await new Promise((resolve) => { server.listen(0, '127.0.0.1', resolve); });
  return { home: `http://127.0.0.1:${server.address().port}/`, close: () => server.close() };
}

/** Opens all browsers at once, or that of the variable BROWSER alone; one that is not installed is named and left out. */
export async function inEachBrowser(check) {
  const wanted = process.env.BROWSER;
  const installed = Object.entries(BROWSERS).filter(([name, { executablePath }]) => {
    if (wanted && wanted !== name) return false;
    const isInstalled = existsSync(executablePath);
    if (!isInstalled) console.log(`${name}: skipped: ${executablePath} is not installed`);
    return isInstalled;
  });
  // One that fails does not end the others.
  const results = await Promise.allSettled(installed.map(async ([name, options]) => {
    // A call of the protocol may wait for something in the page, and then says what that was.
    const browser = await puppeteer.launch({ timeout: PATIENCE_MS, protocolTimeout: 2 * PATIENCE_MS, ...options });
    try {
      await check(browser, name);
    } finally {
      await browser.close();
    }
  }));
  const failures = results.flatMap(({ reason }, index) => (reason ? [new Error(installed[index][0], { cause: reason })] : []));
  if (failures.length > 0) throw new AggregateError(failures);
  return installed.length;
}

/** Pastes a text into a page. */
export function paste(page, text) {
  return page.evaluate((pasted) => {
    const data = new DataTransfer();
    data.setData('text', pasted);
    const event = new ClipboardEvent('paste', { bubbles: true });
    Object.defineProperty(event, 'clipboardData', { value: data });
    document.dispatchEvent(event);
  }, text);
}

/** Lets a page that is seen do what it does with the next frames: draw, and measure its parts after a scroll or another size. */
export function settle(page) {
  return page.evaluate(() => new Promise((wake) => { requestAnimationFrame(() => requestAnimationFrame(wake)); }));
}

/** The middle of a square of a board, where it is on the screen after a scroll or another size. */
export async function squareOn(page, name, board = '#board') {
  await settle(page);
  return page.$eval(`${board} cg-board`, (element, [file, rank]) => {
    const { x, y, width } = element.getBoundingClientRect();
    const isTurned = element.closest('.orientation-black') !== null;
    const [column, row] = ['abcdefgh'.indexOf(file), 8 - Number(rank)].map((at) => (isTurned ? 7 - at : at));
    return [x + (column + 0.5) * width / 8, y + (row + 0.5) * width / 8];
  }, name);
}

const axe = readFileSync(new URL('../node_modules/axe-core/axe.min.js', import.meta.url), 'utf8');

/** Axe finds nothing to mend in a page. */
export async function checkAccess(page, where) {
  if (!await page.evaluate('"axe" in window')) await page.evaluate(axe);
  const faults = await page.evaluate(async () => (await window.axe.run()).violations.map(({ id, nodes }) => `${id}: ${nodes.slice(0, 3).map(({ html, failureSummary }) => `${html.slice(0, 160)} ${failureSummary}`).join(' | ')}`));
  assert.deepEqual(faults, [], where);
}

/** A page whose messages and requests are watched. */
export async function newPage(browser, home) {
  const page = await browser.newPage();
  page.setDefaultTimeout(PATIENCE_MS);
  // The clipboard of a headless browser may be refused.
  await page.evaluateOnNewDocument(() => {
    Object.defineProperty(navigator, 'clipboard', { value: { writeText: async (text) => { window.copied = text; } } });
  });
  const complaints = [];
  page.on('console', (message) => complaints.push(`${message.type()}: ${message.text()}`));
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('request', (request) => {
    if (!request.url().startsWith(home) && !/^(data|blob|about):/.test(request.url())) complaints.push(`a request to ${request.url()}`);
  });
  /** No message in the console, and no request to elsewhere. */
  const checkQuiet = () => assert.deepEqual(complaints, []);
  return { page, checkQuiet };
}
