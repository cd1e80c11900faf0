// What insets, the project and the list of decisions are made of.

import type { Ask } from './claims';

/** Asks the module a question of web/src/lessons.rs. */
type Lesson = (request: Record<string, unknown>) => Promise<any>;

export interface Asks { ask: Ask; lesson: Lesson }

/** A paragraph, whose markup is ours. */
export const paragraph = (markup: string): HTMLElement => Object.assign(document.createElement('p'), { innerHTML: markup });

export const table = (heads: string[], rows: (string | Node)[][]): HTMLElement => element('table', {}, element('thead', {}, element('tr', {}, ...heads.map((text) => element('th', { scope: 'col', text })))),
  element('tbody', {}, ...rows.map((cells) => element('tr', {}, ...cells.map((cell) => element('td', {}, cell))))));
