// What the labs claim, and the searches that must bear it out. The page and the test use the same.

/** Asks the module for the tree of a search. */
export type Ask = (request: Record<string, unknown>) => Promise<any>;

/** What a lab shows of its second search beside its first. */
export interface Claim {
  /** At least this many times fewer or more nodes, or exactly as many. */
  nodes?: { fewer: number } | { more: number } | 'same';
  score?: 'same' | 'other';
  move?: 'same' | 'other';
}

/** What a lab searches: what its fields say. */
export interface Settings {
  /** A FEN, or nested lists. */
  root: string;
  depth?: number;
  order?: string;
  /** The searches side by side: `compare` without and with the idea, `depths` a ply less and all, `bug` right and wrong, `second` the other bug, `alone`. */
  show?: 'compare' | 'depths' | 'bug' | 'second' | 'alone';
  /** Positions are worth their material, in whole pawns. */
  material?: boolean;
}

/** A lab of a step, with what its second search shows beside the first. */
export interface Lab extends Settings { claim: Claim }

/** What a search found. */
export interface Found { score: number | null; nodes: number; best: number }

/** Trees of more visits are not drawn. */
export const MAX_NODES = 60000;

export const isFen = (root: string): boolean => !root.trim().startsWith('[');

/** The searches of a lab, in the form that the module reads (web/src/trees.rs). */
export function requests(step: string, { root, depth = 3, order = 'generated', show = 'compare', material }: Settings): Record<string, unknown>[] {
  const where = isFen(root) ? { position: root.trim(), depth, nodes: MAX_NODES } : { lists: root.trim() };
  if (step === 'engine') {
    const engine = { algorithm: 'engine', ...where };
    if (show === 'alone') return [engine];
    return show === 'bug' ? [engine, { ...engine, without: ['Table'] }] : [{ ...engine, algorithm: 'pvs' }, engine];
  }
  const search = { step, order, ...where, ...(material && isFen(root) ? { material } : {}) };
  if (show === 'depths' && isFen(root)) return [{ ...search, form: 'with', depth: depth - 1 }, { ...search, form: 'with' }];
  const forms = { compare: ['without', 'with'], alone: ['with'], depths: ['with'], bug: ['with', 'bug'], second: ['with', 'second-bug'] }[show];
  return forms.map((form) => ({ ...search, form }));
}

/** What two searches show of a claim that is not so, in words. Empty if the claim holds. */
export function broken(claim: Claim, first: Found, second: Found): string[] {
  const said: string[] = [];
  const ratio = first.nodes / second.nodes;
  const { nodes } = claim;
  if (first.score === null || second.score === null) said.push('a search was not finished');
  if (nodes === 'same' ? ratio !== 1 : nodes && ('fewer' in nodes ? ratio < nodes.fewer : 1 / ratio < nodes.more)) {
    said.push(`${first.nodes} and ${second.nodes} nodes are not ${JSON.stringify(nodes)}`);
  }
  for (const [what, wanted, is] of [['score', claim.score, first.score === second.score], ['move', claim.move, first.best === second.best]] as const) {
    if (wanted && (wanted === 'same') !== is) said.push(`the ${what} is not ${wanted === 'same' ? 'the same' : 'another'}`);
  }
  return said;
}
