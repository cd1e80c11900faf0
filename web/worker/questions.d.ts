/** Questions about positions, moves and games, answered at once. web/src/questions.rs lists them, web/src/trees.rs the trees. */
export interface Questions {
  /** The answer to a question: its name, and the lines that it needs. Throws an error with the problem, in words for people. */
  ask<T>(...lines: string[]): T;
  /** Searches, and hands on the growing tree and the whole one. Throws an error with the problem. */
  draw(request: object, onTree: (tree: ArrayBuffer, isWhole: boolean) => void): void;
}

export function loadQuestions(folder?: URL): Promise<Questions>;
