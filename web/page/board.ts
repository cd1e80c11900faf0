// The board page: the game and the place in it that is on the board, and what happens when either changes.

import { Analysis } from './analysis';
import { ChessBoard, squares } from './chessboard';
import { Chessground } from '@lichess-org/chessground';
import { byId } from './dom';
import { Engine, type PlayedMove, type PositionInfo, type SearchRequest } from './engine';
import { EvaluationPanel } from './evaluation';
import { Game, type GameNode } from './game';
import { ScoreGraph } from './graph';
import { MoveList } from './moves';
import { Play } from './play';
import { Review } from './review';
import type { Color } from './score';
import { Setup } from './setup';
import { Why } from './why';

export class App {
  readonly startFen = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1';
  readonly engine = new Engine((message) => this.fail(message));
  readonly board = new ChessBoard(byId('board'), (uci) => void this.playMove(uci));
  game = new Game(this.startFen);
  /** The node on the board. */
  at = this.game.root;
  /** What is known of the position on the board; null until the module has answered. */
  info: PositionInfo | null = null;
  orientation: Color = 'white';
  /** The units of the evaluation that are a pawn. */
  pawnUnits = 1;
  readonly graph = new ScoreGraph(this);
  readonly moves = new MoveList(this);
  readonly play = new Play(this);
  readonly analysis = new Analysis(this);
  readonly why = new Why(this);
  readonly review = new Review(this);
  readonly evaluation = new EvaluationPanel(this);
  readonly setup = new Setup(this);
  private readonly peekBoard = Chessground(byId('peek-board'), { viewOnly: true, coordinates: false, animation: { enabled: false } });

  async start(): Promise<void> {
    this.listen();
    const { hundred_pawns: units } = await this.engine.ask<{ hundred_pawns: number }>('units');
    this.pawnUnits = units / 100;
    await this.setup.readLink();
    document.body.classList.add('ready');
  }

  private fail(message: string): void {
    byId('failure').hidden = false;
    byId('failure').textContent = `The engine could not be run: ${message}`;
  }

  /** Puts another game on the board. */
  setGame(game: Game, at: GameNode = game.root): void {
    if (game.tag('Event') !== 'Game in the browser') this.play.end();
    this.review.clear();
    this.game = game;
    byId('players').textContent = game.tag('White') ? `${game.tag('White')} – ${game.tag('Black') ?? '?'}` : '';
    this.go(at);
  }

  /** Brings a node to the board. Nothing of the position before stays. */
  go(node: GameNode): void {
    this.at = node;
    this.info = node.info;
    this.why.clear();
    this.board.show(node.move?.fen ?? this.game.fen, node.move?.uci ?? null, this.orientation);
    this.analysis.refresh();
    this.evaluation.show();
    this.changed();
    void this.arrive(node);
  }

  private async arrive(node: GameNode): Promise<void> {
    const { game } = this;
    const info = await this.engine.position(game.fen, node.moves);
    if (this.at !== node || this.game !== game) return;
    const wasKnown = node.info !== null;
    node.info = info;
    this.info = info;
    this.board.allow(info, this.play.mayMove(node));
    this.say(this.words(info));
    if (!wasKnown) {
      this.analysis.refresh();
      this.evaluation.show();
    }
    this.why.offer();
    byId<HTMLAnchorElement>('tree-link').href = `tree.html#${new URLSearchParams({ fen: info.evaluation.fen })}`;
    await this.play.moved();
  }

  /** Shows the game, whose moves, marks or comments have changed. */
  changed(): void {
    this.moves.show();
    this.graph.show();
    this.setup.showLink();
    const isStart = this.at.parent === null;
    for (const id of ['first', 'back']) byId<HTMLButtonElement>(id).disabled = isStart;
    for (const id of ['forward', 'last']) byId<HTMLButtonElement>(id).disabled = this.at.children.length === 0;
  }

  /** Plays a legal move of the position on the board. */
  async playMove(uci: string): Promise<void> {
    const { at, game } = this;
    const [move] = await this.engine.ask<PlayedMove[]>('line', game.fen, at.moves.join(' '), uci);
    if (this.at !== at || !move) return;
    this.play.press(move.color);
    this.go(at.add(move));
  }

  /** What a search needs to know of a node. */
  place(node: GameNode): Pick<SearchRequest, 'fen' | 'moves' | 'color'> {
    const color = node.move ? (node.move.color === 'white' ? 'black' : 'white') : this.startSide;
    return { fen: this.game.fen, moves: node.moves, color };
  }

  /** The side that moves first in the game. */
  get startSide(): Color { return this.game.fen.split(' ')[1] === 'b' ? 'black' : 'white'; }

  /** The result of the position on the board, if the game is over there. */
  resultHere(): string | null { return this.info && this.resultOf(this.info); }

