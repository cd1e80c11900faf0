// The browser that all checks share, and what they do with a page.
//
// Without Chromium and its driver there is nothing to check: that is said, and the program ends.

import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Browser, missing } from './driver.mjs';

export const Keys = { RIGHT: '\uE014', END: '\uE010', ENTER: '\uE007', ESCAPE: '\uE00C' };

const reason = missing();
if (reason) {
  console.log(`skipped: ${reason}`);
  process.exit(0);
}

const shots = process.argv[3] ? resolve(process.argv[3]) : null;

/** The folder of the pages. */
export const pages = mkdtempSync(join(tmpdir(), 'treeview-pages-'));
export const browser = await Browser.start();

/** Opens a page, and returns how many milliseconds it took until it could be used. */
export async function open(name) {
  await browser.open(join(pages, name));
  await browser.until('document.body.classList.contains("ready")', `${name} is not ready`);
  return browser.run('return performance.getEntriesByName("ready")[0].startTime');
}

/** Lets the page draw what it has to draw. */
export function settle() {
  return browser.run('return new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(true))))');
}

export async function shoot(name) {
  await settle();
  if (!shots) return;
  mkdirSync(shots, { recursive: true });
  writeFileSync(join(shots, `${name}.png`), await browser.screenshot());
}

export async function quiet(page) {
  assert.deepEqual(await browser.complaints(), [], `${page} complains`);
}
