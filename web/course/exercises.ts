// The exercises. Each makes a question with numbers of its own, our own searches have the answer, and a wrong answer is told what
// it overlooks. Three kinds: what will happen (predict), where it happens (find), and which line is wrong (mend).

import type { Ask } from './claims';
import { GUARDED_PAWN, KIWIPETE, MIDDLE, ROOK_ENDING, SMOTHERED, ZUGZWANG } from './positions';
import { type Step, plainLines } from './steps';

/** An answer: numbers, the index of an option, or the lines to leaves. */
export type Answer = number[] | number | Set<string>;

export interface Exercise {
  question: string;
  /** The fields for numbers, the words to choose from, or, without either, leaves to click. */
  fields?: string[];
  options?: string[];
  /** Trees or boards beside the question. */
  figures: HTMLElement[];
  answer: Answer;
  /** The lines to the leaves that are marked. */
  marked?: Set<string>;
  /** What a wrong answer overlooks. */
  overlooks: (given: any) => string;
  explanation: string;
}

type Maker = (seed: number, ask: Ask) => Promise<Exercise>;

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
  // It may be wider than a phone, and is scrolled by keys then.
  diagram.element.tabIndex = 0;
  const drawing = diagram.element.querySelector('svg');
  drawing.setAttribute('role', 'group');
  drawing.setAttribute('aria-label', `The tree ${tree.about.root.lists}`);
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

/** A position, with a letter if it is one of several. */
function board(fen: string, index?: number): HTMLElement {
  const drawn = new Board();
  drawn.show(Position.fromFen(fen), 0);
  const side = `${fen.split(' ')[1] === 'w' ? 'White' : 'Black'} to move`;
  return element('figure', { class: 'position' }, drawn.element, element('figcaption', { text: index === undefined ? side : `${'ABC'[index]}: ${side}` }));
}

const moveText = (fen: string, bits: number): string => Position.fromFen(fen).moveText(bits);
const rotated = <T>(list: T[], by: number): T[] => list.map((_, index) => list[(index + by) % list.length]!);

const CAPTURES = [
  GUARDED_PAWN, '6k1/5ppp/4p3/3n4/8/8/5PPP/3R2K1 w - - 0 1', '4k3/1p6/2n5/8/4N3/2R5/5PPP/6K1 w - - 0 1',
];
const NO_ZUGZWANGS = ['4k3/4p3/8/8/8/8/4P3/4K3 w - - 0 1', '8/5kp1/8/8/8/8/1PK5/8 w - - 0 1'];
const FIRST_MOVES = [SMOTHERED, GUARDED_PAWN, KIWIPETE];
const ENGINE = [MIDDLE, KIWIPETE, ROOK_ENDING];

/** Codes of reasons up to this one are no bets: cuts by beta, draws, the table, standing pat (see reason.rs). */
export const LAST_PROOF = 6;

const leafWords = (count: number) => plural(count, 'leaf').replace('leafs', 'leaves');

/** The leaf that the value of a root comes from, to be clicked. */
async function valueLeaf(step: string, seed: number, ask: Ask): Promise<Exercise> {
  const tree = await ask({ step, lists: randomTree(seed + 7, [3, 3]) });
  const marked = new Set<string>();
  const leaves = leavesOf(tree);
  const scoreOf = (line: string) => tree.score(recordAt(tree, line));
  const answer = new Set([...leaves].filter((line) => scoreOf(line) === tree.about.score));
  const [best] = answer;
  return {
    question: 'Both sides play their best, Max first. Click the leaf where the game ends.',
    figures: [blank(tree, '', toggling(marked, true))], answer, marked,
    overlooks: (given: Set<string>) => {
      const [line] = given;
      if (line === undefined) return 'Click one of the leaves.';
      if (scoreOf(line) === Math.max(...[...leaves].map(scoreOf))) return 'That is the greatest leaf. But Min moves after Max, and will not go there.';
      return line[0] === best![0] ? 'The first move is right. Min then takes the least of what is below.' : 'Below another first move, the worst that Min can do to Max is better.';
    },
    explanation: `Max chooses the group whose least leaf is greatest, and Min that leaf: ${tree.about.score}.`,
  };
}

