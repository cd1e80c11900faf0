// Drives the built worker in Node: files, threads, the node count of `bench`, and a game. `sessions.mjs` tests the protocol.
//
//   node web/tests/worker.mjs target/web [program of the native engine]
//
// With the program it also holds the node count against that of the native build.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';

const BENCH_DEPTH = 8;
const MOST_PLIES = 400;

/** A worker whose lines can be waited for. */
class Engine {
  constructor(folder) {
    this.lines = [];
    this.worker = new Worker(resolve(folder, 'coppice.js'));
    this.worker.on('message', (line) => {
      this.lines.push(line);
      this.wake?.();
    });
    this.worker.on('error', (error) => { throw error; });
  }

  send(...lines) { lines.forEach((line) => this.worker.postMessage(line)); }

  /** All lines up to the first that begins with a text, or that matches a pattern. */
  async until(wanted) {
    const isEnd = (line) => (wanted instanceof RegExp ? wanted.test(line) : line.startsWith(wanted));
    for (;;) {
      const end = this.lines.findIndex(isEnd);
      if (end >= 0) return this.lines.splice(0, end + 1);
      await new Promise((done) => { this.wake = done; });
    }
  }

  async answer(text, ...lines) {
    this.send(...lines);
    return (await this.until(text)).at(-1);
  }
}

const [folder = 'target/web', native] = process.argv.slice(2);
const engine = new Engine(folder);

engine.send('uci');
const introduction = await engine.until('uciok');
assert(introduction[0].startsWith('id name Coppice'));
assert(introduction.includes('option name Threads type spin default 1 min 1 max 128'));

// Errors name what was wrong.
assert.match(await engine.answer('info string error', 'setoption name SyzygyPath value /tables'), /cannot read the directory '\/tables': No such file/);
// A file that is no table is named. With another folder, the one before is gone.
for (const [path, name] of [['/tables', 'KQvK.rtbw'], ['/others/than these', 'KPvKP.rtbz']]) {
  engine.worker.postMessage({ folder: path, files: { [name]: new Uint8Array(80), 'notes.txt': new Uint8Array(1) } });
  assert.match(await engine.answer('info string error', `setoption name SyzygyPath value ${path}`), new RegExp(`cannot use '${path}/${name}': it does not begin as .${name.slice(-4)} files do`));
}
assert.match(await engine.answer('info string error', 'setoption name SyzygyPath value /tables'), /cannot read the directory/);

// With several threads, and stopped again and again.
engine.send('setoption name Threads value 4', 'position startpos');
for (let round = 0; round < 20; round += 1) {
  engine.send('go infinite');
  await engine.until('info depth 3');
  assert.match(await engine.answer('bestmove', 'stop'), /^bestmove [a-h][1-8][a-h][1-8]/);
}
engine.send('setoption name Threads value 1');

// Questions of pages are answered by a module of their own.
const questions = await (await import(pathToFileURL(resolve(folder, 'questions.js')))).loadQuestions();
const START = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1';
assert.deepEqual(questions.ask('line', START, 'e2e4', 'e7e5 g1f3').map(({ san }) => san), ['e5', 'Nf3']);
assert.throws(() => questions.ask('position', START, 'e2e5'), /^Error: move 1: 1\. e2e5 is not understood: it is not legal, expected one of a3, /);

// The same tree as the native build.
const nodes = (text) => Number(/^(\d+) nodes/m.exec(text)[1]);
engine.send(`bench ${BENCH_DEPTH}`);
const here = nodes((await engine.until(/^\d+ nodes/)).at(-1));
if (native) {
  const there = nodes(execFileSync(native, ['bench', String(BENCH_DEPTH)], { encoding: 'utf8' }));
  assert.equal(here, there);
  console.log(`bench ${BENCH_DEPTH}: ${here} nodes, as the native build`);
} else {
  console.log(`bench ${BENCH_DEPTH}: ${here} nodes; no native build to compare it with`);
}

// A game against itself at two levels, to its end: moves are legal, or the engine would report them.
const moves = [];
let last = '';
while (moves.length < MOST_PLIES) {
  const elo = moves.length % 2 === 0 ? 2600 : 1000;
  engine.send('setoption name UCI_LimitStrength value true', `setoption name UCI_Elo value ${elo}`);
  engine.send(`position startpos moves ${moves.join(' ')}`, 'go movetime 100');
  const lines = await engine.until('bestmove');
  assert(!lines.some((line) => line.includes('error')), lines.join('\n'));
  last = lines.findLast((line) => line.startsWith('info depth')) ?? '';
  const [, move] = lines.at(-1).split(' ');
  if (!/^[a-h][1-8][a-h][1-8][nbrq]?$/.test(move)) break;
  moves.push(move);
}
assert(/score (mate 0|cp 0)/.test(last) || moves.length === MOST_PLIES, last);
console.log(`a game of ${moves.length} plies`);
engine.send('quit');
console.log('all checks of the worker passed');
process.exit(0);
