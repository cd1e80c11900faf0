// The last page's list: each branch that the engine has pruned, with its rule, and what a full search of it finds.

import type { Ask } from './claims';
import { LAST_PROOF } from './exercises';
import { table } from './parts';

const SHOWN = 30;
/** The greatest effort for a full search. */
const MAX_NODES = 150000;

interface Decision {
  /** The node at which the rule decided. */
  record: number;
  /** The move that it left out; 0 if it ended the whole node. */
  move: number;
  rule: string;
  explanation: string;
  /** The bound that the rule relies on, as the side to move at the node sees it, and its side. */
  bound: number;
  isLower: boolean;
  depth: number;
}

export class Decisions {
  private readonly words: any;

  constructor(host: HTMLElement, private readonly tree: any, private readonly fen: string, private readonly ask: Ask) {
    this.words = new Words(tree);
    const all = this.collect();
    const shown = all.slice(0, SHOWN);
    const cells = shown.map(() => element('span'));
    const check = async (index: number) => {
      cells[index].textContent = '…';
      const { text, isWrong } = await this.check(shown[index]!);
      cells[index].textContent = text;
      cells[index].classList.toggle('wrong', isWrong);
      return isWrong;
    };
    const summary = element('p', { class: 'said', role: 'status' });
    const checkAll = button('Search all of these in full', 'Search all of these in full', async () => {
      let wrong = 0;
      for (let index = 0; index < shown.length; index += 1) {
        if (!summary.isConnected) return;
        wrong += Number(await check(index));
        summary.textContent = `${index + 1} of ${shown.length} searched: ${wrong === 0 ? 'no rule was' : plural(wrong, 'rule') + (wrong === 1 ? ' was' : ' were')} wrong.`;
      }
    }, { id: 'check-all' });
    host.replaceChildren(
      element('h2', { text: 'Pruned branches' }),
      element('p', { text: `${plural(all.length, 'decision')} of rules that are no proofs${all.length > SHOWN ? `; those nearest to the root are listed` : ''}. A full search looks at everything to the same depth, with no rule that can err.` }),
      element('p', {}, checkAll), summary,
      table(['Line', 'Rule', 'It says', 'Check', 'A full search finds'], shown.map((decision, index) => [
        this.line(decision), element('span', { title: decision.explanation, text: decision.rule }), this.claim(decision),
        button(`Search it: ${this.line(decision)}`, 'Search it', () => void check(index)), cells[index],
      ])),
    );
  }

  /** All decisions of the last finished iteration, the nearest to the root first. */
  private collect(): Decision[] {
    const { tree } = this;
    const { log } = tree;
    const found: Decision[] = [];
    const root = tree.lastRoot;
    for (let record = root; record < tree.length; record += 1) {
      if (tree.path(record)[0] !== root || log.has(record, Flag.UNFINISHED)) continue;
      if (tree.isSkipped(record)) {
        const parent = tree.parent[record];
        this.add(found, parent, log.move(record), log.end(record), tree.windowAt(parent, tree.entered[record]), false);
        continue;
      }
      for (let index = 0; index < log.untriedCount(record); index += 1) {
        const { move, why } = log.untriedMove(record, index);
        if (why > LAST_PROOF && why !== log.end(record)) this.add(found, record, move, why, tree.windowAt(record, tree.left[record]), false);
      }
      // A node with an exact score was searched, and a rule has only changed its depth.
      if (log.end(record) > LAST_PROOF && log.role(record) !== Role.ROOT && tree.kind(record) !== 'pv') {
        const isLower = log.score(record) >= log.beta(record);
        this.add(found, record, 0, log.end(record), tree.entryWindow(record), isLower);
      }
    }
    return found.sort((one, other) => log.ply(one.record) - log.ply(other.record));
  }

  private add(found: Decision[], record: number, move: number, why: number, window: { alpha: number; beta: number }, isLower: boolean): void {
    const { tree } = this;
    const { log } = tree;
    const isMax = tree.isMax(record);
    const alpha = isMax ? window.alpha : -window.beta;
    const beta = isMax ? window.beta : -window.alpha;
    const reason = tree.reasons.get(why) ?? { name: 'unknown', text: '' };
    // Mate distance is a proof. A bound without end says nothing.
    if (reason.name === 'mate distance' || Math.abs(isLower ? beta : alpha) >= INFINITE) return;
    const depth = Math.max(0, log.depth(record) - (move === 0 ? 0 : 1));
    found.push({ record, move, rule: reason.name, explanation: reason.text, bound: isLower ? beta : alpha, isLower, depth });
  }

  private line({ record, move }: Decision): string {
    const words = this.words.line(record);
    if (move !== 0) words.push(this.words.moveFrom(record, move));
    return words.join(' ') || 'the root';
  }

  /** A bound as the side to move at the root sees it. */
  private seen(record: number, score: number): string {
    return this.words.number(this.tree.seen(record, score));
  }

  private claim({ record, bound, isLower }: Decision): string {
    return `${isLower === this.tree.isMax(record) ? '≥' : '≤'} ${this.seen(record, bound)}`;
  }

  /** Searches a branch in full. */
  private async check({ record, move, bound, isLower, depth }: Decision): Promise<{ text: string; isWrong: boolean }> {
    const { tree } = this;
    const moves = tree.path(record).filter((at: number) => tree.isMade(at)).map((at: number) => tree.log.move(at));
    const path = move === 0 ? moves : [...moves, move];
    const search = depth === 0 ? { step: 'quiescence' } : { algorithm: 'pvs' };
    let found: number;
    try {
      const full = await this.ask({ ...search, position: this.fen, path, depth, nodes: MAX_NODES });
      if (full.about.score === null || full.about.stopped) return { text: 'too large to search in full', isWrong: false };
      found = move === 0 ? full.about.score : -full.about.score;
    } catch (error) {
      const { message } = error as Error;
      if (!/game is over/.test(message)) return { text: message, isWrong: false };
      // The side that has just moved mates, or it is a draw.
      found = !/checkmate/.test(message) ? 0 : move === 0 ? -MATE : MATE;
    }
    // Mates count from the root.
    const score = Math.abs(found) > MATE - MAX_PLY ? found - Math.sign(found) * path.length : found;
    const isWrong = isLower ? score < bound : score > bound;
    return { text: `${this.seen(record, score)}${isWrong ? ': the rule was wrong' : ''}`, isWrong };
  }
}
