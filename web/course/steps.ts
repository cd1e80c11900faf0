// The steps of the course: texts, pictures, the algorithm in plain lines, code, and the labs with what they claim.

import type { Claim, Lab, Settings } from './claims';
import type { InsetName } from './insets';
import { tree, windows } from './pictures';
import { GUARDED_PAWN, KIWIPETE, MIDDLE, ROOK_ENDING, SMOTHERED, START, ZUGZWANG } from './positions';
import { REPOSITORY, type Source } from './sources';

/** Plain lines by number, from 1. */
type Lines = Record<number, string>;

export interface Step {
  /** The name of the step in requests, and in the address. */
  id: string;
  title: string;
  idea: string;
  picture: string;
  /** The algorithm, a line each: `text @keys # why`. Keys name the events of a replay that light the line (lab.ts). */
  plain: string;
  /** A line of it with the mistake that a learner has to find: its number, and the wrong text. */
  wrong: [line: number, text: string];
  code: Source[];
  /** The first lab, and others that a button sets. */
  presets: [name: string, lab: Lab][];
  sound: string;
  errs: string;
  /** A position that shows it. */
  errsLab: [name: string, lab: Lab];
  bug: string;
  bugLab: Lab;
  /** The plain lines that have the bug, by number. */
  bugLines: Lines;
  secondBug?: { text: string; lab: Lab; lines: Lines };
  insets?: InsetName[];
  /** Why the idea shows little in a tree of numbers, if it does not. */
  numbers?: string;
  /** Where it comes from. */
  reading: string;
  /** The numbered steps of `crates/search/src/search.rs` that do the same. */
  engine: string;
}

// A position with few moves, so that its tree fits on a screen.
const FEW_MOVES = '8/8/8/8/1Pp5/K1p5/N7/k7 w - - 0 1';
const BADLY_ORDERED = '8/8/8/8/8/1p3k2/1B1P2p1/5K2 w - - 0 1';
const FEW_PAWNS = '1k6/1P5p/1P5P/8/6p1/p7/8/K7 w - - 0 1';
const ITALIAN = 'r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 b - - 0 10';
const SCHEVENINGEN = 'r1b2rk1/2q1b1pp/p2ppn2/1p6/3QP3/1BN1B3/PPP3PP/R4RK1 w - - 0 1';
const KNIGHTS = '8/8/1p1r1k2/p1pPN1p1/P3KnP1/1P6/8/3R4 b - - 0 1';
const ATTACK = '5rk1/1ppb3p/p1pb4/6q1/3P1p1r/2P1R2P/PP1BQ1P1/5RKN w - - 0 1';
const UNCASTLED = 'r2qkb1r/1ppb1ppp/p7/4p3/P1Q1P3/2P5/5PPP/R1B2KNR b kq - 0 1';
const LASKER = '8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - - 0 1';
const BACK_RANK = '6k1/5ppp/8/r7/8/8/P4PPP/3R2K1 b - - 0 1';
const STALE_BOUND = 'rnb1kbnr/3pq3/4p3/ppp2Ppp/5P2/P1P3PP/1PQP4/RNB1KBNR w KQkq - 1 9';
const AHEAD = '1n1qkb1r/rBp1p1pp/3pbp2/p5N1/6Q1/4P1P1/PPPP1P1P/RNB1K2R w KQk - 0 8';
const SHUT_IN = '6Q1/8/8/7k/8/8/3p1pp1/3Kbrrb w - - 0 1';

/** As many nodes or fewer, and the same score. */
const fewer = (times: number): Claim => ({ nodes: { fewer: times }, score: 'same' });
const more = (times: number): Claim => ({ nodes: { more: times }, score: 'same' });

