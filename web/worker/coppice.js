#!/usr/bin/env node
'use strict';
// The engine as a worker that speaks UCI: lines in by postMessage, lines out by onmessage.
//
//   const engine = new Worker('coppice.js');
//   engine.onmessage = ({ data }) => console.log(data);
//   engine.postMessage('uci');
//
// The module lies beside this file as coppice.wasm, or where the hash of the worker's address says:
// new Worker('coppice.js#/engines/coppice.wasm'). In Node, `node coppice.js` speaks UCI on standard input and output, and
// new Worker('coppice.js') of node:worker_threads works like a browser's worker (with postMessage and the event 'message').
//
// A page can also ask about positions, moves and games, by an object: postMessage({ id: 1, ask: ['position', fen, moves] })
// is answered with { id: 1, answer } or { id: 1, problem }, also during a search. web/src/questions.rs lists the questions.
//
// A page that draws search trees asks for one by postMessage({ id: 2, draw: request }), see web/src/trees.rs. Copies of
// the growing tree come as { id: 2, tree, isWhole: false }, with the bytes of a log of treeview, and the last one with
// isWhole: true. A request that is refused is answered with { id: 2, problem }. The worker does nothing else meanwhile, so
// it should be one of its own, and a page stops it by ending the worker.
//
// While the module searches, it can receive messages only if WebAssembly can be suspended (JavaScript Promise
// Integration, JSPI). Where it cannot, two workers do the work: the outer one answers, and the inner one searches. A
// stop then ends the inner worker, whose last line has the best move, and starts another. So the table is lost with a
// stop or a ponder hit, and with nothing else.

const isNode = typeof process === 'object' && Boolean(process.versions?.node);
const node = isNode ? { threads: require('node:worker_threads'), fs: require('node:fs'), path: require('node:path') } : null;

/** True if WebAssembly can be suspended. */
const hasSuspension = 'Suspending' in WebAssembly && 'promising' in WebAssembly;

/** The name of the worker in which the module searches without a pause. */
const INNER = 'coppice-inner';

/** The kinds of messages from the module. */
const MessageKind = { UCI: 0, PANIC: 1, ANSWER: 2, REFUSAL: 3, GROWING_TREE: 4, TREE: 5 };

/** The WebAssembly module with its memory. */
class Module {
  /** `receive` gets the lines of the engine. */
  static async load(source, receive) {
    const module = new Module(receive);
    const pause = (milliseconds) => module.pause(milliseconds);
    const host = {
      now: () => performance.timeOrigin + performance.now(),
      pause: hasSuspension ? new WebAssembly.Suspending(pause) : () => {},
      send: (kind, at, length) => module.message(kind, at, length),
    };
    const { instance } = await instantiate(source, { host });
    module.exports = instance.exports;
    module.runJobs = hasSuspension ? WebAssembly.promising(instance.exports.run) : instance.exports.run;
    module.exports.start();
    return module;
  }

  constructor(receive) {
    this.receive = receive;
    /** The end of the running jobs. */
    this.jobs = null;
    /** True if a line came that may have begun a job. */
    this.isLineNew = false;
    this.turns = new MessageChannel();
    this.turns.port2.onmessage = () => this.resume?.();
  }

  /** Resolves after the messages that wait. */
  pause(milliseconds) {
    return new Promise((resolve) => {
      if (milliseconds > 0) {
        setTimeout(resolve, milliseconds);
      } else {
        this.resume = resolve;
        this.turns.port1.postMessage(null);
      }
    });
  }

  message(kind, at, length) {
    const bytes = new Uint8Array(this.exports.memory.buffer, at, length);
    if (kind === MessageKind.GROWING_TREE || kind === MessageKind.TREE) {
      this.receiveTree({ tree: bytes.slice().buffer, isWhole: kind === MessageKind.TREE });
      return;
    }
    const text = new TextDecoder().decode(bytes);
    if (kind === MessageKind.PANIC) throw new Error(`Coppice: ${text}`);
    if (kind === MessageKind.ANSWER) this.answer = { answer: JSON.parse(text) };
    else if (kind === MessageKind.REFUSAL) this.answer = { problem: text };
    else for (const line of text.replace(/\n$/, '').split('\n')) this.receive(line);
  }

