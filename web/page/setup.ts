// Ways to bring a position or a game to the board and away from it: one field for FEN and PGN, a board editor, and a link.

import { Chessground } from '@lichess-org/chessground';
import type { Api } from '@lichess-org/chessground/api';
import { dragNewPiece } from '@lichess-org/chessground/drag';
import type { Key, Piece } from '@lichess-org/chessground/types';
import type { App } from './board';
import { byId, copy, make } from './dom';
import { Refusal } from './engine';
import { Game, type ReadGame } from './game';
import type { Color } from './score';

const ROLES = ['king', 'queen', 'rook', 'bishop', 'knight', 'pawn'] as const;
/** Rights to castle, with the squares of king and rook. */
const RIGHTS: Record<string, [Key, Key]> = { K: ['e1', 'h1'], Q: ['e1', 'a1'], k: ['e8', 'h8'], q: ['e8', 'a8'] };

/** A FEN is one line whose first word has slashes. */
const isFen = (text: string) => !text.includes('\n') && /^[^\s[{]*\/[^\s]*( |$)/.test(text) && !/^1\/2/.test(text);

export class Setup {
  private editor: Api | null = null;
  /** The piece that a click puts on a square; null takes pieces off. */
  private chosen: Piece | null | undefined;

  constructor(private readonly app: App) {
    const field = byId<HTMLTextAreaElement>('field');
    byId('load').addEventListener('submit', (event) => {
      event.preventDefault();
      void this.load(field.value.trim());
    });
    field.addEventListener('input', () => this.complain(''));
    byId('copy-fen').addEventListener('click', ({ target }) => copy(target as HTMLElement, app.info!.evaluation.fen, field));
    byId('copy-pgn').addEventListener('click', ({ target }) => copy(target as HTMLElement, app.pgn(), field));
    byId('copy-link').addEventListener('click', ({ target }) => copy(target as HTMLElement, location.href, field));
    byId('edit').addEventListener('click', () => this.edit());
    byId('edit-cancel').addEventListener('click', () => this.close());
    byId('edit-clear').addEventListener('click', () => this.editor!.set({ fen: '8/8/8/8/8/8/8/8' }));
    byId('edit-start').addEventListener('click', () => this.editor!.set({ fen: app.startFen.split(' ')[0]! }));
    byId('edit-done').addEventListener('click', () => void this.finish());
    window.addEventListener('hashchange', () => { if (location.hash.slice(1) !== this.hash()) void this.readLink(); });
  }

  /** Loads a FEN or a PGN; otherwise says at the field what is wrong. */
  async load(text: string): Promise<void> {
    const { app } = this;
    try {
      if (text === '') throw new Refusal('The field is empty, expected a FEN or the moves of a game.');
      if (isFen(text)) {
        await app.engine.position(text, []);
        app.setGame(new Game(text));
      } else {
        const read = await app.engine.ask<ReadGame>('read-pgn', text);
        app.setGame(Game.read(read));
        const others = read.games > 1 ? ` The text has ${read.games} games; this is the first.` : '';
        app.say(`${app.game.tag('White') ?? '?'} – ${app.game.tag('Black') ?? '?'}, ${read.result}.${others}`);
      }
      this.complain('');
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      this.complain(error.message);
    }
  }

  private complain(problem: string): void {
    const field = byId('field');
    field.ariaInvalid = String(problem !== '');
    byId('field-problem').textContent = problem && problem[0]!.toUpperCase() + problem.slice(1);
    if (problem) field.focus();
  }

  /** The position, the line and the place in it, and the orientation, as the hash of the address. */
  private hash(): string {
    const { game, at, orientation, startFen } = this.app;
    const line = at.line.at(-1)!.moves;
    const asked = new URLSearchParams();
    if (game.fen !== startFen) asked.set('fen', game.fen);
    if (line.length > 0) asked.set('line', line.join(' '));
    if (at.path.length !== line.length) asked.set('ply', String(at.path.length));
    if (orientation === 'black') asked.set('side', 'black');
    return asked.toString();
  }

  showLink(): void {
    const hash = this.hash();
    history.replaceState(null, '', hash ? `#${hash}` : location.pathname);
  }

  /** Shows what the address asks for. */
  async readLink(): Promise<void> {
    const { app } = this;
    if (location.hash === '#evaluation') {
      app.setGame(new Game(app.startFen));
      app.evaluation.turn(true);
      app.openTab('evaluation');
      return;
    }
    const asked = new URLSearchParams(location.hash.slice(1));
    const fen = asked.get('fen') ?? app.startFen;
    try {
      const moves = await app.engine.ask<Parameters<typeof app.at.addLine>[0]>('line', fen, '', asked.get('line') ?? '');
      const game = new Game(fen);
      const end = game.root.addLine(moves);
      const ply = Number(asked.get('ply') ?? moves.length);
      app.orientation = asked.get('side') === 'black' ? 'black' : 'white';
      app.setGame(game, [game.root, ...end.path][ply] ?? end);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      app.setGame(new Game(app.startFen));
      app.openTab('position');
      byId<HTMLTextAreaElement>('field').value = fen;
      this.complain(`The link: ${error.message}`);
    }
  }

  private edit(): void {
    this.app.play.end();
    this.app.analysis.turn(false);
    const [board, side, rights] = this.app.info!.evaluation.fen.split(' ') as [string, string, string];
    byId('editor').hidden = false;
    byId('game-area').hidden = true;
    this.editor = Chessground(byId('editor-board'), {
      fen: board, orientation: this.app.orientation, movable: { free: true, color: 'both' }, draggable: { deleteOnDropOff: true }, selectable: { enabled: false },
      premovable: { enabled: false }, drawable: { enabled: false }, highlight: { lastMove: false }, events: { select: (key) => this.put(key) },
    });
    byId<HTMLSelectElement>('edit-side').value = side;
    for (const right of Object.keys(RIGHTS)) byId<HTMLInputElement>(`edit-${right}`).checked = rights.includes(right);
    byId('spares').replaceChildren(...(['white', 'black'] as Color[]).flatMap((color) => ROLES.map((role) => this.spare({ color, role }))), this.spare(null));
    this.say('');
    this.choose(undefined);
  }

  private spare(piece: Piece | null): HTMLElement {
    const drawn = document.createElement('piece');
    if (piece) drawn.className = `${piece.role} ${piece.color}`;
    const name = piece ? `${piece.color} ${piece.role}` : 'empty';
    const button = make('button', { type: 'button', 'aria-label': `Put ${name}`, 'data-piece': name, onclick: () => this.choose(piece) }, piece ? drawn : '×');
    button.addEventListener('pointerdown', (event) => {
      if (piece && event.pointerType === 'mouse') dragNewPiece(this.editor!.state, piece, event as never, true);
    });
    return button;
  }

  private choose(piece: Piece | null | undefined): void {
    this.chosen = piece;
    const name = piece ? `${piece.color} ${piece.role}` : 'empty';
    for (const button of byId('spares').querySelectorAll('button')) button.ariaPressed = String(piece !== undefined && button.dataset.piece === name);
    this.editor?.set({ movable: { color: piece === undefined ? 'both' : undefined }, draggable: { enabled: piece === undefined } });
  }

  private put(key: Key): void {
    if (this.chosen === undefined) return;
    this.editor!.setPieces(new Map([[key, this.chosen ?? undefined]]));
  }

  /** The FEN of the editor, with those rights whose king and rook are at home. Other rights, and en passant, are left to the field. */
  private async finish(): Promise<void> {
    const { pieces } = this.editor!.state;
    const checked = Object.entries(RIGHTS).filter(([right, [king, rook]]) => {
      const color = right === right.toUpperCase() ? 'white' : 'black';
      const isHome = (square: Key, role: string) => pieces.get(square)?.role === role && pieces.get(square)?.color === color;
      return byId<HTMLInputElement>(`edit-${right}`).checked && isHome(king, 'king') && isHome(rook, 'rook');
    }).map(([right]) => right).join('');
    const fen = `${this.editor!.getFen()} ${byId<HTMLSelectElement>('edit-side').value} ${checked || '-'} - 0 1`;
    try {
      await this.app.engine.position(fen, []);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      this.say(error.message);
      return;
    }
    this.close();
    this.app.setGame(new Game(fen));
  }

  private say(problem: string): void { byId('edit-problem').textContent = problem; }

  private close(): void {
    byId('editor').hidden = true;
    byId('game-area').hidden = false;
    this.editor?.destroy();
    this.editor = null;
  }
}