/** The leaves that a search does not look at, to be clicked. */
async function cutLeaves(step: string, order: string, seed: number, ask: Ask): Promise<Exercise> {
  const request = (lists: string) => ({ step, lists, order });
  const lists = await interesting(seed, [3, 3], async (text) => leavesOf(await ask(request(text))).size < 8);
  const [all, cut] = [await ask({ step: 'minimax', lists }), await ask(request(lists))];
  const visited = leavesOf(cut);
  const marked = new Set<string>();
  const answer = new Set([...leavesOf(all)].filter((line) => !visited.has(line)));
  const first = order === 'backwards' ? '3' : '1';
  return {
    question: `${capitalised(cut.about.algorithm === 'moves in order' ? 'alpha-beta' : cut.about.algorithm)} goes from ${order === 'backwards' ? 'right to left' : 'left to right'}. Click the leaves that it does <b>not</b> look at.`,
    figures: [blank(all, '', toggling(marked))], answer, marked,
    overlooks: (given: Set<string>) => {
      const wrong = [...given].find((line) => !answer.has(line));
      if (wrong?.startsWith(first)) return 'The group that is searched first is searched whole: nothing is known yet that could cut.';
      if (wrong) return `The leaf ${all.score(recordAt(all, wrong))} is looked at: until then, Min’s answers leave this move better for Max than the one he has.`;
      return 'There are more. Once one answer makes a move no better than what Max has, the rest of its answers does not matter.';
    },
    explanation: `${capitalised(leafWords(answer.size))} ${answer.size === 1 ? 'is' : 'are'} left out: as soon as Min has an answer that is no better for Max than what Max has elsewhere, the rest of the node does not matter.`,
  };
}

/** A choice among boards or words, with what each wrong one overlooks. */
function choice(question: string, options: string[], answer: number, overlooks: (index: number) => string, explanation: string, figures: HTMLElement[] = []): Exercise {
  return { question, options, answer, overlooks, explanation, figures };
}

