'use strict';
// A chessboard in SVG.

const PIECE_SHAPES = {
  p: 'M22.5 9.5a5.6 5.6 0 0 1 3.9 9.6c3.9 3.1 5.4 8.6 6.4 14.4H12.2c1-5.800 2.500-11.300 6.400-14.400a5.600 5.600 0 0 1 3.900-9.600z M11 35h23v4H11z',
  n: 'M14.500 33.500c.4-7.500 7.200-9.600 7.700-14.300-2.900 2.900-5.800 4.200-9.600 4.600l-3.100-3.300c2.400-4.200 4.600-7.500 6.900-9.600l.4-4.600 4.600 3.300c9.200.4 13.800 8.300 13 23.900z M11 35h25v4H11z',
  b: 'M22.500 5.500a2.500 2.500 0 0 1 1.700 4.300c5.200 4.600 7.400 9.800 4.900 15.400l-2.200 3.300h-8.800l-2.200-3.300c-2.500-5.600-.3-10.800 4.900-15.400a2.500 2.500 0 0 1 1.700-4.300z M17 30h11l2.500 3.500h-16z M11 35h23v4H11z',
  r: 'M12 8.500h5.200v3.600h3.100V8.500h4.400v3.600h3.100V8.500H33v8.300l-3.200 2.600 1.700 14.100H13.500l1.700-14.100-3.200-2.600z M11 35h23v4H11z',
  q: 'M8.500 12a2.200 2.200 0 1 1 1.900 2.200l5 8.300 1.600-11.700a2.200 2.200 0 1 1 2.200-.2l3.300 10.900 3.300-10.900a2.200 2.200 0 1 1 2.200.2l1.600 11.700 5-8.300A2.200 2.200 0 1 1 36.500 14l-4.300 19.500H12.800z M11 35h23v4H11z',
  k: 'M20.900 4.500h3.200v3h3v3.200h-3v4c6.900-2.600 12.400 1.700 10.600 7.700-1.100 3.800-3.900 6.700-4.900 11.100H15.200c-1-4.400-3.800-7.300-4.900-11.100-1.800-6 3.700-10.300 10.600-7.700v-4h-3V7.500h3z M11 35h23v4H11z',
};

const PIECE_NAMES = { p: 'pawn', n: 'knight', b: 'bishop', r: 'rook', q: 'queen', k: 'king' };
const SQUARE_SIZE = 45;

class Board {
  constructor() {
    this.squares = shape('g');
    this.marks = shape('g');
    this.pieces = shape('g');
    const size = 8 * SQUARE_SIZE;
    this.element = shape(
      'svg', { class: 'board', viewBox: `0 0 ${size} ${size}`, role: 'img', 'aria-label': 'An empty board' },
      this.squares, this.marks, this.pieces,
    );
    for (let square = 0; square < 64; square += 1) this.drawSquare(square);
  }

  drawSquare(square) {
    const { x, y } = corner(square);
    const isLight = (Math.floor(square / 8) + square) % 2 === 1;
    const shade = isLight ? '' : 'on-dark';
    const place = { x, y, width: SQUARE_SIZE, height: SQUARE_SIZE };
    this.squares.append(shape('rect', { ...place, class: isLight ? 'square light' : 'square dark' }));
    if (square < 8) {
      this.squares.append(shape('text', { x: x + 41, y: y + 42, class: `coordinate end ${shade}`, text: FILES[square] }));
    }
    if (square % 8 === 0) {
      const rank = String(square / 8 + 1);
      this.squares.append(shape('text', { x: x + 3, y: y + 11, class: `coordinate ${shade}`, text: rank }));
    }
  }

  /** Shows a position and the move that led to it, if any. */
  show(position, lastMove) {
    this.marks.replaceChildren();
    if (lastMove) {
      const { from, to } = unpackMove(lastMove);
      for (const square of [from, to]) {
        const place = { ...corner(square), width: SQUARE_SIZE, height: SQUARE_SIZE };
        this.marks.append(shape('rect', { ...place, class: 'last-move' }));
      }
    }
    const pieces = [];
    position.squares.forEach((piece, square) => {
      if (piece !== '') pieces.push(drawPiece(piece, square));
    });
    this.pieces.replaceChildren(...pieces);
    this.element.setAttribute('aria-label', describe(position));
  }
}

function corner(square) {
  return { x: (square % 8) * SQUARE_SIZE, y: (7 - Math.floor(square / 8)) * SQUARE_SIZE };
}

function drawPiece(piece, square) {
  const { x, y } = corner(square);
  const color = piece === piece.toUpperCase() ? 'white' : 'black';
  const path = PIECE_SHAPES[piece.toLowerCase()];
  return shape('path', { d: path, class: `piece ${color}`, transform: `translate(${x} ${y})` });
}

/** The text of a position for screen readers. */
function describe(position) {
  const words = { white: [], black: [] };
  position.squares.forEach((piece, square) => {
    if (piece === '') return;
    const color = piece === piece.toUpperCase() ? 'white' : 'black';
    words[color].push(`${PIECE_NAMES[piece.toLowerCase()]} ${squareName(square)}`);
  });
  const turn = position.turn === 'w' ? 'White' : 'Black';
  return `White: ${words.white.join(', ')}. Black: ${words.black.join(', ')}. ${turn} to move.`;
}