  /** Gives the module a text for the function that is called next. */
  write(text) {
    const bytes = new TextEncoder().encode(text);
    const at = this.exports.allocate(bytes.length);
    new Uint8Array(this.exports.memory.buffer, at, bytes.length).set(bytes);
  }

  line(text) {
    this.write(text);
    this.exports.line();
    this.isLineNew = true;
    this.jobs ??= this.work().finally(() => { this.jobs = null; });
  }

  /** The answer to a question, or the problem with it. A running search goes on. */
  ask(lines) {
    this.write(lines.join('\n'));
    this.exports.ask();
    return this.answer;
  }

  /** Searches, and gives `receive` the tree while it grows, or the problem with the request. */
  draw(request, receive) {
    this.answer = null;
    this.receiveTree = receive;
    this.write(JSON.stringify(request));
    this.exports.draw();
    if (this.answer !== null) receive(this.answer);
  }

  /** Runs the jobs of all lines, those included that come meanwhile. */
  async work() {
    while (this.isLineNew) {
      this.isLineNew = false;
      await this.runJobs(hasSuspension ? 1 : 0);
    }
  }

  /** Resolves when no job runs. */
  async idle() { await this.jobs; }
}

async function instantiate(source, imports) {
  if (isNode) return WebAssembly.instantiate(node.fs.readFileSync(source), imports);
  const response = await fetch(source);
  if (!response.ok) throw new Error(`${source}: ${response.status} ${response.statusText}`);
  // A static host may not know the type of the file, without which it cannot be compiled while it is loaded.
  if (response.headers.get('content-type') === 'application/wasm') {
    return WebAssembly.instantiateStreaming(response, imports);
  }
  return WebAssembly.instantiate(await response.arrayBuffer(), imports);
}

/** Searches in an inner worker, and ends it where a signal has to. */
class Relay {
  constructor(receive) {
    this.receive = receive;
    /** Lines from which another worker learns the state: `uci`, options and the position. */
    this.options = [];
    this.position = null;
    this.isUci = false;
    /** The line of the running search, count or bench. */
    this.work = null;
    this.begin();
  }

  begin() {
    this.best = null;
    this.held = null;
    this.isStopping = false;
    this.silent = 0;
    this.inner = startInner((line) => this.output(line));
  }

  /** Ends the inner worker and starts another in the same state. */
  restart() {
    this.inner.terminate();
    this.begin();
    // Answers to what is said again are not passed on; `readyok` is the last of them.
    this.silent = 1;
    const state = [...(this.isUci ? ['uci'] : []), ...this.options, ...(this.position ? [this.position] : []), 'isready'];
    state.forEach((line) => this.inner.postMessage(line));
  }

  line(text) {
    const [word] = text.trim().split(/\s+/);
    const isSearching = this.work !== null;
    if (word === 'stop') return isSearching ? this.stop() : undefined;
    if (word === 'ponderhit') return isSearching ? this.ponderHit() : undefined;
    if (word === 'isready' && isSearching) return this.receive('readyok');
    if (word === 'uci') this.isUci = true;
    if (word === 'setoption') this.options.push(text);
    if (word === 'position') this.position = text;
    if (word === 'go' || word === 'bench') {
      this.work = text;
      this.best = null;
    }
    this.inner.postMessage(text);
  }

  output(line) {
    if (this.silent > 0) {
      if (line === 'readyok') this.silent -= 1;
      return;
    }
    const pv = / pv (\S+)(?: (\S+))?/.exec(line);
    if (pv) this.best = pv[2] ? `bestmove ${pv[1]} ponder ${pv[2]}` : `bestmove ${pv[1]}`;
    const isEnd = /^bestmove |^Nodes searched: |^\d+ nodes /.test(line);
    if (isEnd && this.waitsForSignal() && !this.isStopping) {
      this.held = line;
      return;
    }
    if (isEnd) this.work = null;
    this.receive(line);
    if (isEnd) this.onIdle?.();
    if (this.isStopping && this.work !== null && this.best) this.stop();
  }

  /** As that of the module. The inner worker may be searching, so another module answers. */
  async ask(lines) {
    return (await this.answeringModule()).ask(lines);
  }

