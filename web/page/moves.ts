// The moves of the game in two columns, with variations and comments between them.

import type { App } from './board';
import { byId, make } from './dom';
import { type GameNode, SYMBOLS } from './game';

/** Commands in comments, as `[%clk 0:10:00]`, are kept in the game and not shown. */
const shownComment = (comment: string) => comment.replace(/\[%\w+ [^\]]*\]/g, '').trim();

export class MoveList {
  private nodes = new Map<HTMLElement, GameNode>();

  constructor(private readonly app: App) {
    byId('moves').addEventListener('click', (event) => {
      const button = (event.target as HTMLElement).closest('button');
      const node = button && this.nodes.get(button);
      if (!node) return;
      if (button.classList.contains('delete')) this.delete(node);
      else this.app.go(node);
    });
    byId('delete').addEventListener('click', () => this.delete(this.app.at));
    byId('promote').addEventListener('click', () => {
      this.app.at.promote();
      this.app.changed();
    });
    byId<HTMLInputElement>('comment').addEventListener('change', ({ target }) => {
      this.app.at.comment = (target as HTMLInputElement).value.trim();
      this.app.changed();
    });
  }

  private delete(node: GameNode): void {
    if (!node.parent) return;
    node.remove();
    if (this.app.at.path.includes(node)) this.app.go(node.parent);
    else this.app.changed();
  }

  show(): void {
    const { game: { root, result }, at } = this.app;
    this.nodes.clear();
    const rows: HTMLElement[] = [];
    const comment = (text: string) => {
      if (shownComment(text)) rows.push(make('p', { className: 'comment' }, shownComment(text)));
    };
    comment(root.comment);
    let row: HTMLElement | null = null;
    const end = () => {
      if (row && row.children.length < 3) row.append(make('span', { className: 'gap' }));
      row = null;
    };
    for (const node of root.line.slice(1)) {
      const { color, number } = node.move!;
      if (!row) {
        row = make('div', { className: 'row' }, make('span', { className: 'number' }, String(number)));
        rows.push(row);
        if (color === 'black') row.append(make('span', { className: 'gap' }, '…'));
      }
      row.append(this.button(node));
      const others = node.parent!.children.slice(1);
      if (shownComment(node.comment) || others.length > 0) {
        end();
        comment(node.comment);
        for (const other of others) rows.push(make('div', { className: 'variation' }, ...this.variation(other)));
      }
      if (color === 'black') end();
    }
    end();
    if (rows.length === 0) rows.push(make('p', { className: 'hint' }, 'No moves yet. Play one on the board.'));
    if (result !== '*') rows.push(make('p', { className: 'result' }, result));
    const list = byId('moves');
    list.replaceChildren(...rows);
    const current = list.querySelector<HTMLElement>('[aria-current]');
    if (current) list.scrollTop += current.getBoundingClientRect().top - list.getBoundingClientRect().top - list.clientHeight / 2;
    else list.scrollTop = 0;
    byId<HTMLInputElement>('comment').value = at.comment;
    byId<HTMLButtonElement>('delete').disabled = !at.parent;
    byId<HTMLButtonElement>('promote').disabled = !at.isInVariation;
  }

  private button(node: GameNode, count = ''): HTMLElement {
    const symbols = node.nags.map((nag) => SYMBOLS[nag] ?? `$${nag}`).join(' ');
    const button = make('button', { type: 'button', className: `move nag-${node.nags[0] ?? 0}` }, `${count}${node.move!.san}${symbols ? ` ${symbols}` : ''}`);
    if (node.score) button.append(make('small', {}, node.score.text));
    if (node === this.app.at) button.ariaCurrent = 'true';
    this.nodes.set(button, node);
    return button;
  }

  /** A variation from its first move on, with those within it in brackets. */
  private variation(first: GameNode): (HTMLElement | string)[] {
    const remove = make('button', { type: 'button', className: 'delete', title: 'Delete this variation', 'aria-label': `Delete the variation ${first.name}` }, '×');
    this.nodes.set(remove, first);
    const parts: (HTMLElement | string)[] = [remove];
    const words = (text: string) => { if (shownComment(text)) parts.push(make('span', { className: 'comment' }, shownComment(text)), ' '); };
    words(first.before);
    let isNumbered = true;
    for (const node of first.line) {
      const { color, number } = node.move!;
      parts.push(this.button(node, color === 'white' ? `${number}. ` : isNumbered ? `${number}... ` : ''), ' ');
      words(node.comment);
      isNumbered = false;
      if (node === first) continue;
      for (const other of node.parent!.children.slice(1)) {
        parts.push(make('span', { className: 'inner' }, '(', ...this.variation(other), ')'), ' ');
        isNumbered = true;
      }
    }
    return parts;
  }
}
