// The analysis of the position on the board: lines, arrows and the bar. It follows the board from move to move. All that it
// shows belongs to the position on the board: a new position clears it, and lines that come late are dropped.

import type { App } from './board';
import { arrow } from './chessboard';
import { byId, make } from './dom';
import type { PlayedMove, SearchLine } from './engine';
import type { GameNode } from './game';
import { type Score, finalScore } from './score';

/** The time between two updates of the lines. */
const INTERVAL_MS = 80;
/** The moves of a line that are shown. */
const SHOWN_MOVES = 12;

interface ShownLine extends SearchLine { played: PlayedMove[] }

export class Analysis {
  isOn = false;
  private search: AbortController | null = null;
  private lines: ShownLine[] = [];
  /** The place of the move whose position is shown. */
  private peeked: string | undefined;

  constructor(private readonly app: App) {
    byId('analyse').addEventListener('click', () => this.turn(!this.isOn));
    for (const id of ['line-count', 'limit', 'hash']) byId(id).addEventListener('change', () => this.refresh());
    // A phone has room for two lines.
    if (innerWidth <= 640) byId<HTMLSelectElement>('line-count').value = '2';
    const list = byId('lines');
    list.addEventListener('click', (event) => this.click(event.target as HTMLElement));
    for (const type of ['pointerover', 'focusin']) list.addEventListener(type, (event) => this.peek((event.target as HTMLElement).dataset.at));
    for (const type of ['pointerleave', 'focusout']) list.addEventListener(type, () => this.peek(undefined));
    byId('threads-note').textContent = `${self.crossOriginIsolated ? 'This page may share memory between threads, but the engine' : 'This page may not share memory between threads (SharedArrayBuffer needs two headers of the server), and the engine'} `
      + 'in the browser is built for one thread. The program uses as many as it is given.';
  }

  turn(isOn: boolean): void {
    this.isOn = isOn;
    byId('analyse').ariaPressed = String(isOn);
    this.refresh();
  }

  /** Begins again with the position on the board. */
  refresh(): void {
    this.search?.abort();
    this.search = null;
    this.lines = [];
    const { info, at, play } = this.app;
    const isOver = Boolean(info?.evaluation.game_over_by);
    this.showScore(isOver ? finalScore(this.app.resultHere()!) : play.isRunning ? null : at.score);
    byId('lines').replaceChildren();
    this.app.board.setShapes('analysis', []);
    this.peek(undefined);
    byId('progress').textContent = isOver ? 'The game is over.' : !this.isOn ? 'Switched off.' : '';
    if (this.isOn && info && !isOver) void this.run(at);
  }

  private async run(node: GameNode): Promise<void> {
    const search = new AbortController();
    this.search = search;
    const count = byId<HTMLSelectElement>('line-count').value;
    // The lines have their room at once, so that nothing below them moves.
    byId('lines').replaceChildren(...Array.from({ length: Number(count) }, (_, row) => this.item(row)));
    let waiting: SearchLine[] | null = null;
    const show = async () => {
      const lines = waiting;
      waiting = null;
      if (!lines || search.signal.aborted) return;
      const { game } = this.app;
      const shown = await Promise.all(lines.map(async (line) => (
        { ...line, played: await this.app.engine.ask<PlayedMove[]>('line', game.fen, node.moves.join(' '), line.moves.join(' ')) })));
      if (!search.signal.aborted) this.show(node, shown);
    };
    const result = await this.app.engine.search({
      ...this.app.place(node), go: byId<HTMLSelectElement>('limit').value, signal: search.signal,
      options: { MultiPV: count, Hash: byId<HTMLSelectElement>('hash').value },
      watch: (lines) => {
        if (!waiting) setTimeout(show, INTERVAL_MS);
        waiting = lines.filter(Boolean);
      },
    });
    if (search.signal.aborted) return;
    waiting = result.lines.filter(Boolean);
    await show();
    if (!search.signal.aborted) byId('progress').textContent += ' Done.';
  }

  private show(node: GameNode, lines: ShownLine[]): void {
    const [best] = lines;
    if (!best) return;
    node.score = best.score;
    node.best = best.played[0]!;
    this.showScore(best.score);
    this.app.graph.show();
    byId('progress').textContent = `Depth ${best.depth}, ${Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 }).format(best.nodes)} nodes.`;
    byId('progress').title = `${Math.round(best.speed / 1000)} thousand nodes a second`;
    const arrows = lines.map(({ moves }, index) => arrow(moves[0]!, index === 0 ? 'paleBlue' : 'paleGrey', index === 0 ? 14 : 10 - 1.5 * index));
    this.app.board.setShapes('analysis', arrows.reverse());
    this.lines = lines;
    // Elements are kept, or a click or the focus would be lost with them.
    const items = byId('lines').children;
    for (const item of [...items].slice(lines.length)) item.classList.add('waiting');
    lines.forEach(({ score, played }, row) => {
      items[row]!.classList.remove('waiting');
      const [text, why, line] = items[row]!.children as unknown as HTMLElement[];
      text!.textContent = score.text;
      why!.ariaLabel = why!.title = `Why ${played[0]!.san}?`;
      [...line!.children].forEach((button, index) => {
        const move = played[index];
        (button as HTMLElement).hidden = !move;
        if (!move) return;
        const count = move.color === 'white' ? `${move.number}. ` : index === 0 ? `${move.number}... ` : '';
        button.textContent = count + move.san;
      });
    });
    if (this.peeked) this.peek(this.peeked);
  }

  private item(row: number): HTMLElement {
    const moves = Array.from({ length: SHOWN_MOVES }, (_, index) => make('button', { type: 'button', 'data-at': `${row} ${index}` }));
    const why = make('button', { type: 'button', className: 'why', 'data-why': row, 'aria-label': 'Why this move?' }, '?');
    return make('li', { className: 'waiting' }, make('b'), why, make('span', { className: 'line' }, ...moves));
  }

  private click(target: HTMLElement): void {
    const { at, why } = target.dataset;
    if (why) return void this.app.why.explain(this.lines[Number(why)]!.moves[0]!);
    if (!at) return;
    const [row, index] = at.split(' ').map(Number) as [number, number];
    this.app.go(this.app.at.addLine(this.lines[row]!.played.slice(0, index + 1)));
  }

  private peek(at: string | undefined): void {
    this.peeked = at;
    const [row, index] = at?.split(' ').map(Number) ?? [];
    this.app.peek(row === undefined ? null : this.lines[row]?.played[index!] ?? null);
  }

  /** Plays the best move so far. */
  playBest(): void {
    const [best] = this.lines;
    if (best) this.app.go(this.app.at.add(best.played[0]!));
  }

  showScore(score: Score | null): void {
    const bar = byId('bar');
    bar.classList.toggle('unknown', !score);
    bar.style.setProperty('--points', String(score?.points ?? 0.5));
    bar.ariaLabel = score ? `Evaluation ${score.text}; White may expect ${score.points.toFixed(2)} points` : 'No evaluation';
    byId('score').textContent = score?.text ?? '–';
  }
}
