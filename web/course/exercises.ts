// The exercises. Each makes a question with numbers of its own, and our own searches have the answer.

/** Asks the module for the tree of a search. */
export type Ask = (request: Record<string, unknown>) => Promise<any>;

export interface Exercise {
  question: string;
  /** The fields for numbers, the words to choose from, or, without either, leaves to click. */
  fields?: string[];
  options?: string[];
  /** Trees or boards beside the question. */
  figures: HTMLElement[];
  /** Numbers, the index of an option, or the lines to leaves. */
  answer: number[] | number | Set<string>;
  /** The lines to the leaves that are marked. */
  marked?: Set<string>;
  explanation: string;
}

export type ExerciseKind = keyof typeof EXERCISES;

/** Random numbers that a seed determines (mulberry32). */
function random(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

/** A tree with this many children at each ply, and different numbers below `most`. */
function randomTree(seed: number, shape: number[], most = 30): string {
  const next = random(seed);
  const used = new Set<number>();
  const number = (): number => {
    const value = 1 + next(most);
    return used.has(value) ? number() : (used.add(value), value);
  };
  const node = (ply: number): unknown => (ply === shape.length ? number() : Array.from({ length: shape[ply]! }, () => node(ply + 1)));
  return JSON.stringify(node(0));
}

const lineOf = (tree: any, record: number): string => tree.path(record).slice(1).map((at: number) => tree.log.move(at)).join(' ');

/** The lines to all leaves that a search visits. */
function leavesOf(tree: any): Set<string> {
  const leaves = new Set<string>();
  for (let record = 0; record < tree.length; record += 1) if (!tree.hasChildren(record)) leaves.add(lineOf(tree, record));
  return leaves;
}

/** The record at the end of a line; the last if it was searched again. */
function recordAt(tree: any, line: string): number {
  let found = -1;
  for (let record = 0; record < tree.length; record += 1) if (lineOf(tree, record) === line) found = record;
  return found;
}

/** A tree before its search: the leaves have their numbers, the nodes none. `asked` marks a node, `click` takes leaves. */
function blank(tree: any, asked = '', click?: (line: string, shape: Element) => void): HTMLElement {
  const line = (item: any): string => lineOf(tree, item.visits[0].record);
  const select = (record: number) => {
    const item = diagram.layout.items.find((each: any) => each.visits[0].record === record);
    if (item.children.length === 0) click?.(line(item), item.shape);
  };
  const diagram = new Diagram(tree, new Words(tree), { select, hover: () => {} });
  diagram.show({ moment: 0, selected: -1, hovered: -1 });
  for (const item of diagram.layout.items) {
    if (asked !== '' && line(item) === asked) item.shape.classList.add('asked');
    if (click && item.children.length === 0) {
      item.shape.classList.add('clickable');
      item.shape.setAttribute('role', 'checkbox');
      item.shape.setAttribute('aria-checked', 'false');
      item.shape.setAttribute('aria-label', `leaf ${item.value}`);
      item.shape.setAttribute('tabindex', '0');
      item.shape.setAttribute('data-line', line(item));
      item.shape.addEventListener('keydown', (event: KeyboardEvent) => {
        if (event.key === ' ' || event.key === 'Enter') {
          event.preventDefault();
          event.stopPropagation();
          click(line(item), item.shape);
        }
      });
    }
  }
  return diagram.element;
}

function board(fen: string): HTMLElement {
  const drawn = new Board();
  drawn.show(Position.fromFen(fen), 0);
  return element('figure', { class: 'picture' }, drawn.element, element('figcaption', { text: `${fen.split(' ')[1] === 'w' ? 'White' : 'Black'} to move` }));
}

const moveText = (fen: string, bits: number): string => Position.fromFen(fen).moveText(bits);
const rotated = <T>(list: T[], by: number): T[] => list.map((_, index) => list[(index + by) % list.length]!);

const CAPTURES = [
  '4k3/8/2p5/3p4/8/8/3Q4/4K3 w - - 0 1', '6k1/5ppp/4p3/3r4/8/1B6/5PPP/3R2K1 w - - 0 1', '4k3/1p6/2n5/8/4N3/2R5/5PPP/6K1 w - - 0 1',
];
const ZUGZWANGS: [zugzwang: string, other: string][] = [
  ['8/8/8/3k4/3p4/3K4/3P4/8 w - - 0 1', '4k3/4p3/8/8/8/8/4P3/4K3 w - - 0 1'],
  ['8/8/8/3k4/3p4/3K4/3P4/8 w - - 0 1', '8/5kp1/8/8/8/8/1PK5/8 w - - 0 1'],
];
const FIRST_MOVES = [
  '3r3k/6pp/7N/8/8/8/Q4PPP/6K1 w - - 0 1', '4k3/8/2p5/3p4/8/8/3Q4/4K3 w - - 0 1', 'r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1',
];
const ENGINE = [
  'r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3', 'r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1',
  '8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1',
];

/** Codes of reasons up to this one are no bets: cuts by beta, draws, the table, standing pat (see reason.rs). */
export const LAST_PROOF = 6;

export const EXERCISES = {
  async value(seed: number, ask: Ask): Promise<Exercise> {
    const lists = randomTree(seed, [3, 3]);
    const tree = await ask({ step: 'minimax', lists });
    return {
      question: 'Max moves at the root, then Min. What is the value of the root?',
      fields: ['Value'], figures: [blank(tree)], answer: [tree.about.score],
      explanation: `Min takes the least below each circle, and Max the greatest of those: ${tree.about.score}.`,
    };
  },

  async sign(seed: number, ask: Ask): Promise<Exercise> {
    const lists = randomTree(seed, [2, 3]);
    const tree = await ask({ step: 'negamax', lists });
    const score = tree.log.score(recordAt(tree, '2'));
    return {
      question: 'The leaves are from Max’s view. What does <code>negamax</code> return at the marked node, from the view of the side that moves there?',
      fields: ['Score'], figures: [blank(tree, '2')], answer: [score],
      explanation: `Min moves there and sees all leaves with the other sign. The greatest of them is ${score}.`,
    };
  },

  async cuts(seed: number, ask: Ask): Promise<Exercise> {
    const lists = await interesting(seed, [3, 3], async (text) => (await ask({ step: 'alphabeta', lists: text })).about.counts.leaves < 9);
    const [all, cut] = [await ask({ step: 'minimax', lists }), await ask({ step: 'alphabeta', lists })];
    const visited = leavesOf(cut);
    const marked = new Set<string>();
    const toggle = (line: string, shape: Element) => {
      if (!marked.delete(line)) marked.add(line);
      shape.classList.toggle('marked', marked.has(line));
      shape.setAttribute('aria-checked', String(marked.has(line)));
    };
    const answer = new Set([...leavesOf(all)].filter((line) => !visited.has(line)));
    return {
      question: 'Click the leaves that alpha-beta does <b>not</b> look at, from left to right.',
      figures: [blank(all, '', toggle)], answer, marked,
      explanation: `Alpha-beta cuts ${plural(answer.size, 'leaf').replace('leafs', 'leaves')}: as soon as Min has an answer that is no better for Max than what Max has elsewhere, the rest of the node is left out.`,
    };
  },

  async orders(seed: number, ask: Ask): Promise<Exercise> {
    const lists = randomTree(seed, [3, 3]);
    const orders = rotated(['generated', 'backwards', 'best-first'], seed).slice(0, 2);
    const both = await Promise.all(orders.map((order) => ask({ step: 'alphabeta', lists, order })));
    const arranged = both.map((tree, index) => arrange(tree, lists, orders[index]!));
    const shown = await Promise.all(arranged.map((text) => ask({ step: 'minimax', lists: text })));
    const leaves = await Promise.all(arranged.map(async (text) => (await ask({ step: 'alphabeta', lists: text })).about.counts.leaves));
    return {
      question: 'The same tree in two orders, A above or left and B below or right. In which does alpha-beta look at fewer leaves?',
      options: ['A', 'B', 'both the same'], figures: shown.map((tree) => blank(tree)),
      answer: leaves[0] === leaves[1] ? 2 : leaves[0] < leaves[1] ? 0 : 1,
      explanation: `A needs ${leaves[0]} leaves, B ${leaves[1]}.`,
    };
  },

  async window(seed: number, ask: Ask): Promise<Exercise> {
    const lists = randomTree(seed, [3, 3]);
    const tree = await ask({ step: 'pvs', lists });
    const first = tree.seen(0, -tree.log.score(recordAt(tree, '1')));
    let record = 1;
    while (lineOf(tree, record) !== '2') record += 1;
    const { alpha, beta } = tree.entryWindow(record);
    return {
      question: `The first move is worth ${first} to Max. With which window (from Max’s view) does principal variation search enter the marked node <b>for the first time</b>?`,
      fields: ['Alpha', 'Beta'], figures: [blank(await ask({ step: 'minimax', lists }), '2')], answer: [alpha, beta],
      explanation: `A zero window: it only asks if the move is better than ${alpha}.`,
    };
  },

  async 'first-move'(seed: number, ask: Ask): Promise<Exercise> {
    const position = FIRST_MOVES[seed % FIRST_MOVES.length]!;
    const tree = await ask({ step: 'deepening', position, depth: 3, order: 'captures', nodes: 300000 });
    const roots = tree.iterations();
    const bests = roots.map((root: number) => bestOf(tree, root));
    const firstTried = tree.log.move(tree.firstChild[roots.at(-1)]);
    const others = [...tree.children(roots[0])].map((child: number) => tree.log.move(child));
    const options = [...new Set([...bests, ...others])].slice(0, 4).sort((one: any, other: any) => one - other) as number[];
    return {
      question: `Depth 1 finds ${moveText(position, bests[0])} best, depth 2 ${moveText(position, bests[1])}. Which move does iterative deepening search first at depth 3?`,
      options: options.map((move) => moveText(position, move)), figures: [board(position)], answer: options.indexOf(firstTried),
      explanation: `The best move of the depth before comes first: ${moveText(position, firstTried)}.`,
    };
  },

  async bound(seed: number, ask: Ask): Promise<Exercise> {
    const lists = await interesting(seed, [3, 3], async (text) => boundNode(await ask({ step: 'alphabeta', lists: text })) >= 0);
    const tree = await ask({ step: 'alphabeta', lists });
    const record = boundNode(tree);
    const line = lineOf(tree, record);
    const score = tree.score(record);
    const full = await ask({ step: 'minimax', lists });
    const value = full.score(recordAt(full, line));
    const options = [...new Set([value, score + 3, score + 7, score + 12])].sort((one, other) => rotation(one, seed) - rotation(other, seed));
    return {
      question: `Alpha-beta left a node of Min with “≤ ${score}”, and the table keeps that. Which of these can be the true value of the node?`,
      options: options.map(String), figures: [], answer: options.indexOf(value),
      explanation: `A search without cuts finds ${value}. All others are greater than the bound.`,
    };
  },

  async capture(seed: number, ask: Ask): Promise<Exercise> {
    const position = CAPTURES[seed % CAPTURES.length]!;
    const [greedy, quiet] = await Promise.all(['without', 'with'].map((form) => ask({ step: 'quiescence', form, position, depth: 1 })));
    const others = [...greedy.children(greedy.lastRoot)].map((child: number) => greedy.log.move(child));
    const moves = [...new Set([greedy.about.best, quiet.about.best, ...others])].slice(0, 4).sort((one, other) => one - other) as number[];
    return {
      question: 'A search to depth 1. Which move does it play <b>without</b> quiescence search, by the evaluation right after the move?',
      options: moves.map((move) => moveText(position, move)), figures: [board(position)], answer: moves.indexOf(greedy.about.best),
      explanation: `${moveText(position, greedy.about.best)}: it wins material if the search ends there. With quiescence it plays ${moveText(position, quiet.about.best)}.`,
    };
  },

  async fails(seed: number, ask: Ask): Promise<Exercise> {
    const lists = randomTree(seed, [3, 3], 90);
    const tree = await ask({ step: 'aspiration', lists });
    const roots = tree.iterations().filter((root: number) => tree.log.depth(root) === tree.about.depth);
    const [first] = roots;
    const { alpha, beta } = tree.entryWindow(first);
    const score = tree.score(first);
    const kind = ['pv', 'cut', 'all'].indexOf(tree.kind(first));
    return {
      question: `The window was ${alpha} … ${beta}, and the search returned ${score}. What is known of the value?`,
      options: [`it is ${score}`, `it is at least ${score}`, `it is at most ${score}`], figures: [], answer: kind,
      explanation: `The value is ${tree.about.score}. ${kind === 0 ? 'Inside the window a score is exact.' : 'Outside of the window a score is only a bound, and the search has to be repeated.'}`,
    };
  },

  async zugzwang(seed: number, ask: Ask): Promise<Exercise> {
    const [zugzwang, other] = ZUGZWANGS[seed % ZUGZWANGS.length]!;
    const positions = seed % 2 === 0 ? [zugzwang, other] : [other, zugzwang];
    const isFooled = await Promise.all(positions.map(async (position) => {
      const [right, wrong] = await Promise.all(['without', 'bug'].map((form) => ask({ step: 'null-move', form, position, depth: 7, nodes: 200000 })));
      return right.about.score !== wrong.about.score;
    }));
    return {
      question: 'Two pawn endings, A and B. In which of them does a search that passes also in pawn endings return a <b>wrong score</b> at depth 7?',
      options: ['A', 'B', 'in both', 'in neither'], figures: positions.map(board),
      answer: isFooled[0] ? (isFooled[1] ? 2 : 0) : isFooled[1] ? 1 : 3,
      explanation: 'Where the side to move would rather pass, passing tells nothing about its moves: zugzwang.',
    };
  },

  async 'less-deep'(seed: number, ask: Ask): Promise<Exercise> {
    const position = FIRST_MOVES[seed % FIRST_MOVES.length]!;
    const depth = 3 + (seed % 2);
    const tree = await ask({ step: 'reductions', position, depth, order: 'captures', nodes: 300000 });
    // The first visit of each move; later ones search it again.
    const visits = [...tree.children(tree.lastRoot)].filter((child: number) => !tree.log.has(child, Flag.AGAIN));
    const number = Math.min(1 + (seed % 7), visits.length - 1);
    const searched = tree.log.depth(visits[number]);
    return {
      question: `The root is searched to depth ${depth}, with reductions. To which depth is its move number ${number + 1} searched <b>at first</b>?`,
      fields: ['Depth'], figures: [board(position)], answer: [searched],
      explanation: searched < depth - 1
        ? `A move makes it one ply less, and as move number ${number + 1} comes late, it loses one more: ${searched}.`
        : `A move makes it one ply less. The first three are never reduced: ${searched}.`,
    };
  },

  async rule(seed: number, ask: Ask): Promise<Exercise> {
    const position = ENGINE[seed % ENGINE.length]!;
    const tree = await ask({ algorithm: 'engine', position, depth: 6, nodes: 60000 });
    const counts = new Map<string, number>();
    const count = (code: number) => {
      const name: string | undefined = code > LAST_PROOF ? tree.reasons.get(code)?.name : undefined;
      if (name) counts.set(name, (counts.get(name) ?? 0) + 1);
    };
    for (let record = 0; record < tree.length; record += 1) {
      if (tree.isSkipped(record)) count(tree.log.end(record));
      for (let index = 0; index < tree.log.untriedCount(record); index += 1) count(tree.log.untriedMove(record, index).why);
    }
    const sorted = [...counts].sort((one, other) => other[1] - one[1]).slice(0, 4);
    const options = rotated(sorted.map(([name]) => name), seed);
    return {
      question: 'The engine searches this position to depth 6. Which of its rules that may err leaves out the most moves?',
      options, figures: [board(position)], answer: options.indexOf(sorted[0]![0]),
      explanation: `${sorted.map(([name, count]) => `${name}: ${count.toLocaleString('en')}`).join('; ')}.`,
    };
  },
};

/** The first of some trees for which a condition holds; the last of them if it holds for none. */
async function interesting(seed: number, shape: number[], holds: (lists: string) => Promise<boolean>): Promise<string> {
  let lists = '';
  for (let attempt = 0; attempt < 20; attempt += 1) {
    lists = randomTree(seed + 1000 * attempt, shape);
    if (await holds(lists)) break;
  }
  return lists;
}

/** A tree with its children in the order in which a search would try them. */
function arrange(tree: any, lists: string, order: string): string {
  const root = JSON.parse(lists) as any[];
  if (order === 'backwards') {
    const turned = (node: any): any => (Array.isArray(node) ? node.map(turned).reverse() : node);
    return JSON.stringify(turned(root));
  }
  if (order !== 'best-first') return lists;
  // Moves of the root that were searched come in their order; below, Min's best answer is its least.
  const firstMoves = [...tree.children(tree.lastRoot)].map((child: number) => tree.log.move(child) - 1);
  return JSON.stringify(firstMoves.map((move) => [...root[move]].sort((one: number, other: number) => one - other)));
}

/** The last node of Min that was left with a bound; -1 if there is none. */
function boundNode(tree: any): number {
  for (let record = tree.length - 1; record > 0; record -= 1) {
    if (tree.hasChildren(record) && !tree.isMax(record) && tree.relation(record) === '≤' && tree.log.untriedCount(record) > 0) return record;
  }
  return -1;
}

/** The move that gave a root its score: the last that raised alpha. */
function bestOf(tree: any, root: number): number {
  let [best, greatest] = [0, -Infinity];
  for (const child of tree.children(root)) {
    const score = -tree.log.score(child);
    if (score > greatest) [best, greatest] = [tree.log.move(child), score];
  }
  return best;
}

/** Mixes the order of options, so that the right one is not always in the same place. */
const rotation = (value: number, seed: number): number => (value * 7 + seed * 13) % 11;
