// The steps of the course: texts, pictures, code, and the trees that each begins with.

import type { ExerciseKind } from './exercises';
import { tree, windows } from './pictures';
import type { Source } from './sources';

/** What the lab of a step searches. */
export interface Lab {
  /** Nested lists, or a FEN. */
  root: string;
  depth?: number;
  order?: string;
  /** The searches side by side: `compare` without and with the idea, `bug` right and wrong, `second` the other bug, `alone`. */
  show?: 'compare' | 'bug' | 'second' | 'alone';
}

export interface Step {
  /** The name of the step in requests, and in the address. */
  id: string;
  title: string;
  idea: string;
  picture: string;
  code: Source[];
  /** The first lab, and others that a button sets. */
  lab: Lab;
  presets: [name: string, lab: Lab][];
  sound: string;
  errs: string;
  /** A position that shows it. */
  errsLab: [name: string, lab: Lab];
  bug: string;
  bugLab: Lab;
  secondBug?: { text: string; lab: Lab };
  exercise: ExerciseKind;
}

const NINE = '[[3,12,8],[2,4,6],[14,5,2]]';
const THREE = '[[[3,12,8],[2,4,6],[14,5,2]],[[1,5,6],[7,7,7],[8,8,8]],[[6,2,1],[9,9,9],[4,4,4]]]';
const BADLY_ORDERED = '[[14,5,2],[6,4,2],[12,8,3]]';
const START = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1';
const SMOTHERED = '3r3k/6pp/7N/8/8/8/Q4PPP/6K1 w - - 0 1';
const MIDDLE = 'r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3';
const KIWIPETE = 'r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1';
const LASKER = '8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - - 0 1';
const GUARDED_PAWN = '4k3/8/2p5/3p4/8/8/3Q4/4K3 w - - 0 1';
const BACK_RANK = '6k1/5ppp/8/r7/8/8/P4PPP/3R2K1 b - - 0 1';
const ZUGZWANG = '8/8/8/3k4/3p4/3K4/3P4/8 w - - 0 1';
const STALE_BOUND = 'rnb1kbnr/3pq3/4p3/ppp2Ppp/5P2/P1P3PP/1PQP4/RNB1KBNR w KQkq - 1 9';
const AHEAD = '1n1qkb1r/rBp1p1pp/3pbp2/p5N1/6Q1/4P1P1/PPPP1P1P/RNB1K2R w KQk - 0 8';
const ROOK_ENDING = '8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1';

