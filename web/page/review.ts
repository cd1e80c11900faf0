// "Analyse the game": a search of each position with the same number of nodes, marks for moves that gave points away, what
// should have been played instead, and the accuracy of both sides.

import type { App } from './board';
import { byId, make } from './dom';
import type { PlayedMove } from './engine';
import type { GameNode } from './game';
import { accuracyOf, type Color, finalScore, lossOf, MARKS, markOf } from './score';

/** The moves of the line that is added as what should have been played. */
const SHOWN_MOVES = 6;

interface Judged { node: GameNode; loss: number; best: PlayedMove[] }

export class Review {
  private running: AbortController | null = null;

  constructor(private readonly app: App) {
    byId('review').addEventListener('click', () => (this.running ? this.stop() : void this.run()));
  }

  /** Ends a review, and forgets what it found. */
  clear(): void {
    this.stop();
    byId('report').replaceChildren();
  }

  private stop(): void { this.running?.abort(); }

  private async run(): Promise<void> {
    const { game } = this.app;
    const line = game.root.line;
    if (line.length < 2) return;
    this.app.analysis.turn(false);
    const running = new AbortController();
    this.running = running;
    const button = byId('review');
    button.textContent = 'Stop';
    const progress = byId<HTMLProgressElement>('review-progress');
    Object.assign(progress, { hidden: false, max: line.length, value: 0 });
    const best = new Map<GameNode, PlayedMove[]>();
    // From the end, so that the table knows what is to come and scores of neighbours agree better.
    for (const node of line.toReversed()) {
      if (running.signal.aborted) break;
      const found = await this.judge(node, running.signal);
      if (found) best.set(node, found);
      progress.value += 1;
      this.app.graph.show();
    }
    this.running = null;
    progress.hidden = true;
    button.textContent = 'Analyse the game';
    if (running.signal.aborted) return;
    const judged = line.slice(1).filter(({ score, parent }) => score && parent!.score).map((node) => ({
      node, best: best.get(node.parent!) ?? [],
      loss: best.get(node.parent!)?.[0]?.uci === node.move!.uci ? 0 : lossOf(node.move!.color, node.parent!.score!, node.score!),
    }));
    judged.forEach((each) => this.mark(each));
    this.report(judged);
    // The position on the board has a score now.
    this.app.analysis.refresh();
    this.app.changed();
  }

  /** Gives a position its score, and returns the best line there. A game that is over needs no search. */
  private async judge(node: GameNode, signal: AbortSignal): Promise<PlayedMove[] | null> {
    const { app } = this;
    const moves = node.moves;
    const info = await app.engine.position(app.game.fen, moves);
    if (info.evaluation.game_over_by) {
      node.score = finalScore(app.resultOf(info)!);
      return null;
    }
    const nodes = byId<HTMLSelectElement>('review-nodes').value;
    const { lines: [first], isStopped } = await app.engine.search({ ...app.place(node), go: `nodes ${nodes}`, signal });
    if (!first || isStopped) return null;
    const line = await app.engine.ask<PlayedMove[]>('line', app.game.fen, moves.join(' '), first.moves.join(' '));
    node.score = first.score;
    node.best = line[0]!;
    return line;
  }

  private mark({ node, loss, best }: Judged): void {
    const mark = markOf(loss);
    node.nags = node.nags.filter((nag) => MARKS.every((each) => each.nag !== nag));
    if (!mark) return;
    node.nags = [mark.nag, ...node.nags];
    node.parent!.addLine(best.slice(0, SHOWN_MOVES));
  }

  private report(judged: Judged[]): void {
    const row = (color: Color) => {
      const losses = judged.filter(({ node }) => node.move!.color === color).map(({ loss }) => loss);
      if (losses.length === 0) return [];
      const counts = MARKS.map((mark) => String(losses.filter((loss) => markOf(loss) === mark).length)).reverse();
      const mean = losses.reduce((sum, loss) => sum + loss, 0) / losses.length;
      const cells = [`${accuracyOf(losses).toFixed(0)} %`, mean.toFixed(3), ...counts].map((text) => make('td', {}, text));
      return [make('tr', {}, make('th', { scope: 'row' }, color === 'white' ? 'White' : 'Black'), ...cells)];
    };
    const heads = ['', 'Accuracy', 'Points lost a move', '?!', '?', '??'].map((text) => make('th', { scope: 'col' }, text));
    const table = make('table', {}, make('thead', {}, make('tr', {}, ...heads)), make('tbody', {}, ...row('white'), ...row('black')));
    const marked = judged.filter(({ loss }) => markOf(loss));
    const items = marked.map(({ node, loss, best }) => {
      const mark = markOf(loss)!;
      const button = make('button', { type: 'button', onclick: () => this.app.go(node) }, `${node.name} ${mark.symbol}`);
      const instead = best[0] ? ` ${best[0].san} was better (${node.parent!.score!.text}).` : '';
      return make('li', {}, button, ` ${capitalised(mark.name)}: ${node.score!.text}, ${loss.toFixed(2)} points lost.${instead}`);
    });
    byId('report').replaceChildren(table, items.length > 0 ? make('ol', {}, ...items) : make('p', {}, 'No move gave away 0.05 points or more.'));
  }
}

function capitalised(text: string): string { return text[0]!.toUpperCase() + text.slice(1); }
