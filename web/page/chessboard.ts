// The board: chessground with the legal moves of the module, a choice for promotions, and arrows.

import { Chessground } from '@lichess-org/chessground';
import type { Api } from '@lichess-org/chessground/api';
import type { DrawShape } from '@lichess-org/chessground/draw';
import type { Dests, Key, SquareClasses } from '@lichess-org/chessground/types';
import { make } from './dom';
import type { PositionInfo } from './engine';
import type { Color } from './score';

export type { DrawShape };

const PROMOTIONS = { q: 'queen', r: 'rook', b: 'bishop', n: 'knight' };

export class ChessBoard {
  readonly ground: Api;
  private info: PositionInfo | null = null;
  private shapes = new Map<string, DrawShape[]>();

  /** `play` gets a legal move in UCI notation. */
  constructor(readonly element: HTMLElement, private readonly play: (uci: string) => void) {
    this.ground = Chessground(element, {
      animation: { duration: 150 },
      movable: { free: false, showDests: true, events: { after: (from, to) => this.choose(from, to) } },
      premovable: { enabled: false },
      draggable: { showGhost: true },
      highlight: { lastMove: true, check: true },
      addDimensionsCssVarsTo: document.documentElement,
    });
    // The board follows its size, which the style sheet decides.
    new ResizeObserver(() => this.ground.redrawAll()).observe(element);
    // It keeps its place on the page, which a clock above it changes.
    new ResizeObserver(() => this.ground.state.dom.bounds.clear()).observe(document.body);
  }

  /** Shows pieces at once; `allow` lets them move when the legal moves are known. */
  show(fen: string, lastMove: string | null, orientation: Color): void {
    this.info = null;
    this.ground.set({
      fen, orientation, check: false, lastMove: lastMove ? squares(lastMove) : [],
      movable: { color: undefined, dests: new Map() }, highlight: { custom: new Map() },
    });
    this.element.querySelector('.promotion')?.remove();
    this.shapes.clear();
    this.draw();
  }

  /** Lets pieces of one side move, or of nobody. */
  allow(info: PositionInfo, isMovable: boolean): void {
    this.info = info;
    const dests: Dests = new Map();
    for (const { uci } of info.legal) {
      const [from, to] = squares(uci);
      dests.set(from, [...(dests.get(from) ?? []), to]);
    }
    const side = info.evaluation.side_to_move;
    this.ground.set({ turnColor: side, check: info.check !== null, movable: { color: isMovable ? side : undefined, dests } });
    this.element.ariaLabel = inWords(info);
  }

  /** Draws the shapes of one owner instead of those that it drew before. */
  setShapes(owner: string, shapes: DrawShape[]): void {
    this.shapes.set(owner, shapes);
    this.draw();
  }

  private draw(): void { this.ground.setAutoShapes([...this.shapes.values()].flat()); }

  setClasses(custom: SquareClasses): void { this.ground.set({ highlight: { custom } }); }

  private choose(from: Key, to: Key): void {
    const moves = this.info?.legal.filter(({ uci }) => uci.startsWith(from + to)) ?? [];
    if (moves.length === 1) return this.play(moves[0]!.uci);
    const side = this.info!.evaluation.side_to_move;
    const file = 'abcdefgh'.indexOf(to[0]!);
    const column = this.ground.state.orientation === 'white' ? file : 7 - file;
    const close = () => {
      choice.remove();
      this.ground.set({ fen: this.info!.evaluation.fen, turnColor: side });
      this.allow(this.info!, true);
    };
    const choice = make('div', { className: 'promotion', role: 'dialog', 'aria-label': 'Promote to',
      onkeydown: (event: KeyboardEvent) => { if (event.key === 'Escape') close(); } });
    choice.style.left = `${column * 12.5}%`;
    choice.style[(to[1] === '8') === (this.ground.state.orientation === 'white') ? 'top' : 'bottom'] = '0';
    for (const { uci } of moves) {
      const role = PROMOTIONS[uci[4] as keyof typeof PROMOTIONS];
      // The class names are those of the piece set.
      const piece = document.createElement('piece');
      piece.className = `${role} ${side}`;
      choice.append(make('button', { type: 'button', 'aria-label': role, onclick: () => { choice.remove(); this.play(uci); } }, piece));
    }
    choice.append(make('button', { type: 'button', className: 'cancel', onclick: close }, 'Cancel'));
    this.element.append(choice);
    choice.querySelector('button')!.focus();
  }
}

export function squares(uci: string): [Key, Key] { return [uci.slice(0, 2) as Key, uci.slice(2, 4) as Key]; }

export function arrow(uci: string, brush: string, lineWidth: number): DrawShape {
  const [orig, dest] = squares(uci);
  return { orig, dest, brush, modifiers: { lineWidth } };
}

/** The pieces of both sides, for those who do not see the board. */
function inWords({ evaluation }: PositionInfo): string {
  const side = (color: Color) => evaluation.pieces.filter((piece) => piece.color === color)
    .map(({ role, square }) => `${role} ${square}`).join(', ');
  return `Board. White: ${side('white')}. Black: ${side('black')}.`;
}