export const STEPS: Step[] = [
  {
    id: 'minimax',
    title: 'Minimax',
    idea: `<p>Two players move in turn. <b>Max</b> wants the greatest number, <b>Min</b> the least. What one wins the other loses.
      The player to move at the root is Max.</p>
      <p>The value of a leaf is known: somebody has won, or an <i>evaluation</i> guesses who is better. All other values follow from
      below. Where Max moves, take the greatest value of the children; where Min moves, the least. So each side is assumed
      to play its best, and the other side knows it.</p>
      <p>One move of one side is a <b>ply</b>; depth is counted in plies. The first tree below is a real one: White has four moves,
      Black two to four after most of them, and a leaf counts the material, a pawn 1 and a knight 3. One move takes a pawn and
      leaves Black without a move: stalemate, 0.</p>
      <p>A tree in which each node has <i>b</i> moves has <i>b</i><sup>d</sup> leaves at depth <i>d</i>. Chess has some 35 moves: depth 4 is 1.5
      million leaves. All later steps look at fewer of them.</p>`,
    picture: tree(['3', [['3', [['3', [], 'good'], ['12'], ['8']], 'good'], ['2', [['2'], ['4'], ['6']]], ['2', [['14'], ['5'], ['2']]]], 'good'],
      'Boxes: Max chooses the greatest. Circles: Min chooses the least. The green line is what both play if they play their best, the principal variation.'),
    plain: `value of a node, to some depth @enter # The search of a node begins here.
  if the game is over or the depth is 0 @leaf # Somewhere the search has to stop, or it would never return.
    return the evaluation # A leaf has no children to ask, so a guess has to do.
  best ← −∞ for Max, +∞ for Min # Anything is better than nothing: the first move must always count.
  for each move # All moves of both sides are looked at. None is left out.
    play it @call # The child is the position after the move.
    score ← value of the child, to depth − 1 # A move uses up one ply.
    take the move back # The next move starts from the same position.
    Max: keep the score if it is greater @raise,max # Max chooses the greatest.
    Min: keep the score if it is less @worse,min # Min chooses the least, since what is bad for Max is good for Min.
  return best @return # The value of the best move is the value of the node.`,
    wrong: [4, '  best ← 0'],
    code: [['textbook/src/minimax.rs', 'minimax', 'max_step', 'min_step']],
    presets: [
      ['Four moves', { root: FEW_MOVES, depth: 2, show: 'alone', material: true, claim: {} }],
      ['One ply more', { root: FEW_MOVES, depth: 2, show: 'depths', material: true, claim: { nodes: { more: 2 } } }],
      ['One ply more with many moves', { root: MIDDLE, depth: 3, show: 'depths', claim: { nodes: { more: 20 } } }],
    ],
    sound: 'Minimax is the definition: to this depth and with this evaluation, its value is right. Each later step that is called <i>sound</i> returns the same value.',
    errs: 'It knows nothing beyond its depth. Here White mates in two moves: 1. Qg8+ Rxg8 2. Nf7, three plies. To depth 2 the search does not see the mate, and its score is only an evaluation. Depth 3 sees it.',
    errsLab: ['Show depth 2 and depth 3', { root: SMOTHERED, depth: 3, show: 'depths', claim: { score: 'other', move: 'other' } }],
    bug: 'The step for Min starts with 0 as its best so far, not with something above every score. A value above 0 is then never seen: whatever is good for Max looks like 0.',
    bugLab: { root: FEW_MOVES, depth: 2, show: 'bug', material: true, claim: { score: 'other' } },
    bugLines: { 4: '  best ← −∞ for Max, 0 for Min' },
    insets: ['evaluation'],
    reading: 'J. von Neumann, <i>Zur Theorie der Gesellschaftsspiele</i>, 1928; C. Shannon, <i>Programming a computer for playing chess</i>, 1950.',
    engine: 'Step 6',
  },
  {
    id: 'negamax',
    title: 'Negamax',
    idea: `<p>Minimax has the same step twice, once with “greatest” and once with “least”. One is enough, since
      min(a, b) = −max(−a, −b).</p>
      <p>Let each node count <i>from the view of the side that moves there</i>. Both sides then take the greatest. A child belongs to the
      other side, so its score <b>changes its sign</b> on the way up.</p>
      <p>The tree, the value and the number of nodes stay the same. It is only less to write, and less to get wrong.
      (The trees on this page show all scores from the view of the side that moves at the root, as books do. The values beside the plain
      lines are those of the side that moves at the node.)</p>`,
    picture: tree(['3', [['−3', [['3', [], 'good'], ['12'], ['8']], 'good'], ['−2', [['2'], ['4'], ['6']]], ['−2', [['14'], ['5'], ['2']]]], 'good'],
      'The tree of step 1 as negamax sees it. Min’s nodes hold −3, −2 and −2: the greatest of the negated leaves. The root takes the greatest of 3, 2 and 2.'),
    plain: `search a node to some depth @enter # The search of a node begins here.
  if the game is over or the depth is 0 @leaf # The same end as in minimax.
    return the evaluation for the side to move # Each node counts for the side that moves there.
  best ← −∞ # Both sides look for the greatest.
  for each move # All of them, as in minimax.
    play it @call # The other side is to move now.
    score ← −search(child, depth − 1) # The child counts for the other side, so the sign changes.
    take the move back # The next move starts from the same position.
    if score > best @worse # Both sides look for the greatest.
      best ← score @raise # A better move was found.
  return best @return # For the side that moves here.`,
    wrong: [7, '    score ← search(child, depth − 1)'],
    code: [['textbook/src/negamax.rs', 'negamax']],
    presets: [
      ['Four moves', { root: FEW_MOVES, depth: 2, material: true, claim: { nodes: 'same', score: 'same' } }],
      ['Three plies', { root: FEW_PAWNS, depth: 3, material: true, claim: { nodes: 'same', score: 'same' } }],
      ['A pawn ending', { root: LASKER, depth: 4, claim: { nodes: 'same', score: 'same' } }],
    ],
    sound: 'The same value and the same nodes as minimax, always.',
    errs: 'What it gets wrong is what minimax gets wrong: beyond its depth it sees nothing.',
    errsLab: ['A mate that depth 2 does not see', { root: SMOTHERED, depth: 2, claim: { nodes: 'same', score: 'same' } }],
    bug: 'The evaluation counts for White, whoever is to move. Where Black is to move at the leaves, all scores have the wrong sign, and the search plays for the other side. With White to move at the root, even depths mostly hide it.',
    bugLab: { root: LASKER, depth: 3, show: 'bug', claim: { score: 'other', move: 'other' } },
    bugLines: { 3: '    return the evaluation for White, whoever is to move' },
    reading: 'D. Knuth and R. Moore, <i>An analysis of alpha-beta pruning</i>, 1975, which named the form.',
    engine: 'Step 15',
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
    plain: `search(node, depth, α, β) @enter # Only a value between α and β can matter.
  if the game is over or the depth is 0 @leaf # The same end as before.
    return the evaluation for the side to move # Each node counts for the side that moves there.
  best ← −∞ # Fail-soft: the best starts below everything, not at α.
  for each move # Until one reaches β.
    score ← −search(child, depth − 1, −β, −α) @call # For the opponent the window is turned round: its ends change places and signs.
    best ← max(best, score) @worse # What was found, even if it lies outside the window.
    α ← max(α, score) @raise # The mover is sure of this much from now on.
    if α ≥ β: stop @cut # The opponent will not let the game come here.
  return best @return # A value inside the window, outside only a bound.`,
    wrong: [6, '    score ← −search(child, depth − 1, −α, −β)'],
    code: [['textbook/src/alphabeta.rs', 'fail_soft', 'search_moves']],
    presets: [
      ['Four moves', { root: FEW_MOVES, depth: 2, order: 'captures', material: true, claim: fewer(1.5) }],
      ['Three plies', { root: FEW_PAWNS, depth: 3, order: 'captures', material: true, claim: fewer(1.5) }],
      ['A mate in two', { root: SMOTHERED, depth: 3, order: 'captures', claim: fewer(10) }],
    ],
    sound: 'The value of the root is always that of minimax. Scores inside the tree may be bounds: “≤ 2” or “≥ 7”. Take a bound for a value, and you have a bug.',
    errs: 'It saves nothing if the worst moves come first. Here the worse move of White comes first, so no answer to the better one lies below α, and no leaf is cut. (Choose the order “backwards”, and some are.)',
    errsLab: ['Show a tree without a cut', { root: BADLY_ORDERED, depth: 2, order: 'captures', material: true, claim: { nodes: 'same', score: 'same' } }],
    bug: 'For the opponent the window has to be turned round: (α, β) becomes (−β, −α). Here the signs change, but the sides are not swapped. Good lines fall outside of the window, and are cut.',
    bugLab: { root: ROOK_ENDING, depth: 3, order: 'captures', show: 'bug', claim: { score: 'other' } },
    bugLines: { 6: '    score ← −search(child, depth − 1, −α, −β)' },
    secondBug: {
      text: 'Fail-soft mixed with fail-hard: α is set to the best score so far, although that may lie below the α that the node was given. The value stays right. But the bound of the parents is forgotten, and cuts are missed.',
      lab: { root: ROOK_ENDING, depth: 4, order: 'captures', show: 'second', claim: more(1.5) },
      lines: { 8: '    α ← best' },
    },
    insets: ['branching'],
    reading: 'D. Knuth and R. Moore, <i>An analysis of alpha-beta pruning</i>, 1975.',
    engine: 'Step 16',
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
    plain: `search(node, depth, α, β) @enter # Alpha-beta, with the moves sorted first.
  if the game is over or the depth is 0 @leaf # The same end as before.
    return the evaluation # For the side to move.
  sort the moves: captures, the greatest victim first # Taking something is often the answer that cuts.
    then killers, then the others by their history # Quiet moves that have cut elsewhere will cut here.
  for each move, in this order # The sooner the answer that cuts, the better.
    score ← −search(child, depth − 1, −β, −α) @call # As in alpha-beta.
    best ← max(best, score); α ← max(α, score) @worse,raise # As in alpha-beta.
    if α ≥ β: stop @cut # The rest of the moves is left out.
      if the move is quiet: it is a killer; add depth² to its history # What cut here is tried early elsewhere.
  return best @return # The order changes nothing about the value.`,
    wrong: [4, '  sort the moves: captures, the least victim first'],
    code: [['textbook/src/chess_order.rs', 'arrange', 'mvv_lva', 'piece_value']],
    presets: [
      ['Many captures (Kiwipete)', { root: KIWIPETE, depth: 3, order: 'captures', claim: fewer(5) }],
      ['Start, killers and history', { root: START, depth: 4, order: 'killers', claim: fewer(2) }],
      ['Opening, killers and history', { root: MIDDLE, depth: 3, order: 'killers', claim: fewer(2) }],
    ],
    sound: 'Any order returns the value of minimax. (If two moves are equally good, another of them may be played.) The order “best first” exists only in trees that are written down, where the true values are known.',
    errs: 'Guesses can be wrong. After most moves of White, Black mates by Rd1, which is quiet. An order by captures tries g×h6 before it, and needs <b>more</b> nodes than the moves as they come.',
    errsLab: ['Show a quiet mate', { root: SMOTHERED, depth: 3, order: 'captures', claim: more(2) }],
    bug: 'The moves are sorted the wrong way round: worst first. The value is right, so no test of values finds it. Look at the counts.',
    bugLab: { root: MIDDLE, depth: 3, order: 'captures', show: 'bug', claim: more(2) },
    bugLines: { 5: '    then killers, then the others; and turn the list round' },
    insets: ['history', 'exchange'],
    reading: 'J. Schaeffer, <i>The history heuristic and alpha-beta search enhancements in practice</i>, 1989.',
    engine: 'Step 13',
  },
  {
    id: 'pvs',
    title: 'Principal variation search',
    idea: `<p>In a good order the first move is mostly the best. So why find out <i>how bad</i> the others are? It is enough to prove that they
      are <i>not better</i>.</p>
      <p>The first move gets the whole window. Each other move gets a <b>zero window</b> (α, α + 1), in which no score
      lies. The answer is only yes or no: better than α, or not. Such a window cuts more than any other.</p>
      <p>If the answer is yes, the move is searched again with the rest of the window, for its value: a <b>re-search</b>.</p>
      <p>What it saves depends on the order. The labs below show positions in which it saves much, and one in which it costs. In 524 searches of
      ninety positions, to depths 3 to 5 with captures first, it about broke even (in the median 0.95 times as good): engines gain by it
      because their table (step 7) puts the best move first.</p>`,
    picture: windows([['first move', 20, 90, 'its value'], ['other moves', 40, 41, 'better than 40?'], ['if yes: again', 40, 90, 'its value']],
      'The first move has raised α from 20 to 40. The others are only asked if they beat 40.'),
    plain: `search(node, depth, α, β) @enter # The same window as in alpha-beta.
  if the game is over or the depth is 0 @leaf # The same end.
    return the evaluation # For the side to move.
  for each move # In a good order, or it does not pay.
    first move: score ← −search(child, −β, −α) @first,call # Mostly the best: its value is wanted.
    others: score ← −search(child, −α − 1, −α) @zero # Only a question: is it better than α?
      if α < score < β: score ← −search(child, −β, −α) @again # Yes, it is. How much better, only a second search tells.
    best ← max(best, score) @worse # As in alpha-beta.
    α ← max(α, score) @raise # As in alpha-beta.
    if α ≥ β: stop @cut # As in alpha-beta.
  return best @return # The value of minimax.`,
    wrong: [7, '      if α < score < β: α ← score, without a second search'],
    code: [['textbook/src/pvs.rs', 'search', 'search_child']],
    presets: [
      ['A middlegame', { root: SCHEVENINGEN, depth: 3, order: 'captures', claim: fewer(1.7) }],
      ['Rooks and knights', { root: KNIGHTS, depth: 3, order: 'captures', claim: fewer(1.6) }],
      ['The same with killers', { root: SCHEVENINGEN, depth: 3, order: 'killers', claim: fewer(1.5) }],
    ],
    sound: 'The value of minimax, always. Without counting nodes that are searched twice, it never needs more of them than alpha-beta, if each node keeps its order of moves.',
    errs: 'If the first move is often not the best, moves are searched twice. Here it needs <b>more</b> nodes than alpha-beta.',
    errsLab: ['Show the price of a re-search', { root: MIDDLE, depth: 3, order: 'killers', claim: more(1.2) }],
    bug: 'The re-search is forgotten. The zero window has said “at least α + 1”, and that bound is taken for the value.',
    bugLab: { root: SCHEVENINGEN, depth: 3, order: 'captures', show: 'bug', claim: { score: 'other', move: 'other' } },
    bugLines: { 7: '      if α < score < β: keep the score, without a second search' },
    reading: 'J. Pearl, <i>Asymptotic properties of minimax trees and game-searching procedures</i>, 1980 (Scout); T. Marsland and M. Campbell, <i>Parallel search of strongly ordered game trees</i>, 1982.',
    engine: 'Step 15',
  },
  {
    id: 'deepening',
    title: 'Iterative deepening',
    idea: `<p>Nobody knows how deep a search will get in the time it has. So search to depth 1, then to depth 2, and so on, until the time is
      spent. There is a move to play at any moment.</p>
      <p>It looks like waste, and is cheap: each depth costs several times the one before, so all of them together cost
      little more than the last. And each begins with the <b>best move of the one before</b>, a better guess than any
      rule. Where that move is far better than the others, all depths together need fewer nodes than the last one alone.</p>`,
    picture: windows([['depth 1', 0, 1.5, ''], ['depth 2', 0, 6, ''], ['depth 3', 0, 24, ''], ['depth 4', 0, 96, 'the last']],
      'If each depth costs four times the one before, all others together cost a third of the last.'),
    plain: `deepen(position) # The loop around the search.
  best move ← none # Nothing is known yet.
  for depth 1, 2, 3, … while there is time @deepen # There is a move to play after each of them.
    order the root: the best move of the depth before comes first # A search is the best guess there is.
    (score, best move) ← search(root, depth, −∞, +∞) # A whole alpha-beta search, from its beginning.
search(node, depth, α, β) @enter # Alpha-beta.
  if the game is over or the depth is 0: return the evaluation @leaf # As before.
  for each move: score ← −search(child, depth − 1, −β, −α) @call # As before.
    best ← max(best, score); α ← max(α, score) @worse,raise # As before.
    if α ≥ β: stop @cut # As before.
  return best @return # The value to this depth.`,
    wrong: [4, '    order the root: the best move of the depth before comes last'],
    code: [['textbook/src/course.rs', 'deepen'], ['textbook/src/deepening.rs', 'deepen', 'predict']],
    presets: [
      ['An attack', { root: ATTACK, depth: 4, order: 'captures', claim: fewer(3) }],
      ['A mate in two', { root: SMOTHERED, depth: 5, claim: fewer(2.5) }],
      ['One ply more of it', { root: ATTACK, depth: 4, order: 'captures', show: 'depths', claim: { nodes: { more: 2 } } }],
    ],
    sound: 'Each finished depth has the value of minimax to that depth.',
    errs: 'Without a table only the moves of the root are ordered by the depth before. Where all moves are much alike, the small depths are paid for and gain nothing: here alpha-beta that goes straight to the depth needs fewer nodes.',
    errsLab: ['Show what it costs without a table', { root: LASKER, depth: 6, claim: more(1.3) }],
    bug: 'The best move of the depth before is put last, not first. The value is right; the nodes saved are lost.',
    bugLab: { root: MIDDLE, depth: 4, order: 'captures', show: 'bug', claim: more(1.6) },
    bugLines: { 4: '    order the root: the best move of the depth before comes last' },
    insets: ['time'],
    reading: 'D. Slate and L. Atkin, <i>Chess 4.5: the Northwestern University chess program</i>, 1977.',
    engine: 'Step 13, which tries the best move of the depth before first; the loop around it is in root.rs',
  },
  {
    id: 'table',
    title: 'Transposition table',
    idea: `<p>1. e4 e5 2. Nf3 and 1. Nf3 e5 2. e4 lead to the same position: a <b>transposition</b>. Chess is full of them. A table keeps for
      each position its score, how deep it was searched, whether the score is a value or a <b>bound</b>, and the best move.</p>
      <p>If the position comes again, at this depth, the entry may answer at once. “At least 5” answers if β is 5 or less; it does not if
      the window is (0, 9). Even if it does not answer, its move is tried first: the best guess there is. (Both searches below go depth after depth, so that
      the move of an entry mostly comes from the depth before.)</p>`,
    picture: windows([['entry: ≥ 60', 60, 100, 'the value lies here'], ['window 20 … 50', 20, 50, 'answered: it is above β'], ['window 40 … 80', 40, 80, 'not answered: search']],
      'A bound answers a window only if the whole window lies on the other side of it.'),
    plain: `search(node, depth, α, β) @enter,deepen # Alpha-beta with a memory.
  if the game is over or the depth is 0: return the evaluation @leaf # As before.
  entry ← table[key of the position] # The key is a number of 64 bits that stands for the position.
  if its depth is this depth and its bound answers (α, β) @table # A bound may lie on the wrong side of the window.
    return its score # Nothing is searched.
  try the move of the entry first # Even where the score does not answer, the move is a good guess.
  for each move: score ← −search(child, depth − 1, −β, −α) @call # As before.
    best ← max(best, score); α ← max(α, score) @worse,raise # As before.
    if α ≥ β: stop @cut # As before.
  table[key] ← depth, best, its bound, the best move @return # “At least” after a cut, “at most” if nothing beat α.
  return best # As before.`,
    wrong: [4, '  if its depth is this depth'],
    code: [['textbook/src/transposition.rs', 'search', 'search_trusting']],
    presets: [
      ['A pawn ending', { root: LASKER, depth: 6, claim: fewer(3) }],
      ['Two plies more', { root: LASKER, depth: 8, claim: fewer(10) }],
      ['Opening', { root: MIDDLE, depth: 4, order: 'captures', claim: fewer(2) }],
    ],
    sound: 'The value of minimax, as long as the value of a position does not depend on the way to it. Entries of exactly this depth are used here; engines use deeper ones too, which gives other (better informed) values.',
    errs: 'In chess the way can matter: a repeated position is a draw, and the table does not know which positions came before. Engines live with it. Here, two plies deep, nothing transposes yet, and the table saves nothing.',
    errsLab: ['Show a tree without transpositions', { root: FEW_MOVES, depth: 2, material: true, claim: { nodes: 'same', score: 'same' } }],
    bug: 'The table forgets which scores are bounds and takes each for the value: a stale bound answers windows that it knows nothing about. (Its sister: a mate score counts plies from the root, so a stored one has to be turned into one that counts from its own position. Forget it, and mates come nearer or go further each time the table is used.)',
    bugLab: { root: STALE_BOUND, depth: 4, order: 'captures', show: 'bug', claim: { score: 'other', move: 'other' } },
    bugLines: { 4: '  if its depth is this depth, whatever its bound' },
    insets: ['keys', 'threads'],
    numbers: 'In a tree of numbers no two lines meet: the table only has the move to try first.',
    reading: 'A. Zobrist, <i>A new hashing method with application for game playing</i>, 1970; R. Greenblatt, D. Eastlake and S. Crocker, <i>The Greenblatt chess program</i>, 1967.',
    engine: 'Step 4',
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
    plain: `search(node, depth, α, β) @enter # Alpha-beta with another end.
  if the depth is 0: return captures(node, α, β) @leaf # Not the evaluation: first the exchanges are played out.
  for each move: score ← −search(child, depth − 1, −β, −α) @call # As before.
    best ← max(best, score); α ← max(α, score) @worse,raise # As before.
    if α ≥ β: stop @cut # As before.
  return best @return # As before.
captures(node, α, β) @stand # No depth: it ends where nothing is left to take.
  best ← evaluation; if in check: −∞ # Standing pat: nobody has to capture. In check one has to do something.
  if best ≥ β: return best @standcut # Good enough without a capture.
  for each capture; if in check: each move # All others are left out, so it stays small.
    score ← −captures(child, −β, −α) @capture # The other side may capture or stand pat in turn.
    best ← max(best, score); α ← max(α, best); if α ≥ β: stop # As in the search above.
  return best # The best of standing pat and of all captures.`,
    wrong: [8, '  best ← −∞'],
    code: [['textbook/src/quiescence.rs', 'quiesce']],
    presets: [
      ['A guarded pawn', { root: GUARDED_PAWN, depth: 1, claim: { score: 'other', move: 'other' } }],
      ['Opening', { root: MIDDLE, depth: 2, order: 'captures', claim: { score: 'other', move: 'other' } }],
      ['Its price (Kiwipete)', { root: KIWIPETE, depth: 1, order: 'captures', claim: { score: 'other', nodes: { more: 10 } } }],
    ],
    sound: 'It evaluates other positions than minimax does, so its value may be another one: better informed, mostly at the price of more nodes.',
    errs: 'Only captures are seen (and evasions in check). Here Black takes the pawn on a2 with the rook and does not see the quiet answer Rd8, mate: quiescence finds the same score as the search without it.',
    errsLab: ['Show it', { root: BACK_RANK, depth: 1, order: 'captures', claim: { score: 'same', move: 'same' } }],
    bug: 'Standing pat is forgotten: whoever can capture has to. The search believes that queens must take guarded pawns.',
    bugLab: { root: MIDDLE, depth: 1, order: 'captures', show: 'bug', claim: { score: 'other' } },
    bugLines: { 8: '  best ← −∞; if not in check and nothing can be taken: evaluation' },
    numbers: 'A tree of numbers has no captures, so there is nothing to play out.',
    reading: 'A. Turing, <i>Digital computers applied to games</i>, 1953 (“dead positions”); D. Beal, <i>A generalised quiescence search algorithm</i>, 1989.',
    engine: 'quiescence.rs, which Step 8 calls early',
  },
  {
    id: 'aspiration',
    title: 'Aspiration windows',
    idea: `<p>The score of the last depth is a good guess of the next. So the next search begins with a <b>narrow window around it</b>. A narrow
      window cuts more than a wide one.</p>
      <p>If the score lies inside, it is the value. If it lies outside, it is only a bound: “fail low” or “fail high”. The search is
      then repeated with that side of the window opened.</p>
      <p>Both searches below first go a ply less deep, for the guess. They differ only in the window of the last depth.</p>`,
    picture: windows([['first search', 35, 65, 'around the last score'], ['fails high', 65, 100, '“at least 65”: again'], ['second search', 35, 100, 'its value']],
      'The guess was 50. The score is at least 65, so the upper side is opened.'),
    plain: `guess ← score of depth − 1 @deepen # The last depth is nearly right.
(α, β) ← (guess − margin, guess + margin) # A third of a pawn to each side, 30 in a tree of numbers.
repeat # Mostly once.
  score ← search(root, depth, α, β) @root # A narrow window cuts more.
  if score ≤ α: α ← −∞ # Fail low: “at most”. That side is opened.
  else if score ≥ β: β ← +∞ # Fail high: “at least”. That side is opened.
  else return score # Inside: it is the value.
search(node, depth, α, β) @enter # Alpha-beta.
  if the game is over or the depth is 0: return the evaluation @leaf # As before.
  for each move: score ← −search(child, depth − 1, −β, −α) @call # As before.
    best ← max(best, score); α ← max(α, score) @worse,raise # As before.
    if α ≥ β: stop @cut # As before.
  return best @return # A value inside the window, outside only a bound.`,
    wrong: [6, '  else if score ≥ β: return score'],
    code: [['textbook/src/aspiration.rs', 'search']],
    presets: [
      ['A king in the centre', { root: UNCASTLED, depth: 4, order: 'captures', claim: fewer(2) }],
      ['Rooks and knights', { root: KNIGHTS, depth: 3, order: 'captures', claim: fewer(1.5) }],
      ['The same, a ply deeper', { root: KNIGHTS, depth: 4, order: 'killers', claim: fewer(1.5) }],
    ],
    sound: 'The value of minimax, after as many searches as are needed.',
    errs: 'If the score jumps, the narrow search was for nothing, and the depth is searched twice: <b>more</b> nodes. Here the score of depth 4 lies outside the window around that of depth 3.',
    errsLab: ['Show a score that jumps', { root: KIWIPETE, depth: 4, order: 'captures', claim: more(1.3) }],
    bug: 'The score lay outside, and nobody searches again: the bound is believed. The root plays a move of which it knows only “at least”.',
    bugLab: { root: SMOTHERED, depth: 3, order: 'captures', show: 'bug', claim: { score: 'other', move: 'other' } },
    bugLines: { 5: '  if score ≤ α: return score', 6: '  else if score ≥ β: return score' },
    reading: 'G. Baudet, <i>The design and analysis of algorithms for asynchronous multiprocessors</i>, 1978; H. Kaindl and others, <i>Minimax search algorithms with and without aspiration windows</i>, 1991.',
    engine: 'Step 15, with the window that root.rs has chosen',
  },
  {
    id: 'null-move',
    title: 'Null move',
    idea: `<p>In chess it is nearly always better to move than to pass. So let the side to move <b>pass</b>, and search what the opponent can do
      then, less deep than a move would be. If the score still reaches β, some move will reach it too: the node is cut before
      it has tried a move.</p>
      <p>That is a bet, not a proof. In check nobody may pass, and twice in a row would lead nowhere. It gains most where one side is far
      ahead, because there most nodes are cut by a pass.</p>`,
    picture: tree(['≥ β', [['pass', [['≥ β, 2 plies less deep', [], 'good']], 'good'], ['moves', [['not searched', [], 'cut']], 'cut']]],
      'Passing is not legal in chess: it is only a question. If even that is good enough, so is a move.'),
    plain: `search(node, depth, α, β) @enter # Alpha-beta with a question before the moves.
  if the game is over or the depth is 0: return the evaluation @leaf # As before.
  if the depth is 3 or more, not in check, and the side has a piece beside king and pawns # In zugzwang a pass is better than any move, and proves nothing.
    and the move before was no pass, and β is not +∞ # Two passes would be this position again, and nothing reaches +∞.
    pass; score ← −search(child, depth − 3, −β, −β + 1) @pass # Two plies less deep than a move: it only asks if β is reached.
    if score ≥ β: return β @passcut # If passing is good enough, so is a move.
  for each move: score ← −search(child, depth − 1, −β, −α) @call # As before.
    best ← max(best, score); α ← max(α, score) @worse,raise # As before.
    if α ≥ β: stop @cut # As before.
  return best @return # Mostly the value of minimax.`,
    wrong: [3, '  if the depth is 3 or more, not in check'],
    code: [['textbook/src/null_move.rs', 'search']],
    presets: [
      ['One side is ahead', { root: AHEAD, depth: 4, order: 'captures', claim: fewer(3) }],
      ['A rook ending', { root: ROOK_ENDING, depth: 5, order: 'captures', claim: fewer(2.5) }],
      ['A quiet middlegame', { root: ITALIAN, depth: 4, order: 'captures', claim: fewer(1.6) }],
    ],
    sound: 'Not sound: it may return another value than minimax. It is right so often that engines gain many plies by it.',
    errs: 'In <b>zugzwang</b> every move hurts, and passing would be best. Pawn endings are full of it: a side that has only its king and pawns does not pass. With a piece more it passes, and may be wrong: here the black pieces shut each other in, and both the score and the move change.',
    errsLab: ['Show it', { root: SHUT_IN, depth: 5, order: 'captures', claim: { score: 'other', move: 'other' } }],
    bug: 'The exception for pawn endings is left out. Whoever has to move here must give way with the king. The search passes instead, and believes that all is well.',
    bugLab: { root: ZUGZWANG, depth: 7, show: 'bug', claim: { score: 'other' } },
    bugLines: { 3: '  if the depth is 3 or more and not in check' },
    numbers: 'In a tree of numbers nobody can pass.',
    reading: 'D. Beal, <i>A generalised quiescence search algorithm</i>, 1989; C. Donninger, <i>Null move and deep search</i>, 1993.',
    engine: 'Step 9',
  },
  {
    id: 'reductions',
    title: 'Late-move reductions and pruning',
    idea: `<p>In a good order the fourth move is seldom the best. So <b>late moves are searched less deep</b>, and with a zero window: better than α,
      or not? If one seems to be better, it is searched again to the full depth.</p>
      <p>Near the leaves engines go further: a late quiet move is <b>skipped</b> if the evaluation is far below α (<i>futility</i>), or if many moves
      came before it (<i>late-move pruning</i>).</p>`,
    picture: windows([['moves 1 to 3', 0, 96, 'depth 8'], ['moves 4, 5, …', 0, 72, 'depth 7 or less: better?'], ['if yes: again', 0, 96, 'depth 8']],
      'The bars are depths. A move that seems better is searched again.'),
    plain: `search(node, depth, α, β) @enter # Principal variation search that trusts its order.
  if the game is over or the depth is 0: return the evaluation @leaf # As before.
  for each move # The order decides which moves are late.
    first move: score ← −search(child, depth − 1, −β, −α) @first,call # Mostly the best.
    moves 2 and 3, and below depth 3 all others: score ← −search(child, depth − 1, −α − 1, −α) @zero # As in principal variation search.
    later: score ← −search(child, depth − 2, −α − 1, −α) @reduced # Seldom better: a ply less is enough to see that.
      if score > α: again to depth − 1 @again # The guess was wrong, so the full depth decides.
    if α < score < β: again with (−β, −α) # As in principal variation search.
    best ← max(best, score); α ← max(α, score) @worse,raise # As before.
    if α ≥ β: stop @cut # As before.
  return best @return # Mostly the value of minimax.`,
    wrong: [7, '      if score > α: keep the score'],
    code: [['textbook/src/reductions.rs', 'search']],
    presets: [
      ['Start, killers and history', { root: START, depth: 5, order: 'killers', claim: fewer(3) }],
      ['A mate in two', { root: SMOTHERED, depth: 5, order: 'killers', claim: fewer(3) }],
      ['Opening', { root: MIDDLE, depth: 4, order: 'killers', claim: fewer(1.6) }],
    ],
    sound: 'Not sound: a move whose strength shows only in the last ply is missed. The better the order, the rarer that is.',
    errs: 'The mate by a queen sacrifice takes three plies. A late move is searched one ply less deep, and then it is only a lost queen.',
    errsLab: ['Show a missed mate', { root: SMOTHERED, depth: 3, order: 'captures-last', claim: { score: 'other', move: 'other' } }],
    bug: 'The reduced score is believed also if it says “better”: nothing is searched again. Moves are then played that were never searched to the depth.',
    bugLab: { root: KIWIPETE, depth: 4, order: 'killers', show: 'bug', claim: { score: 'other', move: 'other' } },
    bugLines: { 7: '      if score > α: keep the score' },
    reading: 'T. Romstad, <i>An introduction to late move reductions</i>, 2006; E. Heinz, <i>Extended futility pruning</i>, 1998.',
    engine: 'Step 14, Step 15',
  },
  {
    id: 'extensions',
    title: 'Extensions',
    idea: `<p>Where reductions take plies away, extensions give them. A <b>check</b> leaves few answers, and may be the start of a mate. So a
      node whose side is in check is searched <b>a ply deeper</b>: the forced answer is free.</p>
      <p>Engines have a second rule. A move is <b>singular</b> if a search of all the <i>others</i> shows that none comes near it. Everything hangs
      on such a move, so it is searched deeper. If the others reach β as well, the node is cut instead.</p>`,
    picture: windows([['check', 0, 66, 'depth 2'], ['forced answer', 0, 66, 'depth 2 again: it was free'], ['mate', 0, 33, 'depth 1: seen']],
      'The bars are the plies left. Without the extension, nothing would be left after the answer.'),
    plain: `search(node, depth, α, β) @enter # Alpha-beta that gives a ply where it matters.
  if in check, and the line has been extended fewer than 8 times # A line full of checks has to end, too.
    depth ← depth + 1 # The forced answer costs nothing.
  if the game is over or the depth is 0: return the evaluation @leaf # After the extension, so that a check is answered first.
  for each move: score ← −search(child, depth − 1, −β, −α) @call # As before.
    best ← max(best, score) @worse # As before.
    α ← max(α, score) @raise # As before.
    if α ≥ β: stop @cut # As before.
  return best @return # A better informed value than to the bare depth.`,
    wrong: [2, '  always, once a line'],
    code: [['textbook/src/extensions.rs', 'search']],
    presets: [
      ['A mate in two at depth 2', { root: SMOTHERED, depth: 2, order: 'captures', claim: { score: 'other', move: 'other', nodes: { more: 1.5 } } }],
      ['A rook ending', { root: ROOK_ENDING, depth: 2, order: 'captures', claim: { score: 'other', nodes: { more: 2 } } }],
      ['Depth 2 sees what depth 3 sees', { root: SMOTHERED, depth: 3, order: 'captures', show: 'depths', claim: { score: 'same', nodes: { more: 2 } } }],
    ],
    sound: 'It looks deeper than asked, so its value may be another one: better informed, mostly at the price of more nodes.',
    errs: 'It is paid for in every node in check, whether the check leads anywhere or not. Here nothing is found, and the nodes are spent.',
    errsLab: ['Show a price for nothing', { root: ROOK_ENDING, depth: 3, order: 'captures', claim: more(2) }],
    bug: 'Every line is extended, not only those in check. The score gets better, and looks like a gain: it is only the next depth under another name, at its price.',
    bugLab: { root: ROOK_ENDING, depth: 2, order: 'captures', show: 'bug', claim: { score: 'other', nodes: { more: 5 } } },
    bugLines: { 2: '  at the first node always; below it if in check, fewer than 8 times' },
    numbers: 'A tree of numbers has no checks, and is searched to its leaves.',
    reading: 'T. Anantharaman, M. Campbell and F. Hsu, <i>Singular extensions: adding selectivity to brute-force searching</i>, 1988.',
    engine: 'Step 12',
  },
  {
    id: 'engine',
    title: 'The playing engine',
    idea: `<p>Coppice is the steps before, all at once, and some more: principal variation search with iterative deepening, a table, quiescence,
      aspiration windows, null moves, reductions, extensions, and half a dozen rules that prune. Each node goes through the numbered
      steps below, in this order.</p>
      <p>Give it a position of your own. The pruned branches nearest to the root are listed with their rules, and you can ask what a
      <b>full search</b> of it would have found.</p>`,
    picture: tree(['node', [['table move', [], 'good'], ['captures'], ['killers'], ['late: less deep'], ['later: skipped', [], 'cut']]],
      'A node that no rule has ended yet tries its moves from left to right, and ends as soon as one reaches β.'),
    plain: `search(node, depth, α, β) @enter,deepen # Steps 1 to 3 of the code come here: draws, and mates already found.
  table: a deep entry that answers ends the node @table # Steps 4 and 5: what was searched once, and tablebases.
  at depth 0: captures only @leaf,stand,capture # Quiescence search has no depth.
  evaluation far above β, or a pass that reaches it: cut @pass,passcut # Steps 7 and 9: bets that pay.
  the table’s move alone is good: a ply more @test # Step 12: singular extensions.
  for each move: table move, captures, killers, history # Step 13: the order that all the rest relies on.
    hopeless: skip it @skip # Step 14: a quiet move far below α will not reach it.
    the first: whole window @first,call # Step 15: its value is wanted.
    others: zero window, late ones less deep @zero,reduced # Step 15: a question is enough for these.
      better than α: again @again # Step 15: the guess was wrong.
    best ← max(best, score); α ← max(α, score) @worse,raise # Step 16: as in alpha-beta.
    if α ≥ β: stop, and remember what cut @cut # Steps 16 and 17: the histories learn.
  keep the result in the table @return # Step 19: for the next visit.`,
    wrong: [6, '  for each move, as they come'],
    code: [['search/src/search.rs']],
    presets: [
      ['Sound techniques beside all of them', { root: MIDDLE, depth: 5, claim: { nodes: { fewer: 10 } } }],
      ['Opening', { root: MIDDLE, depth: 5, show: 'alone', claim: {} }],
      ['Many captures (Kiwipete)', { root: KIWIPETE, depth: 5, show: 'alone', claim: {} }],
    ],
    sound: 'Not sound, and meant not to be: it gives up proofs for depth. Its matches decide which bets pay.',
    errs: 'Each rule is wrong now and then. The mate in two is found by the sound techniques at depth 4, and not yet by the engine. (Search the pruned branches in full, in the list above, and count how many rules were wrong.)',
    errsLab: ['A mate that comes late', { root: SMOTHERED, depth: 4, claim: { score: 'other', move: 'other' } }],
    bug: 'A wrong key: a position gets another key each time, so the table never finds anything. The page still gets an answer, so nobody notices. It needs more than twice the nodes.',
    bugLab: { root: KIWIPETE, depth: 6, show: 'bug', claim: { nodes: { more: 2 } } },
    bugLines: { 2: '  table: the key is another one each time, so there is no entry' },
    insets: ['others', 'project'],
    reading: `The numbered steps of <a href="${REPOSITORY}crates/search/src/search.rs">search.rs</a>, and the ledger of what each is worth, <a href="${REPOSITORY}docs/notes/README.md">docs/notes</a>.`,
    engine: 'Step 1 to Step 19',
  },
];