  resultOf({ evaluation: { game_over_by: by, side_to_move: side } }: PositionInfo): string | null {
    if (!by) return null;
    if (by !== 'checkmate') return '1/2-1/2';
    return side === 'white' ? '0-1' : '1-0';
  }

  pgn(): string {
    const { game } = this;
    const last = game.root.line.at(-1)!;
    if (game.result === '*' && last.info) game.result = this.resultOf(last.info) ?? '*';
    return game.pgn(this.startFen);
  }

  /** The last move and whose turn it is, which screen readers say after each move. */
  private words({ evaluation: { game_over_by: by, side_to_move: side }, check }: PositionInfo): string {
    const [mover, other] = side === 'white' ? ['White', 'Black'] : ['Black', 'White'];
    const last = this.at.move ? `${this.at.name}. ` : '';
    if (by === 'checkmate') return `${last}Checkmate: ${other} wins.`;
    if (by) return `${last}A draw by ${by}.`;
    return `${last}${mover} to move${check ? ', in check' : ''}.`;
  }

  say(text: string): void { byId('status').textContent = text; }

  /** Shows the position after a move of a line beside it, or nothing. */
  peek(move: PlayedMove | null): void {
    byId('peek').hidden = !move;
    if (!move) return;
    this.peekBoard.set({ fen: move.fen, lastMove: squares(move.uci), orientation: this.orientation });
    this.peekBoard.redrawAll();
  }

  openTab(name: string): void {
    for (const tab of document.querySelectorAll<HTMLElement>('[role=tab]')) {
      const isOpen = tab.id === `tab-${name}`;
      tab.ariaSelected = String(isOpen);
      tab.tabIndex = isOpen ? 0 : -1;
      byId(tab.getAttribute('aria-controls')!).hidden = !isOpen;
    }
  }

  private listen(): void {
    const step = (id: string, to: () => GameNode | undefined) => byId(id).addEventListener('click', () => this.move(to()));
    step('first', () => this.game.root);
    step('back', () => this.at.parent ?? undefined);
    step('forward', () => this.at.children[0]);
    step('last', () => this.at.line.at(-1));
    byId('new').addEventListener('click', () => this.setGame(new Game(this.startFen)));
    byId('flip').addEventListener('click', () => this.flip());
    byId('move-form').addEventListener('submit', (event) => {
      event.preventDefault();
      this.typed(byId<HTMLInputElement>('move-text'));
    });
    const tabs = [...document.querySelectorAll<HTMLElement>('[role=tab]')];
    tabs.forEach((tab, index) => {
      tab.addEventListener('click', () => this.openTab(tab.id.slice(4)));
      tab.addEventListener('keydown', ({ key }) => {
        const next = tabs[(index + ({ ArrowRight: 1, ArrowLeft: -1 }[key] ?? 0) + tabs.length) % tabs.length]!;
        if (next === tab) return;
        this.openTab(next.id.slice(4));
        next.focus();
      });
    });
    document.addEventListener('keydown', (event) => this.key(event));
  }

  private move(node: GameNode | undefined): void { if (node && node !== this.at) this.go(node); }

  private flip(): void {
    this.orientation = this.orientation === 'white' ? 'black' : 'white';
    this.board.ground.set({ orientation: this.orientation });
    byId('bar').classList.toggle('turned', this.orientation === 'black');
    this.setup.showLink();
  }

  /** Plays the move that was typed, in SAN or UCI notation. */
  private typed(field: HTMLInputElement): void {
    const plain = (text: string) => text.replace(/[+#x=!?]/g, '').replaceAll('0', 'O');
    const asked = field.value.trim();
    const found = this.info?.legal.filter(({ san, uci }) => uci === asked.toLowerCase() || plain(san) === plain(asked)) ?? [];
    byId('move-problem').textContent = found.length === 1 ? '' : `'${asked}' is not a legal move here, expected one such as ${this.info?.legal[0]?.san ?? 'e4'}.`;
    if (found.length !== 1 || !this.play.mayMove(this.at)) return;
    field.value = '';
    void this.playMove(found[0]!.uci);
  }

  private key(event: KeyboardEvent): void {
    const target = event.target as HTMLElement;
    if (event.ctrlKey || event.altKey || event.metaKey || target.closest('input, select, textarea, [role=tab], .promotion')) return;
    const actions: Record<string, () => void> = {
      ArrowLeft: () => this.move(this.at.parent ?? undefined),
      ArrowRight: () => this.move(this.at.children[0]),
      ArrowUp: () => this.move(this.game.root),
      ArrowDown: () => this.move(this.at.line.at(-1)),
      f: () => this.flip(),
      l: () => this.analysis.turn(!this.analysis.isOn),
      ' ': () => this.analysis.playBest(),
    };
    const action = actions[event.key];
    if (!action || (event.key === ' ' && target.closest('button, a, summary'))) return;
    event.preventDefault();
    action();
  }
}

void new App().start();
