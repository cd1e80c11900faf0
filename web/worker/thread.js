// A thread of the engine in a worker: it runs the program, or a function of it, and has the functions of WASI that the
// program calls. All threads share the memory, the input and some numbers. A thread may block at any time, so workers are
// made by engine.js, which never blocks.

/** The places of the shared numbers. */
const Cell = { READ: 0, WRITTEN: 1, ENDED: 2, WRITES: 3, THREADS: 4, SLEEP: 5, COUNT: 6 };

/** The errors of WASI that occur here. */
const Errno = { SUCCESS: 0, BADF: 8, NOSYS: 52 };
const STDIN = 0;

/** Thrown to leave the program at its end. */
class Exit extends Error {}

/** The functions that the program imports. `send` takes messages to engine.js. */
function wasi({ memory, cells, input }, send) {
  const view = () => new DataView(memory.buffer);
  const bytesAt = (at, length) => new Uint8Array(memory.buffer, at, length);
  /** The places in memory of a list of buffers. */
  const buffers = (at, count) => Array.from({ length: count }, (_, index) => {
    const entry = at + 8 * index;
    return bytesAt(view().getUint32(entry, true), view().getUint32(entry + 4, true));
  });
  const unsupported = () => Errno.NOSYS;
  const emptyList = (count, size) => {
    view().setUint32(count, 0, true);
    view().setUint32(size, 0, true);
    return Errno.SUCCESS;
  };
  const nothing = () => Errno.SUCCESS;

  return {
    args_sizes_get: emptyList,
    args_get: nothing,
    environ_sizes_get: emptyList,
    environ_get: nothing,
    sched_yield: nothing,
    fd_close: unsupported,
    fd_filestat_get: unsupported,
    fd_prestat_dir_name: unsupported,
    path_open: unsupported,
    /** There are no folders. */
    fd_prestat_get: () => Errno.BADF,

    /** The standard streams are no terminals. */
    fd_fdstat_get(_, at) {
      bytesAt(at, 24).fill(0);
      return Errno.SUCCESS;
    },

    clock_time_get(_, __, at) {
      view().setBigUint64(at, BigInt(Math.round((performance.timeOrigin + performance.now()) * 1e6)), true);
      return Errno.SUCCESS;
    },

    random_get(at, length) {
      bytesAt(at, length).set(crypto.getRandomValues(new Uint8Array(length)));
      return Errno.SUCCESS;
    },

    /** Waits for input. */
    fd_read(fd, list, count, lengthAt) {
      if (fd !== STDIN) return Errno.BADF;
      let written;
      const read = Atomics.load(cells, Cell.READ);
      while ((written = Atomics.load(cells, Cell.WRITTEN)) === read) {
        if (Atomics.load(cells, Cell.ENDED) === 1) break;
        Atomics.wait(cells, Cell.WRITTEN, written);
      }
      let length = 0;
      for (const buffer of buffers(list, count)) {
        for (let index = 0; index < buffer.length && ((read + length) | 0) !== written; index += 1, length += 1) {
          buffer[index] = input[(read + length) & (input.length - 1)];
        }
      }
      Atomics.store(cells, Cell.READ, (read + length) | 0);
      view().setUint32(lengthAt, length, true);
      return Errno.SUCCESS;
    },

    /** Numbers what it sends, because messages of several workers may arrive in another order. */
    fd_write(fd, list, count, lengthAt) {
      let length = 0;
      for (const buffer of buffers(list, count)) {
        send(fd === 1 ? { output: buffer.slice(), number: Atomics.add(cells, Cell.WRITES, 1) } : { error: buffer.slice() });
        length += buffer.length;
      }
      view().setUint32(lengthAt, length, true);
      return Errno.SUCCESS;
    },

    /** Sleeps: a single subscription to a clock, with a time from now. */
    poll_oneoff(subscription, event, count, countAt) {
      const isSleep = count === 1 && view().getUint8(subscription + 8) === 0 && view().getUint16(subscription + 40, true) === 0;
      if (!isSleep) return Errno.NOSYS;
      Atomics.wait(cells, Cell.SLEEP, 0, Number(view().getBigUint64(subscription + 24, true)) / 1e6);
      bytesAt(event, 32).fill(0);
      view().setBigUint64(event, view().getBigUint64(subscription, true), true);
      view().setUint32(countAt, 1, true);
      return Errno.SUCCESS;
    },

    proc_exit(code) {
      send({ exit: code, written: Atomics.load(cells, Cell.WRITES) });
      throw new Exit();
    },
  };
}

const port = globalThis.process?.getBuiltinModule('node:worker_threads').parentPort ?? self;
let instance = null;
let cells = null;

/** The first message has what is shared. Each one has a thread to run, null for the program itself, or undefined for none. */
function handle({ shared, thread }) {
  const send = (message) => port.postMessage(message);
  if (shared) {
    ({ cells } = shared);
    const spawn = (start) => {
      const id = Atomics.add(shared.cells, Cell.THREADS, 1) + 1;
      send({ spawn: { id, start } });
      return id;
    };
    const imports = { env: shared, wasi_snapshot_preview1: wasi(shared, send), wasi: { 'thread-spawn': spawn } };
    instance = new WebAssembly.Instance(shared.module, imports);
  }
  if (thread === undefined) return;
  try {
    if (thread === null) {
      instance.exports._start();
      send({ exit: 0, written: Atomics.load(cells, Cell.WRITES) });
    } else {
      instance.exports.wasi_thread_start(thread.id, thread.start);
      send({ isIdle: true });
    }
  } catch (error) {
    if (!(error instanceof Exit)) throw error;
  }
}

if (port === globalThis.self) port.onmessage = ({ data }) => handle(data);
else port.on('message', handle);
