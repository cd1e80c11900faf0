'use strict';
// The chess that a board needs: positions after the moves of a search, which are known to be legal.

const FILES = 'abcdefgh';
const MoveFlag = { EN_PASSANT: 2, CASTLE: 3, PROMOTION: 4 };
const PROMOTED = ['n', 'b', 'r', 'q'];
const FIGURINES = { k: '♔', q: '♕', r: '♖', b: '♗', n: '♘', p: '' };
const FIGURINE_LETTERS = Object.fromEntries(Object.entries(FIGURINES).map(([letter, figurine]) => [figurine, letter]));

/** Squares are 0 for a1, 1 for b1, … 63 for h8; pieces are letters as in FEN. */
class Position {
  static fromFen(fen) {
    const [placement, turn] = fen.split(' ');
    const squares = new Array(64).fill('');
    placement.split('/').forEach((rank, down) => {
      let file = 0;
      for (const letter of rank) {
        if (/\d/.test(letter)) file += Number(letter);
        else squares[(7 - down) * 8 + file++] = letter;
      }
    });
    return new Position(squares, turn);
  }

  constructor(squares, turn) {
    this.squares = squares;
    this.turn = turn;
  }

  /** The position after a move of the log; after passing, if that is 0. */
  after(bits) {
    const squares = this.squares.slice();
    if (bits !== 0) Position.play(squares, unpackMove(bits), this.turn);
    return new Position(squares, this.turn === 'w' ? 'b' : 'w');
  }

  static play(squares, { from, to, flag }, turn) {
    const piece = squares[from];
    squares[from] = '';
    if (flag === MoveFlag.CASTLE) {
      const rook = squares[to];
      const rank = from - (from % 8);
      const isShort = to > from;
      squares[to] = '';
      squares[rank + (isShort ? 6 : 2)] = piece;
      squares[rank + (isShort ? 5 : 3)] = rook;
      return;
    }
    if (flag === MoveFlag.EN_PASSANT) squares[from - (from % 8) + (to % 8)] = '';
    squares[to] = piece;
    if (flag >= MoveFlag.PROMOTION) {
      const promoted = PROMOTED[flag - MoveFlag.PROMOTION];
      squares[to] = turn === 'w' ? promoted.toUpperCase() : promoted;
    }
  }

  /** A move for people: ♘g1–f3, ♗c4×f7, e7–e8=♕, O-O. */
  moveText(bits) {
    const { from, to, flag } = unpackMove(bits);
    if (flag === MoveFlag.CASTLE) return to > from ? 'O-O' : 'O-O-O';
    const figurine = FIGURINES[this.squares[from].toLowerCase()] ?? '';
    const takes = this.squares[to] !== '' || flag === MoveFlag.EN_PASSANT;
    const promoted = flag >= MoveFlag.PROMOTION ? `=${FIGURINES[PROMOTED[flag - MoveFlag.PROMOTION]]}` : '';
    return `${figurine}${squareName(from)}${takes ? '×' : '–'}${squareName(to)}${promoted}`;
  }

  /** The same in standard notation: ♘f3, e×d5. Of the other moves that could be meant, `moves`, it is told apart. */
  shortText(bits, moves) {
    const long = this.moveText(bits);
    const { from, to, flag } = unpackMove(bits);
    if (flag === MoveFlag.CASTLE) return long;
    const piece = this.squares[from];
    const isPawn = piece.toLowerCase() === 'p';
    const rivals = moves.map(unpackMove).filter((other) => other.to === to && other.from !== from && this.squares[other.from] === piece);
    const [file, rank] = squareName(from);
    const isAlone = (same) => !rivals.some(same);
    const origin = isPawn ? (long.includes('×') ? file : '')
      : rivals.length === 0 ? '' : isAlone((other) => other.from % 8 === from % 8) ? file
        : isAlone((other) => Math.floor(other.from / 8) === Math.floor(from / 8)) ? rank : file + rank;
    return `${isPawn ? '' : FIGURINES[piece.toLowerCase()]}${origin}${long.includes('×') ? '×' : ''}${squareName(to)}${long.split('=')[1] ? `=${long.split('=')[1]}` : ''}`;
  }
}

function unpackMove(bits) {
  return { from: (bits >> 6) & 63, to: bits & 63, flag: bits >> 12 };
}

function squareName(square) {
  return FILES[square % 8] + (Math.floor(square / 8) + 1);
}

/**
 * A pattern of moves from text: coordinates (`e2e4`, `♗e2×a6`, `a7-a8=q`), castling (`O-O`, `0-0-0`), or standard
 * notation (`Bxa6`, `exd5`, `Nbd2`, `e8=Q`), with or without marks (`+`, `#`, `!`). Null if the text is no move.
 * Standard notation without a square of origin stands for all moves that it could mean.
 */
function movePattern(word) {
  const text = word.replace(/[+#!?]+$/, '').replace(/[♔♕♖♗♘]/g, (piece) => FIGURINE_LETTERS[piece].toUpperCase());
  if (/^[oO0]-?[oO0](-?[oO0])?$/.test(text)) return { spelling: text.replaceAll('-', '').length === 2 ? 'o-o' : 'o-o-o', known: new Map() };
  const coordinates = /^[KQRBN]?([a-h][1-8])[x×–-]?([a-h][1-8])(?:=?([qrbn]))?$/i.exec(text);
  if (coordinates) return { spelling: (coordinates[1] + coordinates[2] + (coordinates[3] ?? '')).toLowerCase(), known: new Map() };
  // A small b is a pawn's file; the other letters of pieces are clear in either case.
  const standard = /^([KQRBNkqrn])?([a-h])?([1-8])?[x×–-]?([a-h][1-8])(?:=?([QRBNqrbn]))?$/.exec(text);
  if (!standard) return null;
  const [, piece, file, rank, to, promoted] = standard;
  return { piece: (piece ?? 'p').toLowerCase(), file, rank, to, promoted: promoted?.toLowerCase() };
}

/** Returns true if a move fits a pattern. `position` returns the position before the move, if the pattern needs it. */
function fitsPattern(bits, pattern, position) {
  if (pattern.spelling) {
    const { known, spelling } = pattern;
    if (!known.has(bits)) known.set(bits, moveSpellings(bits).includes(spelling));
    return known.get(bits);
  }
  const { from, to, flag } = unpackMove(bits);
  if (flag === MoveFlag.CASTLE || squareName(to) !== pattern.to) return false;
  const [file, rank] = squareName(from);
  const promoted = flag >= MoveFlag.PROMOTION ? PROMOTED[flag - MoveFlag.PROMOTION] : undefined;
  return (pattern.file ?? file) === file && (pattern.rank ?? rank) === rank
    && (pattern.promoted ?? promoted) === promoted && position().squares[from].toLowerCase() === pattern.piece;
}

/** All ways in which people write a move in coordinates; castling also as the king's own two steps. */
function moveSpellings(bits) {
  const { from, to, flag } = unpackMove(bits);
  const promoted = flag >= MoveFlag.PROMOTION ? PROMOTED[flag - MoveFlag.PROMOTION] : '';
  const spellings = [squareName(from) + squareName(to) + promoted];
  if (flag === MoveFlag.CASTLE) {
    const isShort = to > from;
    const target = from - (from % 8) + (isShort ? 6 : 2);
    spellings.push(squareName(from) + squareName(target), isShort ? 'o-o' : 'o-o-o');
  }
  return spellings;
}