export const STEPS: Step[] = [
  {
    id: 'minimax',
    title: 'Minimax',
    idea: `<p>Two players move in turn. <b>Max</b> wants the greatest number, <b>Min</b> the least. What one wins the other loses.
      The player to move at the root is Max.</p>
      <p>The value of a leaf is known: somebody has won, or an <i>evaluation</i> guesses who is better. All other values follow from
      below. Where Max moves, take the greatest value of the children; where Min moves, the least. So each side is assumed
      to play its best, and the other side knows it.</p>
      <p>One move of one side is a <b>ply</b>; depth is counted in plies. Below, a tree is either written down, each pair of brackets a
      node and each number a leaf, or it is chess: give a position as FEN, the usual one-line notation. Scores of chess are
      in pawns.</p>
      <p>A tree in which each node has <i>b</i> moves has <i>b</i><sup>d</sup> leaves at depth <i>d</i>. Chess has some 35 moves: depth 4 is 1.5
      million leaves. All later steps look at fewer of them.</p>`,
    picture: tree(['3', [['3', [['3', [], 'good'], ['12'], ['8']], 'good'], ['2', [['2'], ['4'], ['6']]], ['2', [['14'], ['5'], ['2']]]], 'good'],
      'Boxes: Max chooses the greatest. Circles: Min chooses the least. The green line is what both play if they play their best, the principal variation.'),
    code: [['textbook/src/minimax.rs', 'minimax', 'max_step', 'min_step']],
    lab: { root: NINE, show: 'alone' },
    presets: [['Nine leaves', { root: NINE, show: 'alone' }], ['Three plies', { root: THREE, show: 'alone' }], ['A mate in two', { root: SMOTHERED, depth: 2, show: 'alone' }]],
    sound: 'Minimax is the definition: to this depth and with this evaluation, its value is right. Each later step that is called <i>sound</i> returns the same value.',
    errs: 'It knows nothing beyond its depth. Here White mates in two moves: 1. Qg8+ Rxg8 2. Nf7, three plies. To depth 2 the search does not see the mate, and its score is only an evaluation.',
    errsLab: ['Show it at depth 2', { root: SMOTHERED, depth: 2, show: 'alone' }],
    bug: 'The step for Min starts with 0 as its best so far, not with something above every score. A value above 0 is then never seen: whatever is good for Max looks like 0.',
    bugLab: { root: NINE, show: 'bug' },
    exercise: 'value',
  },
  {
    id: 'negamax',
    title: 'Negamax',
    idea: `<p>Minimax has the same step twice, once with “greatest” and once with “least”. One is enough, since
      min(a, b) = −max(−a, −b).</p>
      <p>Let each node count <i>from the view of the side that moves there</i>. Both sides then take the greatest. A child belongs to the
      other side, so its score <b>changes its sign</b> on the way up.</p>
      <p>The tree, the value and the number of nodes stay the same. It is only less to write, and less to get wrong.
      (The trees on this page show all scores from the view of the side that moves at the root, as books do.)</p>`,
    picture: tree(['3', [['−3', [['3', [], 'good'], ['12'], ['8']], 'good'], ['−2', [['2'], ['4'], ['6']]], ['−2', [['14'], ['5'], ['2']]]], 'good'],
      'The tree of step 1 as negamax sees it. Min’s nodes hold −3, −2 and −2: the greatest of the negated leaves. The root takes the greatest of 3, 2 and 2.'),
    code: [['textbook/src/negamax.rs', 'negamax']],
    lab: { root: NINE, show: 'compare' },
    presets: [['Nine leaves', { root: NINE, show: 'compare' }], ['Three plies', { root: THREE, show: 'compare' }], ['A pawn ending', { root: LASKER, depth: 4, show: 'compare' }]],
    sound: 'The same value and the same nodes as minimax, always.',
    errs: 'What it gets wrong is what minimax gets wrong: beyond its depth it sees nothing.',
    errsLab: ['A mate that depth 2 does not see', { root: SMOTHERED, depth: 2, show: 'compare' }],
    bug: 'The evaluation is forgotten: it counts for White, whoever is to move. Where the leaves are Min’s, all scores have the wrong sign, and the search plays for the other side. At even depths nobody notices.',
    bugLab: { root: THREE, show: 'bug' },
    exercise: 'sign',
  },
  {
    id: 'alphabeta',
    title: 'Alpha-beta',
    idea: `<p>On the way down the search carries what is certain already. <b>Alpha</b> (α) is what Max has for sure elsewhere, <b>beta</b> (β)
      is what Min has for sure. Best play reaches a node only if its value lies between the two: that is its <i>window</i>.</p>
      <p>If one answer shows that a node is not better than α for Max, Max will not go there, whatever its other
      moves are worth. They need not be searched: a <b>cut</b>. The node then has no value but a <i>bound</i>: “at most 2”.</p>
      <p>So nodes end in three ways, and the trees below name them: inside the window (<b>PV node</b>, its score is exact), at β or above
      for its mover (<b>cut node</b>, one answer was enough), or with nothing above α (<b>all node</b>, all moves were looked at). A search that
      returns what it found even outside of its window is called <i>fail-soft</i>, one that returns just α or β there <i>fail-hard</i>.</p>
      <p>The value of the root stays exactly that of minimax. With the best moves first, about the square root of all leaves is enough: twice
      the depth for the same work.</p>`,
    picture: tree(['3', [['3', [['3', [], 'good'], ['12'], ['8']], 'good'], ['≤ 2', [['2'], ['4', [], 'cut'], ['6', [], 'cut']]], ['2', [['14'], ['5'], ['2']]]], 'good'],
      'After the first move Max has 3: α = 3. Under the second, Min can have 2. Whatever 4 and 6 are, Max will not go there: they are cut.'),
    code: [['textbook/src/alphabeta.rs', 'fail_soft', 'search_moves']],
    lab: { root: NINE, show: 'compare' },
    presets: [['Nine leaves', { root: NINE, show: 'compare' }], ['Three plies', { root: THREE, show: 'compare' }], ['Badly ordered', { root: BADLY_ORDERED, show: 'compare' }], ['A mate in two', { root: SMOTHERED, depth: 3, order: 'captures', show: 'compare' }]],
    sound: 'The value of the root is always that of minimax. Scores inside the tree may be bounds: “≤ 2” or “≥ 7”. Take a bound for a value, and you have a bug.',
    errs: 'It saves nothing if the worst moves come first. Here every answer comes in the wrong order, and no leaf is cut.',
    errsLab: ['Show nine leaves without a cut', { root: BADLY_ORDERED, show: 'compare' }],
    bug: 'For the opponent the window has to be turned round: (α, β) becomes (−β, −α). Here the signs change, but the sides are not swapped. Good lines fall outside of the window, and are cut.',
    bugLab: { root: THREE, show: 'bug' },
    secondBug: {
      text: 'Fail-soft mixed with fail-hard: α is set to the best score so far, although that may lie below the α that the node was given. The value stays right. But the bound of the parents is forgotten, and cuts are missed.',
      lab: { root: ROOK_ENDING, depth: 4, order: 'captures', show: 'second' },
    },
    exercise: 'cuts',
  },
  {
    id: 'ordering',
    title: 'Move ordering',
    idea: `<p>The order of moves changes no value, and everything else. A cut needs one good answer: the sooner it comes, the more is
      left out.</p>
      <p>Nobody knows the best move beforehand, but guesses are good. <b>Captures first</b>, the most valuable victim by the least
      valuable attacker (MVV-LVA). Then <b>killers</b>: quiet moves that cut a sister node at the same depth. Then the
      others by their <b>history</b>: how often did they cut before?</p>
      <p>With the best move always first, <i>b</i><sup>⌈d/2⌉</sup> + <i>b</i><sup>⌊d/2⌋</sup> − 1 leaves are enough.</p>`,
    picture: tree(['3', [['3', [['3', [], 'good'], ['12'], ['8']], 'good'], ['≤ 2', [['2'], ['6', [], 'cut'], ['4', [], 'cut']]], ['≤ 2', [['2'], ['14', [], 'cut'], ['5', [], 'cut']]]], 'good'],
      'The nine leaves again, Min’s best answer first: five leaves instead of nine, which is the least that proves the value.'),
    code: [['textbook/src/chess_order.rs', 'arrange', 'mvv_lva', 'piece_value']],
    lab: { root: THREE, order: 'best-first', show: 'compare' },
    presets: [['Three plies, best first', { root: THREE, order: 'best-first', show: 'compare' }], ['Many captures (Kiwipete)', { root: KIWIPETE, depth: 3, order: 'captures', show: 'compare' }], ['Start, killers and history', { root: START, depth: 4, order: 'killers', show: 'compare' }]],
    sound: 'Any order returns the value of minimax. (If two moves are equally good, another of them may be played.) The order “best first” exists only in trees that are written down, where the true values are known.',
    errs: 'Guesses can be wrong. In this position the move that mates gives the queen for nothing, so an order by captures tries it late.',
    errsLab: ['Show a mate by a sacrifice', { root: SMOTHERED, depth: 3, order: 'captures', show: 'compare' }],
    bug: 'The moves are sorted the wrong way round: worst first. The value is right and the move too, so no test of results finds it. Look at the counts.',
    bugLab: { root: KIWIPETE, depth: 3, order: 'captures', show: 'bug' },
    exercise: 'orders',
  },
  {
    id: 'pvs',
    title: 'Principal variation search',
    idea: `<p>In a good order the first move is mostly the best. So why find out <i>how bad</i> the others are? It is enough to prove that they
      are <i>not better</i>.</p>
      <p>The first move gets the whole window. Each other move gets a <b>zero window</b> (α, α + 1), in which no score
      lies. The answer is only yes or no: better than α, or not. Such a window cuts more than any other.</p>
      <p>If the answer is yes, the move is searched again with the rest of the window, for its value: a <b>re-search</b>.</p>`,
    picture: windows([['first move', 20, 90, 'its value'], ['other moves', 40, 41, 'better than 40?'], ['if yes: again', 40, 90, 'its value']],
      'The first move has raised α from 20 to 40. The others are only asked if they beat 40.'),
    code: [['textbook/src/pvs.rs', 'search', 'search_child']],
    lab: { root: THREE, show: 'compare' },
    presets: [['Three plies', { root: THREE, show: 'compare' }], ['Three plies, best first', { root: THREE, order: 'best-first', show: 'compare' }], ['Many captures (Kiwipete)', { root: KIWIPETE, depth: 3, order: 'captures', show: 'compare' }]],
    sound: 'The value of minimax, always. Without counting nodes that are searched twice, it never needs more of them than alpha-beta.',
    errs: 'In a bad order every better move is searched twice: here it needs more visits than alpha-beta. Try the same tree with the best moves first.',
    errsLab: ['Show the price of a bad order', { root: THREE, show: 'compare' }],
    bug: 'The re-search is forgotten. The zero window has said “at least α + 1”, and that bound is taken for the value.',
    bugLab: { root: '[[5,6],[9,8],[7,20]]', show: 'bug' },
    exercise: 'window',
  },
  {
    id: 'deepening',
    title: 'Iterative deepening',
    idea: `<p>Nobody knows how deep a search will get in the time it has. So search to depth 1, then to depth 2, and so on, until the time is
      spent. There is a move to play at any moment.</p>
      <p>It looks like waste, and is cheap: each depth costs several times the one before, so all of them together cost
      little more than the last. And each begins with the <b>best move of the one before</b>, a better guess than any
      rule. With a table (next step) the whole tree is ordered like that, and deepening saves time.</p>`,
    picture: windows([['depth 1', 0, 1.5, ''], ['depth 2', 0, 6, ''], ['depth 3', 0, 24, ''], ['depth 4', 0, 96, 'the last']],
      'If each depth costs four times the one before, all others together cost a third of the last.'),
    code: [['textbook/src/course.rs', 'deepen']],
    lab: { root: SMOTHERED, depth: 3, order: 'captures', show: 'compare' },
    presets: [['A mate in two', { root: SMOTHERED, depth: 3, order: 'captures', show: 'compare' }], ['Opening', { root: MIDDLE, depth: 3, order: 'captures', show: 'compare' }], ['A pawn ending', { root: LASKER, depth: 6, show: 'compare' }]],
    sound: 'Each finished depth has the value of minimax to that depth.',
    errs: 'Without a table only the moves of the root are ordered by the depth before: the small depths are mostly paid for nothing. Here alpha-beta that goes straight to the depth needs fewer nodes.',
    errsLab: ['Show what it costs without a table', { root: LASKER, depth: 6, show: 'compare' }],
    bug: 'The best move of the depth before is put last, not first. The value is right; the nodes saved are lost.',
    bugLab: { root: SMOTHERED, depth: 3, order: 'captures', show: 'bug' },
    exercise: 'first-move',
  },
  {
    id: 'table',
    title: 'Transposition table',
    idea: `<p>1. e4 e5 2. Nf3 and 1. Nf3 e5 2. e4 lead to the same position: a <b>transposition</b>. Chess is full of them. A table keeps for
      each position its score, how deep it was searched, whether the score is a value or a <b>bound</b>, and the best move.</p>
      <p>If the position comes again, at this depth, the entry may answer at once. “At least 5” answers if β is 5 or less; it does not if
      the window is (0, 9). Even if it does not answer, its move is tried first: the best guess there is.</p>`,
    picture: windows([['entry: ≥ 60', 60, 100, 'the value lies here'], ['window 20 … 50', 20, 50, 'answered: it is above β'], ['window 40 … 80', 40, 80, 'not answered: search']],
      'A bound answers a window only if the whole window lies on the other side of it.'),
    code: [['textbook/src/transposition.rs', 'search', 'search_trusting']],
    lab: { root: LASKER, depth: 6, show: 'compare' },
    presets: [['A pawn ending', { root: LASKER, depth: 6, show: 'compare' }], ['Deeper', { root: LASKER, depth: 8, show: 'compare' }], ['Rook ending', { root: ROOK_ENDING, depth: 4, order: 'captures', show: 'compare' }]],
    sound: 'The value of minimax, as long as the value of a position does not depend on the way to it. Entries of exactly this depth are used here; engines use deeper ones too, which gives other (better informed) values.',
    errs: 'In chess the way can matter: a repeated position is a draw, and the table does not know which positions came before. Engines live with it. In trees made by hand nothing ever transposes, and a table saves nothing.',
    errsLab: ['Show a tree without transpositions', { root: THREE, show: 'compare' }],
    bug: 'The table forgets which scores are bounds and takes each for the value: a stale bound answers windows that it knows nothing about. (Its sister: a mate score counts plies from the root, so a stored one has to be turned into one that counts from its own position. Forget it, and mates come nearer or go further each time the table is used.)',
    bugLab: { root: STALE_BOUND, depth: 4, order: 'captures', show: 'bug' },
    exercise: 'bound',
  },
  {
    id: 'quiescence',
    title: 'Quiescence search',
    idea: `<p>A search that stops at a fixed depth stops in the middle of exchanges. It sees the queen take a pawn, and not the pawn that takes
      the queen: the <b>horizon effect</b>.</p>
      <p>So at depth 0 captures are searched on, until the position is quiet. Nobody has to capture: the side to move may
      <b>stand pat</b> and take the evaluation as it is, because some quiet move mostly keeps it. In check there is no standing pat: all
      answers to the check are searched.</p>`,
    picture: tree(['0', [['−8', [['+1: Q×p', [], 'cut'], ['−8: p×Q']]], ['0', [['0: quiet', [], 'good']], 'good']], 'good'],
      'The queen can take a guarded pawn. Depth 1 stops there and counts +1. Quiescence sees the answer, the queen is lost: −8. A quiet move is better.'),
    code: [['textbook/src/quiescence.rs', 'quiesce']],
    lab: { root: GUARDED_PAWN, depth: 1, show: 'compare' },
    presets: [['A guarded pawn', { root: GUARDED_PAWN, depth: 1, show: 'compare' }], ['Many captures (Kiwipete)', { root: KIWIPETE, depth: 1, order: 'captures', show: 'compare' }], ['Opening', { root: MIDDLE, depth: 2, order: 'captures', show: 'compare' }]],
    sound: 'It evaluates other positions than minimax does, so its value is another one: better informed, at the price of more nodes.',
    errs: 'Only captures are seen (and evasions in check). Here Black takes the pawn on a2 with the rook and does not see the quiet answer Rd8, mate. Depth 2 sees it.',
    errsLab: ['Show it', { root: BACK_RANK, depth: 1, order: 'captures', show: 'compare' }],
    bug: 'Standing pat is forgotten: whoever can capture has to. The search believes that queens must take guarded pawns.',
    bugLab: { root: KIWIPETE, depth: 1, order: 'captures', show: 'bug' },
    exercise: 'capture',
  },
  {
    id: 'aspiration',
    title: 'Aspiration windows',
    idea: `<p>The score of the last depth is a good guess of the next. So the next search begins with a <b>narrow window around it</b>. A narrow
      window cuts more than a wide one.</p>
      <p>If the score lies inside, it is the value. If it lies outside, it is only a bound: “fail low” or “fail high”. The search is
      then repeated with that side of the window opened. Mostly it does not happen, and then time is saved.</p>`,
    picture: windows([['first search', 35, 65, 'around the last score'], ['fails high', 65, 100, '“at least 65”: again'], ['second search', 35, 100, 'its value']],
      'The guess was 50. The score is at least 65, so the upper side is opened.'),
    code: [['textbook/src/aspiration.rs', 'search']],
    lab: { root: KIWIPETE, depth: 3, order: 'captures', show: 'compare' },
    presets: [['Many captures (Kiwipete)', { root: KIWIPETE, depth: 3, order: 'captures', show: 'compare' }], ['Opening', { root: MIDDLE, depth: 3, order: 'captures', show: 'compare' }], ['A pawn ending', { root: LASKER, depth: 5, show: 'compare' }]],
    sound: 'The value of minimax, after as many searches as are needed.',
    errs: 'If the score jumps, the narrow search was for nothing. Here depth 3 finds a mate that depth 2 did not see.',
    errsLab: ['Show a score that jumps', { root: SMOTHERED, depth: 3, order: 'captures', show: 'compare' }],
    bug: 'The score lay outside, and nobody searches again: the bound is believed. The root plays a move of which it knows only “at least”.',
    bugLab: { root: SMOTHERED, depth: 3, order: 'captures', show: 'bug' },
    exercise: 'fails',
  },
  {
    id: 'null-move',
    title: 'Null move',
    idea: `<p>In chess it is nearly always better to move than to pass. So let the side to move <b>pass</b>, and search what the opponent can do
      then, less deep than a move would be. If the score still reaches β, some move will reach it too: the node is cut before
      it has tried a move.</p>
      <p>That is a bet, not a proof. In check nobody may pass, and twice in a row would lead nowhere.</p>`,
    picture: tree(['≥ β', [['pass', [['≥ β, 2 plies less deep', [], 'good']], 'good'], ['moves', [['not searched', [], 'cut']], 'cut']]],
      'Passing is not legal in chess: it is only a question. If even that is good enough, so is a move.'),
    code: [['textbook/src/null_move.rs', 'search', 'search_after'], ['search/src/search.rs', 'Step 9']],
    lab: { root: AHEAD, depth: 4, order: 'captures', show: 'compare' },
    presets: [['One side is ahead', { root: AHEAD, depth: 4, order: 'captures', show: 'compare' }], ['Opening', { root: MIDDLE, depth: 4, order: 'captures', show: 'compare' }], ['Many captures (Kiwipete)', { root: KIWIPETE, depth: 4, order: 'captures', show: 'compare' }]],
    sound: 'Not sound: it may return another value than minimax. It is right so often that engines gain many plies by it.',
    errs: 'In <b>zugzwang</b> every move hurts, and passing would be best. Pawn endings are full of it: a side that has only its king and pawns does not pass. With a piece more it passes, and may be wrong: here the black pieces shut each other in, and both the score and the move change.',
    errsLab: ['Show it', { root: '6Q1/8/8/7k/8/8/3p1pp1/3Kbrrb w - - 0 1', depth: 5, order: 'captures', show: 'compare' }],
    bug: 'The exception for pawn endings is left out. Whoever has to move here must give way with the king. The search passes instead, and believes that all is well.',
    bugLab: { root: ZUGZWANG, depth: 7, show: 'bug' },
    exercise: 'zugzwang',
  },
  {
    id: 'reductions',
    title: 'Late-move reductions and pruning',
    idea: `<p>In a good order the fourth move is seldom the best. So <b>late moves are searched less deep</b>, and with a zero window: better than α,
      or not? If one seems to be better, it is searched again to the full depth.</p>
      <p>Near the leaves engines go further: a late quiet move is <b>skipped</b> if the evaluation is far below α (<i>futility</i>), or if many moves
      came before it (<i>late-move pruning</i>).</p>`,
    picture: windows([['moves 1 to 3', 0, 96, 'depth 8'], ['moves 4, 5, …', 0, 72, 'depth 7 or less: better?'], ['if yes: again', 0, 96, 'depth 8']],
      'The bars are depths. Only a late move that seems better is searched twice.'),
    code: [['textbook/src/reductions.rs', 'search', 'search_with'], ['search/src/search.rs', 'Step 15']],
    lab: { root: KIWIPETE, depth: 4, order: 'captures', show: 'compare' },
    presets: [['Many captures (Kiwipete)', { root: KIWIPETE, depth: 4, order: 'captures', show: 'compare' }], ['Start, killers and history', { root: START, depth: 4, order: 'killers', show: 'compare' }]],
    sound: 'Not sound: a move whose strength shows only in the last ply is missed. The better the order, the rarer that is.',
    errs: 'The mate by a queen sacrifice takes three plies. A late move is searched one ply less deep, and then it is only a lost queen.',
    errsLab: ['Show a missed mate', { root: SMOTHERED, depth: 3, order: 'captures-last', show: 'compare' }],
    bug: 'The reduced score is believed also if it says “better”: nothing is searched again. Moves are then played that were never searched to the depth.',
    bugLab: { root: KIWIPETE, depth: 4, order: 'killers', show: 'bug' },
    exercise: 'less-deep',
  },
  {
    id: 'engine',
    title: 'The playing engine',
    idea: `<p>Coppice is the steps before, all at once, and some more: principal variation search with iterative deepening, a table, quiescence,
      aspiration windows, null moves, reductions, and half a dozen rules that prune. Each node goes through the numbered
      steps below, in this order.</p>
      <p>Give it a position of your own. Every branch that a rule has pruned is listed with the rule, and you can ask what a
      <b>full search</b> of it would have found.</p>`,
    picture: tree(['node', [['table move', [], 'good'], ['captures'], ['killers'], ['late: less deep'], ['later: skipped', [], 'cut']]],
      'A node that no rule has ended yet tries its moves from left to right, and ends as soon as one reaches β.'),
    code: [['search/src/search.rs']],
    lab: { root: MIDDLE, depth: 5, show: 'alone' },
    presets: [['Opening', { root: MIDDLE, depth: 5, show: 'alone' }], ['Many captures (Kiwipete)', { root: KIWIPETE, depth: 5, show: 'alone' }], ['A mate in two', { root: SMOTHERED, depth: 4, show: 'alone' }], ['Sound techniques alone beside it', { root: MIDDLE, depth: 4, show: 'compare' }]],
    sound: 'Not sound, and meant not to be: it gives up proofs for depth. Its matches decide which bets pay.',
    errs: 'Each rule is wrong now and then. Search the pruned branches in full, in the list above, and count how many were.',
    errsLab: ['A zugzwang', { root: ZUGZWANG, depth: 7, show: 'compare' }],
    bug: 'A wrong key: a position gets another key each time, so the table never finds anything. Without a move from the table a node is searched less deep (see the list of steps), so the search even looks faster. It sees less: compare the scores.',
    bugLab: { root: KIWIPETE, depth: 6, show: 'bug' },
    exercise: 'rule',
  },
];