/** The exercises of each step by kind, beside `mend`, which all have. */
export const EXERCISES: Record<string, Record<string, Maker>> = {
  minimax: {
    async predict(seed, ask) {
      const lists = randomTree(seed, [3, 3]);
      const tree = await ask({ step: 'minimax', lists });
      const leaves = (JSON.parse(lists) as number[][]);
      return {
        question: 'Max moves at the root, then Min. What is the value of the root?',
        fields: ['Value'], figures: [blank(tree)], answer: [tree.about.score],
        overlooks: ([given]: number[]) => given === Math.max(...leaves.flat()) ? 'That is the greatest leaf. Min moves before it is reached.'
          : given === Math.min(...leaves.map((group) => Math.max(...group))) ? 'Here Min moved first. At the root it is Max.'
            : given === Math.min(...leaves.flat()) ? 'That is the least leaf. Max chooses the group first.' : 'Take the least of each group, then the greatest of those three.',
        explanation: `Min takes the least below each circle, and Max the greatest of those: ${tree.about.score}.`,
      };
    },
    find: (seed, ask) => valueLeaf('minimax', seed, ask),
  },
  negamax: {
    async predict(seed, ask) {
      const lists = randomTree(seed, [2, 3]);
      const tree = await ask({ step: 'negamax', lists });
      const greatest = Math.max(...JSON.parse(lists)[1]);
      const score = tree.log.score(recordAt(tree, '2'));
      return {
        question: 'The leaves are from Max’s view. What does <code>negamax</code> return at the marked node, from the view of the side that moves there?',
        fields: ['Score'], figures: [blank(tree, '2')], answer: [score],
        overlooks: ([given]: number[]) => given === -score ? 'That is the value for Max. Min moves at this node, and a score counts for the side that moves.'
          : Math.abs(given!) === greatest ? 'Min does not go to the greatest leaf.' : 'Turn the signs of the three leaves, and take the greatest.',
        explanation: `Min moves there and sees all leaves with the other sign. The greatest of them is ${new Words(tree).number(score)}.`,
      };
    },
    find: (seed, ask) => valueLeaf('negamax', seed, ask),
  },
  alphabeta: {
    async predict(seed, ask) {
      const lists = await interesting(seed, [3, 3], async (text) => boundNode(await ask({ step: 'alphabeta', lists: text })) >= 0);
      const tree = await ask({ step: 'alphabeta', lists });
      const record = boundNode(tree);
      const { alpha } = tree.entryWindow(record);
      return {
        question: 'With which α (from Max’s view) does alpha-beta enter the marked node?',
        fields: ['Alpha'], figures: [blank(await ask({ step: 'minimax', lists }), lineOf(tree, record))], answer: [alpha],
        overlooks: ([given]: number[]) => given === tree.score(record) ? 'That is what the node returns. Alpha is known before it is entered.' : 'Alpha is the best value of the moves before it, and each of those is the least of its group.',
        explanation: `The best move before it is worth ${alpha} to Max.`,
      };
    },
    find: (seed, ask) => cutLeaves('alphabeta', 'generated', seed, ask),
  },
  ordering: {
    async predict(seed, ask) {
      const lists = randomTree(seed, [3, 3]);
      const orders = rotated(['generated', 'backwards', 'best-first'], seed).slice(0, 2);
      const both = await Promise.all(orders.map((order) => ask({ step: 'alphabeta', lists, order })));
      const arranged = both.map((tree, index) => arrange(tree, lists, orders[index]!));
      const shown = await Promise.all(arranged.map((text) => ask({ step: 'minimax', lists: text })));
      const leaves = await Promise.all(arranged.map(async (text) => (await ask({ step: 'alphabeta', lists: text })).about.counts.leaves));
      return choice('The same tree in two orders, A above or left and B below or right. In which does alpha-beta look at fewer leaves, from left to right?',
        ['A', 'B', 'both the same'], leaves[0] === leaves[1] ? 2 : leaves[0] < leaves[1] ? 0 : 1,
        (given) => given === 2 ? 'Count again: in one of them an answer that cuts comes sooner.' : 'Go through the second and third group of each: after which leaf is the group no better for Max than the best before?',
        `A needs ${leaves[0]} leaves, B ${leaves[1]}.`, shown.map((tree) => blank(tree)));
    },
    find: (seed, ask) => cutLeaves('ordering', 'backwards', seed, ask),
  },
  pvs: {
    async predict(seed, ask) {
      const lists = randomTree(seed, [3, 3]);
      const tree = await ask({ step: 'pvs', lists });
      let record = 1;
      while (lineOf(tree, record) !== '2') record += 1;
      const { alpha, beta } = tree.entryWindow(record);
      return {
        question: 'With which window (from Max’s view) does principal variation search enter the marked node <b>for the first time</b>?',
        fields: ['Alpha', 'Beta'], figures: [blank(await ask({ step: 'minimax', lists }), '2')], answer: [alpha, beta],
        overlooks: ([low, high]: number[]) => low === alpha ? 'Alpha is right. But the window asks only if the move is better: no score lies inside.'
          : high === low! + 1 ? 'It is a zero window, but at another place: alpha is the value of the first move, the least of its group.' : 'The first move gives alpha, and the other moves get a window without a score inside.',
        explanation: `A zero window: it only asks if the move is better than ${alpha}.`,
      };
    },
    find: (seed, ask) => cutLeaves('pvs', 'generated', seed, ask),
  },
  deepening: {
    async predict(seed) {
      const [factor, first] = [3 + (seed % 3), 10 * (2 + (seed % 4))];
      const costs = [1, 2, 3, 4].map((depth) => first * factor ** (depth - 1));
      const [last, before] = [costs[3]!, costs[0]! + costs[1]! + costs[2]!];
      return {
        question: `Depth 1 takes ${first} nodes, and each depth takes ${factor} times as many as the one before. How many nodes do depths 1, 2 and 3 take <b>together</b>?`,
        fields: ['Nodes'], figures: [], answer: [before],
        overlooks: ([given]: number[]) => given === before + last ? 'That is with depth 4. Only the first three were asked for.' : given === costs[2] ? 'That is depth 3 alone.' : 'Add the three: each is the one before times the factor.',
        explanation: `${costs.slice(0, 3).join(' + ')} = ${before}, while depth 4 alone takes ${last}: the small depths are cheap.`,
      };
    },
    async find(seed, ask) {
      const position = FIRST_MOVES[seed % FIRST_MOVES.length]!;
      const tree = await ask({ step: 'deepening', position, depth: 3, order: 'captures', nodes: 300000 });
      const { roots } = tree;
      const bests = roots.map((root: number) => bestOf(tree, root));
      const first = tree.log.move(tree.firstChild[roots.at(-1)]);
      const others = [...tree.children(roots[0])].map((child: number) => tree.log.move(child));
      const options = [...new Set([first, bests[0], bests[2], ...others])].slice(0, 4).sort((one: any, other: any) => one - other) as number[];
      return choice('Depths 1 and 2 are finished. Which move does iterative deepening try first at depth 3?', options.map((move) => moveText(position, move)), options.indexOf(first),
        (given) => options[given] === bests[0] ? 'Depth 1 liked it, but it did not see the answer. What is best after one move and one answer?'
          : options[given] === bests[2] ? 'That is what depth 3 will find. It does not know that yet.' : 'Which move is best if the opponent answers once?',
        `${moveText(position, first)}: the best move of depth 2 comes first.`, [board(position)]);
    },
  },
  table: {
    async predict(seed, ask) {
      const lists = await interesting(seed, [3, 3], async (text) => boundNode(await ask({ step: 'alphabeta', lists: text })) >= 0);
      const tree = await ask({ step: 'alphabeta', lists });
      const record = boundNode(tree);
      const score = tree.score(record);
      const full = await ask({ step: 'minimax', lists });
      const value = full.score(recordAt(full, lineOf(tree, record)));
      const bound = score + 1;
      const options = [...new Set([value, bound + 3, bound + 7, bound + 12])].sort((one, other) => rotation(one, seed) - rotation(other, seed));
      return choice(`Alpha-beta left a node with a score <b>less than ${bound}</b>, and the table keeps that bound. Which of these can be the true value of the node?`,
        options.map(String), options.indexOf(value), (given) => `${options[given]} is not less than ${bound}: the bound says that the value cannot be so great.`, `A search without cuts finds ${value}. All others are greater than the bound.`);
    },
    async find(seed) {
      const lines = rotated([['Nf3 Nf6 d4', 'd4 Nf6 Nf3', 'Nf3 d5 d4', 'd4 Nf6 Nc3'], ['e4 e5 Nc3', 'Nc3 e5 e4', 'e4 e6 Nc3', 'Nc3 e5 e3'], ['c4 e6 Nc3', 'Nc3 e6 c4', 'c4 e5 Nc3', 'Nc3 d6 c4']], seed)[0]!;
      const options = rotated(lines.slice(1), seed);
      return choice(`From the start position: which line reaches the same position as 1. ${lines[0]!.replace(/ (\S+)$/, ' 2. $1')}?`, options, options.indexOf(lines[1]!),
        () => 'One of its moves is another one, so a pawn or a knight stands elsewhere. The same moves have to be played, in another order.', 'The same moves in another order: a transposition. The table answers at once.');
    },
  },
  quiescence: {
    async predict(seed, ask) {
      const position = CAPTURES[seed % CAPTURES.length]!;
      const [greedy, quiet] = await Promise.all(['without', 'with'].map((form) => ask({ step: 'quiescence', form, position, depth: 1 })));
      const others = [...greedy.children(greedy.lastRoot)].map((child: number) => greedy.log.move(child));
      const moves = [...new Set([greedy.about.best, quiet.about.best, ...others])].slice(0, 4).sort((one, other) => one - other) as number[];
      return choice('A search to depth 1. Which move does it play <b>without</b> quiescence search, by the evaluation right after the move?', moves.map((move) => moveText(position, move)), moves.indexOf(greedy.about.best),
        (given) => moves[given] === quiet.about.best ? 'That is the move with quiescence search. Without it, the answer is not seen.' : 'It counts the material right after the move, and does not see what is taken back.',
        `${moveText(position, greedy.about.best)}: it wins material if the search ends there. With quiescence it plays ${moveText(position, quiet.about.best)}.`, [board(position)]);
    },
    async find(seed, ask) {
      const position = CAPTURES[(seed + 1) % CAPTURES.length]!;
      const tree = await ask({ step: 'quiescence', position, depth: 1 });
      const isCapture = (move: number) => moveText(position, move).includes('×');
      const all = [...tree.children(tree.lastRoot)].map((child: number) => tree.log.move(child)) as number[];
      const options = rotated([all.find(isCapture)!, ...all.filter((move) => !isCapture(move)).slice(0, 3)], seed);
      return choice('The depth is 0 in this position, and the side to move is not in check. Which of these moves does quiescence search look at?', options.map((move) => moveText(position, move)), options.findIndex(isCapture),
        () => 'That move takes nothing. Quiet moves are left out: standing pat is there in their place.', 'It is the only capture of these.', [board(position)]);
    },
  },
  aspiration: {
    async predict(seed, ask) {
      // The guess takes means of the leaves. Where Min moves last the score is inside the window or below, where Max does inside or above.
      const lists = randomTree(seed, seed % 2 === 0 ? [3, 3] : [2, 2, 3], 90);
      const tree = await ask({ step: 'aspiration', lists });
      const number = (value: number) => new Words(tree).number(value);
      const [first] = tree.roots.filter((root: number) => tree.log.depth(root) === tree.about.depth);
      const { alpha, beta } = tree.entryWindow(first);
      const score = tree.score(first);
      const kind = ['pv', 'cut', 'all'].indexOf(tree.kind(first));
      const side = score >= beta ? 'at the upper end of the window or above' : 'at the lower end of the window or below';
      return choice(`The window was ${number(alpha)} … ${number(beta)}, and the search returned ${number(score)}. What is known of the value?`, ['it is', 'it is at least', 'it is at most'].map((words) => `${words} ${number(score)}`), kind,
        (given) => given === 0 ? `The score lies ${side}, and there a score is only a bound.` : kind === 0 ? 'The score lies inside the window, so it is more than a bound.' : `The score lies ${side}: the search may have stopped as soon as it saw that.`,
        `The value is ${number(tree.about.score)}. ${kind === 0 ? 'Inside the window a score is exact.' : 'Outside of the window a score is only a bound, and the search has to be repeated.'}`);
    },
    async find(seed) {
      const value = 40 + (seed * 7) % 60;
      const guesses = rotated([value - 12, value + 9, value + 45, value - 21], seed);
      return choice(`A node is worth ${value}. Four searches begin with a window of 30 to each side of their guess. Which one has to search twice?`, guesses.map((guess) => `guess ${guess}`), guesses.indexOf(value + 45),
        (given) => `${value} lies between ${guesses[given]! - 30} and ${guesses[given]! + 30}: the first search finds the value.`, `${value} does not lie between ${value + 15} and ${value + 75}: it fails low.`);
    },
  },
  'null-move': {
    async predict(seed, ask) {
      const other = NO_ZUGZWANGS[seed % 2]!;
      const positions = seed % 2 === 0 ? [ZUGZWANG, other] : [other, ZUGZWANG];
      const isFooled = await Promise.all(positions.map(async (position) => {
        const [right, wrong] = await Promise.all(['without', 'bug'].map((form) => ask({ step: 'null-move', form, position, depth: 7, nodes: 200000 })));
        return right.about.score !== wrong.about.score;
      }));
      return choice('Two pawn endings, A and B. In which of them does a search that passes also in pawn endings return a <b>wrong score</b> at depth 7?', ['A', 'B', 'in both', 'in neither'],
        isFooled[0] ? (isFooled[1] ? 2 : 0) : isFooled[1] ? 1 : 3,
        (given) => given === 3 ? 'In one of them each move of the king gives way. There a pass would be better than any move.' : 'Look where the side to move has a harmless move left. There it is no worse off than by passing.',
        'Where the side to move would rather pass, passing tells nothing about its moves: zugzwang.', positions.map(board));
    },
    async find(seed) {
      const [pawns, pieces, check] = ['4k3/4p3/8/8/8/8/4P3/4K3 w - - 0 1', '4k3/4p3/8/8/8/5N2/4P3/4K3 w - - 0 1', '4k3/4p3/8/8/1b6/5N2/4P3/4K3 w - - 0 1'];
      const positions = rotated([pawns!, pieces!, check!], seed);
      return choice('White is to move, and β is in reach. In which of these positions does null move try to pass?', ['A', 'B', 'C'], positions.indexOf(pieces!),
        (given) => positions[given] === pawns ? 'White has only king and pawn there. It may be zugzwang, so nobody passes.' : 'White is in check there: after a pass the king would be taken.',
        'White has a knight beside king and pawn, and is not in check.', positions.map(board));
    },
  },
  reductions: {
    async predict(seed, ask) {
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
        overlooks: ([given]: number[]) => given === depth ? 'The move itself uses up a ply.' : given === depth - 1 ? 'That would be without a reduction, and this move comes late.'
          : given === depth - 2 ? 'That would be with a reduction. The first three moves get none.' : 'A move uses up one ply, and a reduction takes one more from the fourth move on.',
        explanation: searched < depth - 1 ? `A move makes it one ply less, and as move number ${number + 1} comes late, it loses one more: ${searched}.` : `A move makes it one ply less. The first three are never reduced: ${searched}.`,
      };
    },
    async find(seed) {
      const options = rotated([1, 2, 3, 4 + (seed % 5)], seed);
      return choice('The moves of a node at depth 5 are tried in order. Which of these is searched less deep at first?', options.map((number) => `move ${number}`), options.findIndex((number) => number > 3),
        (given) => options[given] === 1 ? 'The first move is mostly the best: it gets the whole depth and the whole window.' : 'It gets a zero window, but the whole depth: only from the fourth move on is a move late.', 'The first three moves are searched to the full depth.');
    },
  },
  extensions: {
    async predict(seed) {
      const [depth, checks] = [2 + (seed % 3), 1 + (seed % 2)];
      return {
        question: `A search to depth ${depth}. In one line ${checks === 1 ? 'one move gives check' : `${checks} moves of the attacker give check`}, and each node in check is extended by a ply. How many plies long is that line?`,
        fields: ['Plies'], figures: [], answer: [depth + checks],
        overlooks: ([given]: number[]) => given === depth ? 'That is the depth without the extensions.' : given === depth + 2 * checks ? 'Only the node in check is extended, not the move that gives the check.' : 'Each check adds a ply to the depth.',
        explanation: `${depth} + ${checks}: each forced answer is free.`,
      };
    },
    async find(seed) {
      const options = rotated(['♕g8', '♕a7', '♕e6', '♘f5'], seed);
      return choice('White is to move. After which of these moves is the answer searched a ply deeper?', options, options.indexOf('♕g8'),
        (given) => `After ${options[given]} Black is not in check: the king on h8 is attacked by nothing.`, 'The queen attacks the king. Black has one answer, the rook takes, and the knight mates on f7.', [board(SMOTHERED)]);
    },
  },
  engine: {
    async predict(seed, ask) {
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
      return choice('The engine searches this position to depth 6. Which of its rules that may err leaves out the most moves?', options, options.indexOf(sorted[0]![0]),
        () => 'It leaves out fewer. A rule that ends a whole node leaves out all of its moves, and most nodes lie near the leaves.',
        `${sorted.map(([name, number]) => `${name}: ${number.toLocaleString('en')}`).join('; ')}.`, [board(position)]);
    },
    async find(seed) {
      const rules: [string, string, string][] = [
        ['null move', 'White is a rook up and not in check. A search three plies less deep, with Black to move twice, still reaches β.', 'It is about what happens when a side does nothing.'],
        ['late-move reduction', 'The ninth quiet move of a node is searched two plies less deep, and is not better than α.', 'It is about a move that comes late in the order.'],
        ['futility pruning', 'Depth 1, the evaluation is four pawns below α, and a quiet move is skipped.', 'It is about a gap that a quiet move cannot close.'],
        ['singular extension', 'A search of all moves but one finds none that comes near. The one is searched a ply deeper.', 'It is about a move that has no rival.'],
      ];
      const [wanted, ...others] = rotated(rules, seed);
      const options = rotated([wanted!, ...others].map(([name]) => name), seed + 1);
      return choice(`Which rule is this? “${wanted![1]}”`, options, options.indexOf(wanted![0]), (given) => `${capitalised(options[given]!)} is another rule. ${wanted![2]}`, `${capitalised(wanted![0])}: see the numbered steps above.`);
    },
  },
};

/** Which line of the plain form is wrong? Every step has this one. */
export function mend(step: Step): Exercise {
  const lines = plainLines(step);
  const [number, text] = step.wrong;
  const options = lines.map((line, index) => (index === number - 1 ? text : line.text));
  return {
    question: 'One of these lines has been changed for the worse. Which?',
    options, figures: [], answer: number - 1,
    overlooks: (given: number) => `That line is right. ${lines[given]!.why}`,
    explanation: `It has to be: ${lines[number - 1]!.text.trim()}. ${lines[number - 1]!.why}`,
  };
}

/** Marks leaves that are clicked; one at a time if only one is asked for. */
function toggling(marked: Set<string>, isOne = false): (line: string, shape: Element) => void {
  let last: Element | null = null;
  return (line, shape) => {
    const wasMarked = marked.has(line);
    if (isOne && last) {
      marked.clear();
      last.classList.remove('marked');
      last.setAttribute('aria-checked', 'false');
    }
    if (wasMarked) marked.delete(line);
    else marked.add(line);
    shape.classList.toggle('marked', !wasMarked);
    shape.setAttribute('aria-checked', String(!wasMarked));
    last = shape;
  };
}

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