/** All labs of a step, by name. */
export function labsOf({ presets, errsLab, bugLab, secondBug }: Step): [name: string, lab: Lab][] {
  return [...presets, errsLab, ['the bug', bugLab], ...(secondBug ? [['the other bug', secondBug.lab] as [string, Lab]] : [])];
}

export interface PlainLine { text: string; keys: string[]; why: string; isBug?: boolean }

/** The plain lines of a step; with `bug`, some have a mistake. */
export function plainLines({ plain }: Step, bug: Lines = {}): PlainLine[] {
  return plain.split('\n').map((line, index) => {
    const [, text, keys, why] = /^(.*?)(?: @(\S+))?(?: # (.*))?$/.exec(line)!;
    const right = { text: text!, keys: keys?.split(',') ?? [], why: why ?? '' };
    const wrong = bug[index + 1];
    return wrong === undefined ? right : { ...right, text: wrong, why: `The bug. It has to be: ${right.text.trim()}`, isBug: true };
  });
}

/** The step that has the search without the idea of another one, for those that do not build on alpha-beta. The sound techniques of the engine have its lines. */
const WITHOUT: Record<string, string> = { negamax: 'minimax', alphabeta: 'negamax', reductions: 'pvs', engine: 'engine' };

/** The plain lines of each search of a lab. */
export function linesOf(step: Step, show: Settings['show']): PlainLine[][] {
  const right = plainLines(step);
  const before = STEPS.find(({ id }) => id === (WITHOUT[step.id] ?? 'alphabeta'))!;
  switch (show) {
    case 'compare': return [plainLines(before), right];
    case 'bug': return [right, plainLines(step, step.bugLines)];
    case 'second': return [right, plainLines(step, step.secondBug!.lines)];
    default: return [right, right];
  }
}
