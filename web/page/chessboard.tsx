// The board: chessground with the legal moves of the rules and arrows. It always shows the position that it is given, so a
// piece that was dropped stays only if the move was played. The choice for a promotion lies beside it.

import { Chessground } from '@lichess-org/chessground';
import type { Api } from '@lichess-org/chessground/api';
import type { DrawShape } from '@lichess-org/chessground/draw';
import type { Dests, Key, SquareClasses } from '@lichess-org/chessground/types';
import { createElement } from 'preact';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import type { Move, Shape } from './game';
import type { Color, Evaluation } from './score';

export const squares = (uci: string): [Key, Key] => [uci.slice(0, 2) as Key, uci.slice(2, 4) as Key];

export function arrow(uci: string, brush: string, lineWidth: number, label?: string): DrawShape {
  const [orig, dest] = squares(uci);
  return { orig, dest, brush, modifiers: { lineWidth }, ...(label ? { label: { text: label } } : {}) };
}

export const circle = (square: string, brush: string): DrawShape => ({ orig: square as Key, brush });

/** The pieces of both sides, for those who do not see the board. */
export function inWords({ pieces }: Evaluation): string {
  const side = (color: Color) => pieces.filter((piece) => piece.color === color).map(({ role, square }) => `${role} ${square}`).join(', ');
  return `Board. White: ${side('white')}. Black: ${side('black')}.`;
}

/** A piece of the piece set, whose style needs an element of this name within `.cg-wrap`. */
export const PieceImage = ({ role, color }: { role: string; color: Color }) => createElement('piece' as 'i', { class: `${role} ${color}` });

interface Props {
  fen: string; lastMove: string | null; orientation: Color; side: Color; isCheck: boolean; legal: readonly Move[];
  autoShapes: DrawShape[]; shapes: readonly Shape[]; classes: SquareClasses; label: string;
  drop: (from: string, to: string) => void; draw: (shapes: Shape[]) => void;
}

const BRUSHES: Record<string, string> = { G: 'green', R: 'red', Y: 'yellow', B: 'blue' };

export function ChessBoard(props: Props) {
  const element = useRef<HTMLDivElement>(null);
  const ground = useRef<Api>(null);
  const latest = useRef(props);
  latest.current = props;
  useLayoutEffect(() => {
    const made = Chessground(element.current!, {
      animation: { enabled: !matchMedia('(prefers-reduced-motion: reduce)').matches, duration: 150 }, premovable: { enabled: false }, draggable: { showGhost: true }, highlight: { lastMove: true, check: true },
      movable: { free: false, showDests: true, events: { after: (from, to) => { latest.current.drop(from, to); show(made, latest.current); } } },
      drawable: {
        // A click clears what is drawn on the board, but only a drawing changes the game.
        onChange: (drawn) => (made.state.drawable.current ? latest.current.draw(drawn.map(({ orig, dest, brush }) => ({ brush: (brush ?? 'green')[0]!.toUpperCase(), squares: orig + (dest ?? '') })))
          : show(made, latest.current)),
      },
    });
    ground.current = made;
    made.state.events.insert = () => keepOnBoard(made);
    // The board follows its size, which the style sheet decides, and its place on the page.
    const resized = new ResizeObserver(() => made.redrawAll());
    resized.observe(element.current!);
    const moved = new ResizeObserver(() => made.state.dom.bounds.clear());
    moved.observe(document.body);
    return () => { resized.disconnect(); moved.disconnect(); made.destroy(); };
  }, []);
  useLayoutEffect(() => show(ground.current!, props));
  return <div id="board" ref={element} role="img" aria-label={props.label} />;
}

/** Draws no piece before its start. On a slow machine the time of the first frame is earlier than the animation, whose easing then leaves the board. */
function keepOnBoard({ state }: Api): void {
  const { redrawNow } = state.dom;
  state.dom.redrawNow = (skipSvg) => {
    for (const move of state.animation.current?.plan.anims.values() ?? []) {
      if (Math.hypot(move[2], move[3]) > Math.hypot(move[0], move[1])) [move[2], move[3]] = [move[0], move[1]];
    }
    redrawNow(skipSvg);
  };
}

function show(ground: Api, { fen, lastMove, orientation, side, isCheck, legal, autoShapes, shapes, classes }: Props): void {
  const dests: Dests = new Map();
  for (const { uci } of legal) {
    const [from, to] = squares(uci);
    dests.set(from, [...new Set([...(dests.get(from) ?? []), to])]);
  }
  // A position that is shown already is left alone, or a piece being dragged would be dropped.
  const isSame = ground.getFen() === fen.split(' ')[0];
  ground.set({
    ...(isSame ? {} : { fen }), lastMove: lastMove ? squares(lastMove) : [], orientation, turnColor: side, check: isCheck ? side : false,
    movable: { color: legal.length > 0 ? side : undefined, dests }, highlight: { custom: classes },
  });
  ground.setAutoShapes(autoShapes);
  if (!ground.state.drawable.current) {
    ground.state.drawable.shapes = shapes.map(({ brush, squares: [a, b, c, d] }) => ({ orig: `${a}${b}` as Key, ...(c ? { dest: `${c}${d}` as Key } : {}), brush: BRUSHES[brush]! }));
    ground.state.dom.redraw();
  }
}

const PROMOTIONS: Record<string, string> = { q: 'queen', r: 'rook', b: 'bishop', n: 'knight' };

/** Asks which piece a pawn becomes, at the square where it arrives. */
export function Promotion({ to, moves, side, orientation, play, close }: { to: string; moves: readonly Move[]; side: Color; orientation: Color; play: (uci: string) => void; close: () => void }) {
  const first = useRef<HTMLButtonElement>(null);
  useEffect(() => first.current?.focus(), []);
  const file = 'abcdefgh'.indexOf(to[0]!);
  const column = orientation === 'white' ? file : 7 - file;
  const isTop = (to[1] === '8') === (orientation === 'white');
  return (
    <div class="promotion cg-wrap" role="dialog" aria-label="Promote to" style={{ left: `${column * 12.5}%`, [isTop ? 'top' : 'bottom']: 0 }}
      onKeyDown={(event) => { if (event.key === 'Escape') close(); event.stopPropagation(); }}>
      {moves.map(({ uci }, index) => (
        <button type="button" key={uci} ref={index === 0 ? first : undefined} aria-label={PROMOTIONS[uci[4]!]} onClick={() => play(uci)}><PieceImage role={PROMOTIONS[uci[4]!]!} color={side} /></button>))}
      <button type="button" class="cancel" onClick={close}>Cancel</button>
    </div>);
}
