// A game against the engine: level, colour, clock, hints, taking back, and the result.

import type { App } from './board';
import { arrow } from './chessboard';
import { byId } from './dom';
import { Game, type GameNode } from './game';
import type { Color } from './score';

const HINT_MS = 500;
const MOVE_MS = 1000;

interface Clock { left: Record<Color, number>; increment: number; since: number }

export class Play {
  isRunning = false;
  private side: Color = 'white';
  private level = '';
  private clock: Clock | null = null;
  private search: AbortController | null = null;

  constructor(private readonly app: App) {
    byId('play').addEventListener('submit', (event) => {
      event.preventDefault();
      this.begin();
    });
    byId('take-back').addEventListener('click', () => this.takeBack());
    byId('hint').addEventListener('click', () => void this.hint());
    byId('resign').addEventListener('click', () => this.finish(this.side === 'white' ? '0-1' : '1-0', 'You resigned. The engine won.'));
    setInterval(() => this.tick(), 100);
  }

  private begin(): void {
    const value = (id: string) => byId<HTMLSelectElement>(id).value;
    const { app } = this;
    this.end();
    app.analysis.turn(false);
    const asked = value('play-color');
    const isHere = value('play-from') === 'here';
    const fen = isHere ? app.info!.evaluation.fen : app.startFen;
    this.side = asked === 'random' ? (Math.random() < 0.5 ? 'white' : 'black') : asked as Color;
    this.level = value('play-level');
    const [minutes, seconds] = value('play-clock').split('+').map(Number);
    this.clock = minutes ? { left: { white: minutes * 60_000, black: minutes * 60_000 }, increment: (seconds ?? 0) * 1000, since: performance.now() } : null;
    app.orientation = this.side;
    app.engine.newGame();
    const game = new Game(fen);
    const name = this.level === 'full' ? 'Coppice' : `Coppice (${this.level} Elo)`;
    game.tags = [['Event', 'Game in the browser'], ['Date', new Date().toISOString().slice(0, 10).replaceAll('-', '.')],
      ['White', this.side === 'white' ? 'Visitor' : name], ['Black', this.side === 'black' ? 'Visitor' : name]];
    this.isRunning = true;
    byId('playing').hidden = false;
    byId('play-result').textContent = '';
    app.setGame(game);
    this.showClocks();
  }

  /** Ends the game without a result, because something else is on the board. */
  end(): void {
    this.search?.abort();
    this.search = null;
    this.isRunning = false;
    byId('playing').hidden = true;
    this.clock = null;
    this.showClocks();
  }

  /** True if the visitor may move at a node. */
  mayMove(node: GameNode): boolean {
    if (!this.isRunning) return true;
    return node.children.length === 0 && this.app.info?.evaluation.side_to_move === this.side;
  }

  /** After each move that is on the board: the end of the game, or the answer of the engine. */
  async moved(): Promise<void> {
    const { app } = this;
    const { info, at } = app;
    if (!this.isRunning || !info || at.children.length > 0) return;
    const result = app.resultHere();
    if (result) return this.finish(result, this.words(result, info.evaluation.game_over_by!));
    const side = info.evaluation.side_to_move;
    if (side === this.side || this.search) return;
    const search = new AbortController();
    this.search = search;
    app.say('The engine thinks.');
    const { left, increment } = this.clock ?? { left: null, increment: 0 };
    const go = left ? `wtime ${Math.max(1, left.white | 0)} btime ${Math.max(1, left.black | 0)} winc ${increment} binc ${increment}` : `movetime ${MOVE_MS}`;
    const isFull = this.level === 'full';
    const { best } = await app.engine.search({ ...app.place(at), go, signal: search.signal,
      options: { UCI_LimitStrength: !isFull, ...(isFull ? {} : { UCI_Elo: this.level }) } });
    if (search.signal.aborted || this.search !== search) return;
    this.search = null;
    if (best) await app.playMove(best);
  }

  /** Changes the clock after a move of a side. */
  press(color: Color): void {
    if (!this.clock || !this.isRunning) return;
    this.tick();
    this.clock.left[color] += this.clock.increment;
    this.showClocks();
  }

  private tick(): void {
    const { clock, app } = this;
    if (!clock || !this.isRunning) return;
    const side = app.info?.evaluation.side_to_move;
    const now = performance.now();
    // The clock runs from the first move on.
    if (side && app.game.root.children.length > 0) clock.left[side] -= now - clock.since;
    clock.since = now;
    if (side && clock.left[side] <= 0) {
      clock.left[side] = 0;
      this.finish(side === 'white' ? '0-1' : '1-0', side === this.side ? 'Your time is over. The engine won.' : 'The time of the engine is over. You won.');
    }
    this.showClocks();
  }

  private showClocks(): void {
    const bottom = this.app.orientation;
    const top = bottom === 'white' ? 'black' : 'white';
    for (const [id, side] of [['clock-top', top], ['clock-bottom', bottom]] as const) {
      byId(id).hidden = !this.clock;
      if (!this.clock) continue;
      const left = this.clock.left[side];
      const seconds = left / 1000;
      const text = `${Math.floor(seconds / 60)}:${(seconds % 60).toFixed(seconds < 20 ? 1 : 0).padStart(seconds < 20 ? 4 : 2, '0')}`;
      byId(id).textContent = `${side === 'white' ? 'White' : 'Black'} ${text}`;
    }
  }

  private takeBack(): void {
    const { app } = this;
    this.search?.abort();
    this.search = null;
    let node = app.at;
    // To the last position in which the visitor had the move.
    do {
      if (!node.parent) break;
      const parent = node.parent;
      node.remove();
      node = parent;
    } while (node.move ? node.move.color === this.side : app.startSide !== this.side && node.parent);
    app.game.result = '*';
    this.isRunning = true;
    byId('play-result').textContent = '';
    if (this.clock) this.clock.since = performance.now();
    app.go(node);
  }

  private async hint(): Promise<void> {
    const { app } = this;
    const node = app.at;
    if (!this.mayMove(node) || !app.info || app.info.legal.length === 0) return;
    const { best } = await app.engine.search({ ...app.place(node), go: `movetime ${HINT_MS}` });
    if (!best || app.at !== node) return;
    const san = app.info.legal.find(({ uci }) => uci === best)?.san ?? best;
    app.board.setShapes('hint', [arrow(best, 'green', 12)]);
    app.say(`Hint: ${san}.`);
  }

  private words(result: string, by: string): string {
    if (result === '1/2-1/2') return `A draw by ${by}.`;
    const isWon = (result === '1-0') === (this.side === 'white');
    return `${by[0]!.toUpperCase()}${by.slice(1)}. ${isWon ? 'You won.' : 'The engine won.'}`;
  }

  private finish(result: string, words: string): void {
    this.search?.abort();
    this.search = null;
    this.isRunning = false;
    this.app.game.result = result;
    byId('play-result').textContent = `${words} ${result}`;
    this.app.changed();
    this.app.say(words);
  }
}
