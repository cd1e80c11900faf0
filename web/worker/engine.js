// The engine: the native program, built for WebAssembly with threads, each in a worker (thread.js). Lines of UCI go in and
// come out. This side never blocks. So it makes the workers, puts lines into the shared input, and hands on output.
//
// It runs in a page, in a worker and in Node.

const node = globalThis.process?.getBuiltinModule && {
  fs: process.getBuiltinModule('node:fs'),
  v8: process.getBuiltinModule('node:v8'),
  threads: process.getBuiltinModule('node:worker_threads'),
};

/** The places of the shared numbers, as in thread.js. */
const Cell = { READ: 0, WRITTEN: 1, ENDED: 2, COUNT: 6 };
/** The size of the input in bytes, a power of two. */
const INPUT_SIZE = 1 << 16;
/** The time after which a full input is tried again, in milliseconds. */
const RETRY_MS = 5;
/** Memory in pages of 64 KiB: at the start, and the most that the module may have. */
const FIRST_PAGES = 256;
const MOST_PAGES = 65536;
/** Threads beside those that search: the session and the reader of the input. */
const OTHER_THREADS = 2;
/** The most threads that are made ahead. */
const MOST_THREADS = 128;

/** True if threads can share memory here: in Node, and on pages that are isolated from other origins. */
export function canRunThreads() {
  return typeof SharedArrayBuffer !== 'undefined' && (Boolean(node) || globalThis.crossOriginIsolated);
}

/**
 * Starts the engine. `onLine` gets each line of its output. `onEnd` is called once: with null after `quit`, or with the
 * problem, in words for people. `folder` is the address of the folder of thread.js and engine.wasm.
 *
 * Returns { send(line), setFolder(path, files), end(), terminate() }. `setFolder` gives the engine the only folder that it can read, from names to bytes:
 * `SyzygyPath` is set to its path afterwards. `end` closes the input, and `terminate` ends the engine at once.
 */
