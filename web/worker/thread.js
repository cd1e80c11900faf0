// A thread of the engine in a worker: it runs the program, or a function of it, and has the functions of WASI that the
// program calls. All threads share the memory, the input and some numbers. A thread may block at any time, so workers are
// made by engine.js, which never blocks.

/** The places of the shared numbers. */
const Cell = { READ: 0, WRITTEN: 1, ENDED: 2, WRITES: 3, THREADS: 4, SLEEP: 5 };

/** The errors of WASI that occur here. */
const Errno = { SUCCESS: 0, BADF: 8, NOENT: 44, NOSYS: 52 };
const FileType = { FOLDER: 3, FILE: 4 };
const STDIN = 0;
/** The root of all paths, and the first number of what is opened. */
const ROOT = 3;
const FIRST_OPENED = 4;

/** The one folder that has files: its path, and the bytes of each file by its path, both without the slash before. */
let folder = { path: '', files: new Map() };

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
  const emptyList = (count, size) => {
    view().setUint32(count, 0, true);
    view().setUint32(size, 0, true);
    return Errno.SUCCESS;
  };
  const nothing = () => Errno.SUCCESS;
  /** Shared memory is copied before it is read as text. */
  const textAt = (at, length) => new TextDecoder().decode(bytesAt(at, length).slice());
  /** The folder with its names, or a file. What one thread opens, no other one reads. */
  const find = (path) => {
    if (path === folder.path) return { names: [...folder.files.keys()].map((each) => each.slice(path.length + 1)) };
    return folder.files.has(path) ? { bytes: folder.files.get(path), at: 0 } : undefined;
  };
  const opened = [];
  const openedAt = (fd) => opened[fd - FIRST_OPENED];
  const writeStat = (file, at, error) => {
    if (!file) return error;
    bytesAt(at, 64).fill(0);
    view().setUint8(at + 16, file.names ? FileType.FOLDER : FileType.FILE);
    view().setBigUint64(at + 32, BigInt(file.bytes?.length ?? 0), true);
    return Errno.SUCCESS;
  };

  return {
    args_sizes_get: emptyList,
    args_get: nothing,
    environ_sizes_get: emptyList,
    environ_get: nothing,
    sched_yield: nothing,

    /** All paths begin at the root. */
    fd_prestat_get(fd, at) {
      if (fd !== ROOT) return Errno.BADF;
      bytesAt(at, 8).fill(0);
      view().setUint32(at + 4, 1, true);
      return Errno.SUCCESS;
    },
    fd_prestat_dir_name(_, at) {
      bytesAt(at, 1)[0] = '/'.charCodeAt(0);
      return Errno.SUCCESS;
    },

    path_open(_, __, at, length, ___, ____, _____, ______, fdAt) {
      const file = find(textAt(at, length));
      if (!file) return Errno.NOENT;
      const free = opened.findIndex((each) => !each);
      const place = free < 0 ? opened.length : free;
      opened[place] = file;
      view().setUint32(fdAt, FIRST_OPENED + place, true);
      return Errno.SUCCESS;
    },
    fd_close(fd) {
      if (!openedAt(fd)) return Errno.BADF;
      opened[fd - FIRST_OPENED] = undefined;
      return Errno.SUCCESS;
    },
    fd_filestat_get: (fd, at) => writeStat(openedAt(fd), at, Errno.BADF),
    path_filestat_get: (_, __, at, length, statAt) => writeStat(find(textAt(at, length)), statAt, Errno.NOENT),

    /** As many entries as there is room for, from a number on; the last one may be cut. */
    fd_readdir(fd, at, size, first, usedAt) {
      const { names } = openedAt(fd) ?? {};
      if (!names) return Errno.BADF;
      let used = 0;
      for (let index = Number(first); index < names.length && used < size; index += 1) {
        const name = new TextEncoder().encode(names[index]);
        const entry = new Uint8Array(24 + name.length);
        const fields = new DataView(entry.buffer);
        fields.setBigUint64(0, BigInt(index + 1), true);
        // The C library asks for the status of an entry without an inode.
        fields.setBigUint64(8, BigInt(index + 1), true);
        fields.setUint32(16, name.length, true);
        fields.setUint8(20, FileType.FILE);
        entry.set(name, 24);
        bytesAt(at + used, Math.min(entry.length, size - used)).set(entry.subarray(0, size - used));
        used = Math.min(size, used + entry.length);
      }
      view().setUint32(usedAt, used, true);
      return Errno.SUCCESS;
    },

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

    /** Reads a file, or waits for input. */
    fd_read(fd, list, count, lengthAt) {
      if (fd !== STDIN) {
        const file = openedAt(fd);
        if (!file?.bytes) return Errno.BADF;
        const start = file.at;
        for (const buffer of buffers(list, count)) {
          const part = file.bytes.subarray(file.at, file.at + buffer.length);
          buffer.set(part);
          file.at += part.length;
        }
        view().setUint32(lengthAt, file.at - start, true);
        return Errno.SUCCESS;
      }
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

/**
 * The first message has what is shared. Each one has a thread to run, null for the program itself, or undefined for none, and
 * may have another folder. A thread that runs hears no messages, so only those that begin later see it.
 */
function handle({ shared, folder: given, thread }) {
  const send = (message) => port.postMessage(message);
  if (given) folder = given;
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