  async draw(request, receive) {
    (await this.answeringModule()).draw(request, receive);
  }

  answeringModule() {
    this.answering ??= Module.load(moduleSource(), () => {});
    return this.answering;
  }

  waitsForSignal() {
    const words = (this.work ?? '').split(/\s+/);
    const LIMITS = ['depth', 'nodes', 'mate', 'movetime', 'wtime', 'btime', 'perft'];
    const isLimited = words.some((word) => LIMITS.includes(word));
    return words[0] === 'go' && (words.includes('infinite') || words.includes('ponder') || !isLimited);
  }

  release() {
    const line = this.held;
    this.held = null;
    this.work = null;
    this.receive(line);
  }

  stop() {
    if (this.held !== null) return this.release();
    // There is no move before the first line, which comes within milliseconds.
    this.isStopping = true;
    const isSearch = this.work.startsWith('go') && !this.work.includes('perft');
    if (isSearch && this.best === null) return undefined;
    const last = isSearch ? this.best : 'info string stopped';
    this.work = null;
    this.restart();
    return this.receive(last);
  }

  ponderHit() {
    if (!/\bponder\b/.test(this.work)) return undefined;
    if (this.held !== null) return this.release();
    const own = this.work.replace(/\s+ponder\b/, '');
    this.restart();
    this.work = own;
    return this.inner.postMessage(own);
  }

  /** Resolves when nothing runs that ends by itself. */
  idle() {
    if (this.work === null || this.waitsForSignal()) return Promise.resolve();
    return new Promise((resolve) => { this.onIdle = resolve; });
  }

  end() { this.inner.terminate(); }
}

function startInner(receive) {
  if (isNode) {
    const worker = new node.threads.Worker(__filename, { workerData: INNER });
    worker.on('message', receive);
    worker.on('error', (error) => { throw error; });
    return worker;
  }
  const worker = new Worker(self.location.href, { name: INNER });
  worker.onmessage = ({ data }) => receive(data);
  worker.onerror = (event) => { throw new Error(event.message); };
  return worker;
}

/** The place of lines: the page of a worker, the parent of a thread, or standard input and output. */
function connect(handle) {
  if (!isNode) {
    self.onmessage = ({ data }) => handle(data);
    return { send: (line) => self.postMessage(line), close: () => self.close(), isInner: self.name === INNER };
  }
  const { parentPort, workerData } = node.threads;
  if (parentPort) {
    parentPort.on('message', handle);
    return { send: (line) => parentPort.postMessage(line), close: () => process.exit(), isInner: workerData === INNER };
  }
  const lines = require('node:readline').createInterface({ input: process.stdin });
  lines.on('line', handle);
  lines.on('close', () => handle(null));
  return { send: (line) => process.stdout.write(`${line}\n`), close: () => process.exit(), isInner: false };
}

function moduleSource() {
  if (isNode) return node.path.join(__dirname, 'coppice.wasm');
  const named = decodeURIComponent(self.location.hash.slice(1));
  return new URL(named || 'coppice.wasm', self.location.href).href;
}

{
  let engine = null;
  const waiting = [];
  const handle = (text) => {
    if (engine === null) {
      waiting.push(text);
    } else if (typeof text?.draw === 'object') {
      engine.draw(text.draw, (message) => here.send({ id: text.id, ...message }));
    } else if (typeof text === 'object' && text !== null) {
      const isQuestion = Array.isArray(text.ask) && text.ask.every((line) => typeof line === 'string');
      const problem = 'the message is no question, expected { id, ask: [name, ...] } with texts, or { id, draw: request }';
      Promise.resolve(isQuestion ? engine.ask(text.ask) : { problem }).then((answer) => here.send({ id: text.id, ...answer }));
    } else if (text === null) {
      engine.idle().then(() => handle('quit'));
    } else if (text.trim() === 'quit') {
      engine.end?.();
      here.close();
    } else {
      engine.line(text);
    }
  };
  const here = connect(handle);
  const open = async () => {
    const needsRelay = !hasSuspension && !here.isInner;
    engine = needsRelay ? new Relay(here.send) : await Module.load(moduleSource(), here.send);
    for (const text of waiting.splice(0)) handle(text);
  };
  open().catch((error) => { setTimeout(() => { throw error; }); });
}