export function createEngine({ onLine, onEnd = () => {}, folder = new URL('.', import.meta.url) }) {
  let workers = [];
  let hasEnded = false;
  const terminate = () => {
    hasEnded = true;
    workers.forEach((worker) => worker.terminate());
    workers = [];
  };
  const finish = (problem) => {
    if (hasEnded) return;
    terminate();
    onEnd(problem);
  };
  if (!canRunThreads()) {
    const problem = 'The engine needs memory that threads share (SharedArrayBuffer), which a page has only if it is isolated from '
      + 'other origins: by the headers Cross-Origin-Opener-Policy and Cross-Origin-Embedder-Policy, or by a service worker.';
    queueMicrotask(() => finish(problem));
    return { send() {}, setFolder() {}, end() {}, terminate };
  }

  const cells = new Int32Array(new SharedArrayBuffer(4 * Cell.COUNT));
  const input = new Uint8Array(new SharedArrayBuffer(INPUT_SIZE));
  /** What all threads share, once the module is loaded. */
  let shared = null;
  /** The files that the next threads see. */
  let files;
  const idle = [];
  /** The output that came before an earlier one, by its number. */
  const early = new Map();
  let nextOutput = 0;
  let openLine = '';
  let errors = '';
  const decoder = new TextDecoder();
  /** The code with which the program has ended, and how much it had written. */
  let exit = null;
  /** Ends when all output is here: that of other threads may come after the message of the end. */
  const endIfComplete = () => {
    if (!exit || nextOutput < exit.written) return;
    if (openLine) onLine(openLine);
    finish(exit.code === 0 ? null : errors.trim() || `The engine ended with code ${exit.code}.`);
  };

  const receiveOutput = (bytes, number) => {
    early.set(number, bytes);
    for (; early.has(nextOutput); nextOutput += 1) {
      const lines = (openLine + decoder.decode(early.get(nextOutput), { stream: true })).split('\n');
      early.delete(nextOutput);
      openLine = lines.pop();
      lines.forEach(onLine);
    }
    endIfComplete();
  };

  const startWorker = (thread) => {
    const address = new URL('thread.js', folder);
    const worker = node ? new node.threads.Worker(address) : new Worker(address, { type: 'module' });
    const receive = (message) => {
      if (hasEnded) return;
      if (message.output) receiveOutput(message.output, message.number);
      else if (message.error) errors += new TextDecoder().decode(message.error);
      else if (message.spawn) run(message.spawn);
      else if (message.isIdle) idle.push(worker);
      else {
        exit = { code: message.exit, written: message.written };
        endIfComplete();
      }
    };
    const fail = ({ message }) => finish(errors.trim() || message || `${address} cannot be loaded`);
    if (node) {
      worker.on('message', receive);
      worker.on('error', fail);
    } else {
      worker.onmessage = ({ data }) => receive(data);
      worker.onerror = fail;
    }
    workers.push(worker);
    worker.postMessage({ shared, folder: files, thread });
    return worker;
  };

  const run = (thread) => {
    if (idle.length > 0) idle.pop().postMessage({ thread });
    else startWorker(thread);
  };

  /** Makes the workers ahead that so many searching threads need. */
  let wanted = 0;
  const warm = () => {
    while (shared && !hasEnded && workers.length < wanted) idle.push(startWorker(undefined));
  };

  /** Input that has no room yet. */
  const waiting = [];
  const flush = () => {
    while (waiting.length > 0) {
      const written = Atomics.load(cells, Cell.WRITTEN);
      const free = INPUT_SIZE - ((written - Atomics.load(cells, Cell.READ)) | 0);
      const part = waiting[0].subarray(0, free);
      part.forEach((byte, index) => { input[(written + index) & (INPUT_SIZE - 1)] = byte; });
      Atomics.store(cells, Cell.WRITTEN, (written + part.length) | 0);
      Atomics.notify(cells, Cell.WRITTEN);
      if (part.length < waiting[0].length) {
        waiting[0] = waiting[0].subarray(part.length);
        setTimeout(flush, RETRY_MS);
        return;
      }
      waiting.shift();
    }
  };
  const write = (text) => {
    waiting.push(new TextEncoder().encode(text));
    if (waiting.length === 1) flush();
  };

  loadModule(new URL('engine.wasm', folder)).then((module) => {
    if (hasEnded) return;
    shared = { module, memory: reserveMemory(), cells, input };
    startWorker(null);
    warm();
  }).catch((error) => finish(error.message));

  return {
    send(line) {
      const [, threads] = /^\s*setoption\s+name\s+Threads\s+value\s+(\d+)\s*$/i.exec(line) ?? [];
      if (threads) {
        wanted = Math.min(Number(threads), MOST_THREADS) + OTHER_THREADS;
        warm();
      }
      write(`${line}\n`);
    },
    setFolder(path, named) {
      const start = path.replace(/^\//, '');
      const shares = Object.entries(named).map(([name, bytes]) => {
        const share = new Uint8Array(new SharedArrayBuffer(bytes.length));
        share.set(bytes);
        return [`${start}/${name}`, share];
      });
      files = { path: start, files: new Map(shares) };
      workers.forEach((worker) => worker.postMessage({ folder: files }));
    },
    end() {
      const close = () => {
        if (waiting.length > 0) return setTimeout(close, RETRY_MS);
        Atomics.store(cells, Cell.ENDED, 1);
        return Atomics.notify(cells, Cell.WRITTEN);
      };
      close();
    },
    terminate,
  };
}

/** Compiles a module. */
export async function loadModule(address) {
  if (node) {
    // The quick compiler of Node 20 makes a loop without an end of some builds' waiting for a thread.
    node.v8.setFlagsFromString('--no-liftoff');
    return WebAssembly.compile(node.fs.readFileSync(address));
  }
  try {
    const response = await fetch(address);
    if (!response.ok) throw new Error(`${response.status} ${response.statusText}`.trim());
    // A static host may not know the type of the file, without which it cannot be compiled while it is loaded.
    const isStreamed = response.headers.get('content-type') === 'application/wasm';
    return await (isStreamed ? WebAssembly.compileStreaming(response) : WebAssembly.compile(await response.arrayBuffer()));
  } catch (error) {
    throw new Error(`The file ${address} cannot be loaded (${error.message}). Check that it is there, and the network, and load the page again.`);
  }
}

/** Memory of which as much is reserved as the system allows. */
function reserveMemory() {
  for (let maximum = MOST_PAGES; ; maximum /= 2) {
    try {
      return new WebAssembly.Memory({ initial: FIRST_PAGES, maximum, shared: true });
    } catch (error) {
      if (maximum <= FIRST_PAGES) throw error;
    }
  }
}
