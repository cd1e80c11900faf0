export interface EngineOptions {
  /** Gets each line of the engine's output, without its end. */
  onLine: (line: string) => void;
  /** Is called once: with null after `quit`, or with the problem, in words for people. */
  onEnd?: (problem: string | null) => void;
  /** The address of the folder of thread.js and engine.wasm; by default, that of engine.js. */
  folder?: URL;
}

export interface Engine {
  /** Handles a line of UCI. */
  send(line: string): void;
  /** Gives the engine the only folder that it can read, such as `/tables`, from names to bytes. `SyzygyPath` is set to its path afterwards. */
  setFolder(path: string, files: Record<string, Uint8Array>): void;
  /** Closes the input. */
  end(): void;
  /** Ends the engine at once, without a call of `onEnd`. */
  terminate(): void;
}

export function createEngine(options: EngineOptions): Engine;

/** True if threads can share memory here: in Node, and on pages that are isolated from other origins. */
export function canRunThreads(): boolean;
