// The code that the steps show, cut out of the sources themselves when the page is built.

import alphabeta from '../../crates/textbook/src/alphabeta.rs';
import aspiration from '../../crates/textbook/src/aspiration.rs';
import chessOrder from '../../crates/textbook/src/chess_order.rs';
import course from '../../crates/textbook/src/course.rs';
import deepening from '../../crates/textbook/src/deepening.rs';
import engineSearch from '../../crates/search/src/search.rs';
import extensions from '../../crates/textbook/src/extensions.rs';
import minimax from '../../crates/textbook/src/minimax.rs';
import negamax from '../../crates/textbook/src/negamax.rs';
import nullMove from '../../crates/textbook/src/null_move.rs';
import pvs from '../../crates/textbook/src/pvs.rs';
import quiescence from '../../crates/textbook/src/quiescence.rs';
import reductions from '../../crates/textbook/src/reductions.rs';
import transposition from '../../crates/textbook/src/transposition.rs';

/** The address of the repository's files. */
export const REPOSITORY = 'https://github.com/coppice-chess/coppice/blob/main/';

const FILES = {
  'textbook/src/alphabeta.rs': alphabeta, 'textbook/src/aspiration.rs': aspiration, 'textbook/src/chess_order.rs': chessOrder,
  'textbook/src/course.rs': course, 'textbook/src/deepening.rs': deepening, 'textbook/src/extensions.rs': extensions, 'textbook/src/minimax.rs': minimax, 'textbook/src/negamax.rs': negamax,
  'textbook/src/null_move.rs': nullMove, 'textbook/src/pvs.rs': pvs, 'textbook/src/quiescence.rs': quiescence,
  'textbook/src/reductions.rs': reductions, 'textbook/src/transposition.rs': transposition,
  'search/src/search.rs': engineSearch,
};

/** A file, and the functions or numbered steps (`Step 9`) to show; without any, the comments of all its steps. */
export type Source = [file: keyof typeof FILES, ...parts: string[]];

/** The text of a source. A function that is not there is an error, so that the page cannot go stale unnoticed. */
export function textOf([file, ...parts]: Source): string {
  const lines = FILES[file].split('\n');
  if (parts.length === 0) return steps(lines);
  return parts.map((name) => (name.startsWith('Step ') ? step : item)(file, lines, name)).join('\n\n');
}

/** A function with the comment above it. */
function item(file: string, lines: string[], name: string): string {
  const at = lines.findIndex((line) => new RegExp(`^ *(pub |pub\\(\\w+\\) )?fn ${name}\\b`).test(line));
  if (at < 0) throw new Error(`no function '${name}' in ${file}`);
  const indent = /^ */.exec(lines[at]!)![0];
  let start = at;
  while (/^ *(\/\/\/|#\[)/.test(lines[start - 1] ?? '')) start -= 1;
  const end = lines.findIndex((line, index) => index > at && line === `${indent}}`);
  return lines.slice(start, end + 1).map((line) => line.slice(indent.length)).join('\n');
}

/** A numbered step: from its comment to the next step, or to the end of its block. */
function step(file: string, lines: string[], name: string): string {
  const start = lines.findIndex((line) => line.trim().startsWith(`// ${name}.`));
  if (start < 0) throw new Error(`no '${name}' in ${file}`);
  const indent = /^ */.exec(lines[start]!)![0];
  const ends = (line: string) => /^ *\/\/ Step \d/.test(line) || line !== '' && !line.startsWith(indent);
  const end = lines.findIndex((line, index) => index > start && ends(line));
  return lines.slice(start, end).map((line) => line.slice(indent.length)).join('\n').trimEnd();
}

/** The comments `// Step 1. …` of a file, each with its following lines. */
function steps(lines: string[]): string {
  const found: string[] = [];
  lines.forEach((line, index) => {
    if (!/^ *\/\/ Steps? \d/.test(line)) return;
    for (let at = index; /^ *\/\//.test(lines[at] ?? ''); at += 1) found.push(lines[at]!.trim());
  });
  if (found.length === 0) throw new Error('no steps in the file');
  return found.join('\n');
}
