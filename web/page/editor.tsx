// The board editor: pieces are dragged or put, and the rules say whether the position may be played.

import { Chessground } from '@lichess-org/chessground';
import type { Api } from '@lichess-org/chessground/api';
import { dragNewPiece } from '@lichess-org/chessground/drag';
import type { Key, Piece } from '@lichess-org/chessground/types';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { PieceImage } from './chessboard';
import { fenOf, START } from './game';
import { Choice, type ViewProps } from './parts';
import type { Color } from './score';
import * as change from './state';

const ROLES = ['king', 'queen', 'rook', 'bishop', 'knight', 'pawn'] as const;
const all = (color: Color): Piece[] => ROLES.map((role) => ({ color, role }));
const SPARES: (Piece | null)[] = [...all('white'), null, ...all('black')];
const RIGHTS: Record<string, string> = { K: 'White O-O', Q: 'White O-O-O', k: 'Black O-O', q: 'Black O-O-O' };
const nameOf = (piece: Piece | null) => (piece ? `${piece.color} ${piece.role}` : 'empty');

/** The files of kings and the outermost rooks beside them, with which each right is possible. */
function possible(pieces: ReadonlyMap<Key, Piece>): Set<string> {
  const found = new Set<string>();
  for (const [color, rank, letters] of [['white', '1', 'KQ'], ['black', '8', 'kq']] as const) {
    const at = (role: string) => [...'abcdefgh'].filter((file) => { const piece = pieces.get(`${file}${rank}` as Key); return piece?.color === color && piece.role === role; });
    const [king] = at('king');
    if (king && at('rook').some((rook) => rook > king)) found.add(letters[0]!);
    if (king && at('rook').some((rook) => rook < king)) found.add(letters[1]!);
  }
  return found;
}

/** The rights of a FEN as letters of this editor: files, as in Chess960, stand for the side of the king on which they lie. */
function rightsIn(fen: string, pieces: ReadonlyMap<Key, Piece>): string[] {
  const [, , rights = '-'] = fen.split(' ');
  return [...rights].flatMap((letter) => {
    if (letter === '-' || letter.toLowerCase() === 'k' || letter.toLowerCase() === 'q') return letter === '-' ? [] : [letter];
    const isWhite = letter === letter.toUpperCase();
    const king = [...pieces].find(([, { role, color }]) => role === 'king' && color === (isWhite ? 'white' : 'black'))?.[0] ?? 'e1';
    const side = letter.toLowerCase() > king[0]! ? 'k' : 'q';
    return [isWhite ? side.toUpperCase() : side];
  });
}

export function Editor({ state, store }: ViewProps) {
  const element = useRef<HTMLDivElement>(null);
  const ground = useRef<Api>(null);
  const start = fenOf(change.openGame(state), change.openGame(state).cursor);
  /** The piece that a click puts on a square; null takes pieces off, and undefined lets them be moved. */
  const [chosen, choose] = useState<Piece | null | undefined>(undefined);
  const latest = useRef(chosen);
  latest.current = chosen;
  const [side, setSide] = useState(start.split(' ')[1]!);
  const [rights, setRights] = useState<string[]>([]);
  const [, redraw] = useState(0);
  useLayoutEffect(() => {
    const changed = () => redraw((count) => count + 1);
    const made = Chessground(element.current!, {
      fen: start.split(' ')[0]!, orientation: state.settings.orientation, movable: { free: true, color: 'both' }, draggable: { deleteOnDropOff: true }, selectable: { enabled: true },
      autoCastle: false, premovable: { enabled: false }, drawable: { enabled: false }, highlight: { lastMove: false },
      events: { change: changed, select: (key) => { if (latest.current !== undefined) { made.setPieces(new Map([[key, latest.current ?? undefined]])); changed(); } } },
    });
    ground.current = made;
    setRights(rightsIn(start, made.state.pieces));
    store.apply(change.complain(''));
    const resized = new ResizeObserver(() => made.redrawAll());
    resized.observe(element.current!);
    return () => {
      resized.disconnect();
      made.destroy();
      // Who works with the keyboard goes on where the editor was opened.
      if (document.activeElement?.matches('#editor :focus-visible')) requestAnimationFrame(() => document.getElementById('edit')?.focus());
    };
  }, []);
  useLayoutEffect(() => {
    const isMoved = chosen === undefined;
    ground.current!.set({ movable: { color: isMoved ? 'both' : undefined }, draggable: { enabled: isMoved }, selectable: { enabled: isMoved } });
  }, [chosen]);
  const allowed = ground.current ? possible(ground.current.state.pieces) : new Set<string>();
  const show = (fen: string) => {
    const [board, turn, letters] = fen.split(' ');
    ground.current!.set({ fen: board!, lastMove: [] });
    setSide(turn!);
    setRights([...letters!].filter((letter) => letter !== '-'));
    redraw((count) => count + 1);
  };
  const use = () => {
    const letters = Object.keys(RIGHTS).filter((right) => allowed.has(right) && rights.includes(right)).join('');
    const made = `${ground.current!.getFen()} ${side} ${letters || '-'} `;
    // What was left as it was keeps its en-passant square and counts.
    store.place(start.startsWith(made) ? start : `${made}- 0 1`);
  };
  return (
    <section id="editor" aria-label="Board editor">
      <div id="editor-board" ref={element} />
      <div>
        <h2>Edit the board</h2>
        <p class="hint">Drag pieces; off the board they vanish. Or choose a piece here and click squares.</p>
        <div id="spares" class="cg-wrap" role="group" aria-label="Pieces">
          {SPARES.map((piece) => {
            const name = nameOf(piece);
            const isChosen = chosen !== undefined && nameOf(chosen) === name;
            return (
              <button key={name} type="button" aria-label={`Put ${name}`} data-piece={name} aria-pressed={isChosen} onClick={() => choose(isChosen ? undefined : piece)}
                onPointerDown={(event) => { if (piece && event.pointerType === 'mouse') dragNewPiece(ground.current!.state, piece, event as never, true); }}>
                {piece ? <PieceImage role={piece.role} color={piece.color} /> : '×'}</button>);
          })}
        </div>
        <div class="fields">
          <Choice id="edit-side" label="To move" value={side} options={[['w', 'White'], ['b', 'Black']]} choose={setSide} />
          {Object.entries(RIGHTS).map(([right, name]) => (
            <label key={right} class="check"><input type="checkbox" id={`edit-${right}`} disabled={!allowed.has(right)} checked={allowed.has(right) && rights.includes(right)}
              onChange={(event) => setRights(event.currentTarget.checked ? [...rights, right] : rights.filter((each) => each !== right))} /> {name}</label>))}
        </div>
        <div class="fields">
          <button id="edit-start" type="button" onClick={() => show(START)}>Start position</button>
          <button id="edit-clear" type="button" onClick={() => show('8/8/8/8/8/8/8/8 w - - 0 1')}>Clear</button>
          <button id="edit-turn" type="button" onClick={() => ground.current!.toggleOrientation()}>Turn</button>
        </div>
        <p id="edit-problem" class="problem" role="alert">{state.problem}</p>
        <div class="fields">
          <button id="edit-done" type="button" class="primary" onClick={use}>Use this position</button>
          <button id="edit-cancel" type="button" onClick={() => store.apply(change.edit(false))}>Cancel</button>
        </div>
      </div>
    </section>);
}
