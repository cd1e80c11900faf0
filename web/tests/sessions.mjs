// Runs the sessions of the native engine (crates/uci/tests/sessions, described in crates/uci/tests/it/sessions.rs) with the
// worker in Node. Those that need a process are left out; so are the rules, which the native runner checks. Those with endgame
// tables need the folder ../shared/syzygy beside the project, or that of the variable COPPICE_SYZYGY.
//
//   node web/tests/sessions.mjs target/web

import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Worker } from 'node:worker_threads';

const FOLDER = new URL('../../crates/uci/tests/sessions/', import.meta.url);
/** Nothing takes so long, even on a busy machine. */
const PATIENCE_MS = 600_000;
const TABLES = process.env.COPPICE_SYZYGY ?? new URL('../../../shared/syzygy', import.meta.url).pathname;
/** The path of the tables for the engine. */
const PATH = '/tables';
const tables = existsSync(TABLES) && Object.fromEntries(readdirSync(TABLES).map((name) => [name, readFileSync(join(TABLES, name))]));
if (!tables) console.log(`sessions with endgame tables skipped: there is no ${TABLES}`);

/** The sessions that a worker can have: their names, and their steps as [line of the file, text]. */
function readSessions() {
  const sessions = [];
  for (const file of readdirSync(FOLDER).sort()) {
    readFileSync(new URL(file, FOLDER), 'utf8').split('\n').forEach((text, index) => {
      if (text.startsWith('== ')) sessions.push({ name: `${file}: ${text.slice(3)}`, steps: [] });
      else if (text && !text.startsWith('#')) sessions.at(-1).steps.push([index + 1, text]);
    });
  }
  return sessions.filter(({ name, steps }) => !name.includes('[process]') && !steps[0][1].startsWith('$') && (tables || !name.includes('[files]')));
}

/** Runs a session. `send` takes a line, and `receive` returns a promise of the next one. */
async function runSession({ name, steps }, send, receive) {
  const pattern = (text) => new RegExp(`^${text.split('*').map((part) => part.replace(/[.+?^${}()|[\]\\]/g, '\\$&')).join('.*')}$`);
  let [skips, last, scored] = [null, [], []];
  const expect = async (text, where) => {
    for (;;) {
      const line = await receive();
      if (/ score /.test(line)) scored.push(line);
      if (line.startsWith('bestmove')) [last, scored] = [scored, []];
      if (pattern(text).test(line)) {
        skips = null;
        return;
      }
      if (skips === null) throw new Error(`${where}: the output is '${line}', expected '${text}'`);
      if (skips && line.includes(skips)) throw new Error(`${where}: '${line}' came before '${text}'`);
    }
  };
  if (!name.includes('[console]')) {
    send('uci');
    [skips] = [''];
    await expect('uciok', name);
  }
  for (const [number, step] of steps) {
    const where = `${name}, line ${number}`;
    const [kind, text] = [step[0], step.slice(2).replace('{tables}', PATH)];
    if (kind === '>') send(text);
    else if (kind === '<' && text === '...') skips = '';
    else if (kind === '<' && text.startsWith('... but ')) skips = text.slice(8);
    else if (kind === '<') await expect(text, where);
    else {
      const [field, relation, value] = text.split(' ');
      const found = Number(new RegExp(` ${field} (-?\\d+)`).exec(last.at(-1))?.[1]);
      const holds = { '=': found === +value, '<': found < +value, '>': found > +value, '<=': found <= +value, '>=': found >= +value }[relation];
      if (!holds) throw new Error(`${where}: ${field} is ${found}, expected ${relation} ${value}`);
    }
  }
}

async function runInNode(session, folder) {
  const worker = new Worker(resolve(folder, 'coppice.js'));
  const [lines, waiting] = [[], []];
  worker.on('message', (line) => (waiting.length > 0 ? waiting.shift()(line) : lines.push(line)));
  worker.on('error', (error) => { throw error; });
  if (session.name.includes('[files]')) worker.postMessage({ folder: PATH, files: tables });
  const receive = () => (lines.length > 0 ? Promise.resolve(lines.shift()) : new Promise((next) => { waiting.push(next); }));
  let timer;
  const patience = new Promise((_, reject) => { timer = setTimeout(() => reject(new Error(`${session.name}: no answer in ${PATIENCE_MS} ms`)), PATIENCE_MS); });
  try {
    await Promise.race([runSession(session, (line) => worker.postMessage(line), receive), patience]);
  } finally {
    clearTimeout(timer);
    await worker.terminate();
  }
}

const failures = [];
const sessions = readSessions();
for (const session of sessions) await runInNode(session, process.argv[2] ?? 'target/web').catch((error) => failures.push(error.message));
assert.deepEqual(failures, []);
console.log(`${sessions.length} sessions of the native engine passed with the worker in Node`);
