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
// Integration, JSPI). Where it cannot, two workers do the work: the module of the outer one handles all lines, and that of
// the inner one runs the searches, see Relay.

const isNode = typeof process === 'object' && Boolean(process.versions?.node);
const node = isNode ? { threads: require('node:worker_threads'), fs: require('node:fs'), path: require('node:path') } : null;

/** True if WebAssembly can be suspended. */
const hasSuspension = 'Suspending' in WebAssembly && 'promising' in WebAssembly;

/** The name of the worker in which the module searches without a pause. */
const INNER = 'coppice-inner';

/** The kinds of messages from the module. */
const MessageKind = { UCI: 0, PANIC: 1, ANSWER: 2, REFUSAL: 3, GROWING_TREE: 4, TREE: 5, JOB: 6 };

/** The states of the job of a module, see web/src/host.rs. */
const JobState = { NONE: 0, SETUP: 1, ENDS: 2, WAITS: 3, STOPPED: 4 };

/**
 * Signals to a worker that receives no messages, because it searches without a pause: in Node shared memory, in a browser
 * the address of a blob, which can be read until it is revoked. (Memory is shared only by pages with certain headers.)
 */
const Signal = isNode ? {
  create: () => new Int32Array(new SharedArrayBuffer(4)),
  send: (signal) => { Atomics.store(signal, 0, 1); },
  isSent: (signal) => Atomics.load(signal, 0) === 1,
} : {
  create: () => URL.createObjectURL(new Blob()),
  send: (signal) => URL.revokeObjectURL(signal),
  isSent: (signal) => {
    const request = new XMLHttpRequest();
    request.open('GET', signal, false);
    try {
      request.send();
      return false;
    } catch {
      return true;
    }
  },
};

/** The milliseconds after which a worker that searches without a pause looks for signals again. */
const SIGNAL_INTERVAL = 100;

/** The WebAssembly module with its memory. */
class Module {
  /** `receive` gets the lines of the engine. */
  static async load(source, receive) {
    const module = new Module(receive);
    const host = {
      now: () => performance.timeOrigin + performance.now(),
      pause: hasSuspension ? new WebAssembly.Suspending((time) => module.pause(time)) : (time) => module.lookForSignals(time),
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
    this.turns.port2.onmessage = () => this.resume?.(true);
    /** The signals of the job, by the line that each stands for; null for one that was sent. */
    this.signals = {};
    this.lastLook = 0;
  }

  /** Resolves after the messages that wait. */
  pause(milliseconds) {
    return new Promise((resolve) => {
      if (milliseconds > 0) {
        setTimeout(() => resolve(true), milliseconds);
      } else {
        this.resume = resolve;
        this.turns.port1.postMessage(null);
      }
    });
  }

  /** The pause of a module that cannot be suspended: it handles signals now and then, and returns whether it has paused. */
  lookForSignals(milliseconds) {
    if (performance.now() - this.lastLook >= SIGNAL_INTERVAL) {
      for (const [line, signal] of Object.entries(this.signals)) {
        if (signal !== null && Signal.isSent(signal)) {
          this.signals[line] = null;
          this.handle(line);
        }
      }
      this.lastLook = performance.now();
    }
    return milliseconds === 0;
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
    else if (kind === MessageKind.JOB) this.jobLines = text.split('\n');
    else for (const line of text.replace(/\n$/, '').split('\n')) this.receive(line);
  }

  /** Gives the module a text for the function that is called next. */
  write(text) {
    const bytes = new TextEncoder().encode(text);
    const at = this.exports.allocate(bytes.length);
    new Uint8Array(this.exports.memory.buffer, at, bytes.length).set(bytes);
  }

  /** Handles a line, which may begin a job. */
  handle(text) {
    this.write(text);
    this.exports.line();
  }

  line(text) {
    this.handle(text);
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

/**
 * Runs the searches of a module in an inner worker, because its own cannot be suspended. The module of this worker has the
 * session, the options, the queue and the signals, as everywhere; only its searches, counts and benches are run elsewhere.
 * The inner worker receives no message while it searches, so a stop or a ponder hit is passed on as a Signal.
 */
class Relay {
  static async open(receive) {
    const relay = new Relay(receive);
    relay.module = await Module.load(moduleSource(), receive);
    return relay;
  }

  constructor(receive) {
    this.receive = receive;
    this.inner = startInner((message) => this.hear(message));
    /** The lines of the state that the inner worker knows. */
    this.known = [];
    this.isRunning = false;
  }

  line(text) {
    this.module.handle(text);
    this.look();
  }

  /** Looks at the job of the module, which lines and signals change. */
  look() {
    const state = this.module.exports.job();
    if (state === JobState.NONE) {
      this.onIdle?.();
    } else if (!this.isRunning) {
      this.begin(state);
    } else if (state === JobState.STOPPED) {
      this.signal('stop');
    } else if (state === JobState.ENDS && this.waits) {
      this.waits = false;
      this.signal('ponderhit');
    }
    if (state === JobState.WAITS) this.onIdle?.();
  }

  /** Begins the job. One that takes no time is done here as well, and so is one that was stopped before it began. */
  begin(state) {
    if (state === JobState.SETUP) this.give({ isSilent: true });
    if (state === JobState.SETUP || state === JobState.STOPPED) return this.end(true);
    this.signals = { stop: Signal.create(), ponderhit: Signal.create() };
    Object.assign(this, { isRunning: true, isDone: false, held: [], waits: state === JobState.WAITS });
    return this.give({ signals: this.signals });
  }

  /** Gives the job to the inner worker, with those lines of the state that it does not know. */
  give(how) {
    this.module.exports.tell_job();
    const [line, ...state] = this.module.jobLines.reverse();
    this.inner.postMessage({ state: state.reverse().filter((each) => !this.known.includes(each)), line, ...how });
    this.known = state;
  }

  /** Signals something to the job, or releases its answer if it only waited for that. */
  signal(line) {
    if (this.isDone) this.release();
    else Signal.send(this.signals[line]);
  }

  /** Hears a line of the job, or that it is done. */
  hear(message) {
    const waits = this.module.exports.job() === JobState.WAITS;
    if (typeof message === 'object') {
      this.isDone = true;
      if (!waits) this.release();
    } else if (this.held.length > 0 || waits && message.startsWith('bestmove ')) {
      // The inner worker cannot wait for a signal before it answers.
      this.held.push(message);
    } else {
      this.receive(message);
    }
  }

  release() {
    this.held.splice(0).forEach((line) => this.receive(line));
    // Frees the blobs.
    Object.values(this.signals).forEach(Signal.send);
    this.isRunning = false;
    this.end(false);
  }

  /** Ends the job of the module, after running it here if `runs`, and goes on with the next. */
  end(runs) {
    this.module.exports.end_job(runs ? 1 : 0);
    this.look();
  }

  ask(lines) { return this.module.ask(lines); }

  draw(request, receive) { return this.module.draw(request, receive); }

  /** Resolves when nothing runs that ends by itself. */
  idle() { return new Promise((resolve) => { this.onIdle = resolve; this.look(); }); }

  quit() { this.inner.terminate(); }
}

/** Runs the jobs of a relay. Lines other than those of jobs are known to the relay already. */
class InnerModule {
  static async open(send) {
    if (Signal.isSent(Signal.create())) {
      throw new Error('a blob cannot be read, so a search could not be stopped: does connect-src of the page forbid blob:?');
    }
    const inner = new InnerModule();
    inner.module = await Module.load(moduleSource(), (line) => { if (inner.isHeard) send(line); });
    inner.send = send;
    return inner;
  }

  run({ state, line, signals = {}, isSilent = false }) {
    const { module } = this;
    this.isHeard = false;
    for (const each of state) {
      module.handle(each);
      module.exports.run(0);
    }
    module.handle(line);
    this.isHeard = !isSilent;
    module.signals = signals;
    module.exports.run(1);
    if (!isSilent) this.send({ isDone: true });
  }
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
    } else if (engine instanceof InnerModule) {
      engine.run(text);
    } else if (typeof text?.draw === 'object') {
      engine.draw(text.draw, (message) => here.send({ id: text.id, ...message }));
    } else if (typeof text === 'object' && text !== null) {
      const isQuestion = Array.isArray(text.ask) && text.ask.every((line) => typeof line === 'string');
      const problem = 'the message is no question, expected { id, ask: [name, ...] } with texts, or { id, draw: request }';
      Promise.resolve(isQuestion ? engine.ask(text.ask) : { problem }).then((answer) => here.send({ id: text.id, ...answer }));
    } else if (text === null) {
      engine.idle().then(() => handle('quit'));
    } else if (text.trim() === 'quit') {
      engine.quit?.();
      here.close();
    } else {
      engine.line(text);
    }
  };
  const here = connect(handle);
  const open = async () => {
    if (here.isInner) engine = await InnerModule.open(here.send);
    else engine = hasSuspension ? await Module.load(moduleSource(), here.send) : await Relay.open(here.send);
    for (const text of waiting.splice(0)) handle(text);
  };
  open().catch((error) => { setTimeout(() => { throw error; }); });
}
