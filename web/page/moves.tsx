// The moves of the game in two columns, with variations and comments between them. A long game is cut into blocks, of which
// only those are made again that have changed.

import { Component, type JSX } from 'preact';
import { useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import { fenOf, type Game, type GameNode, lineFrom, nameOf, nodeOf, resultOf, SYMBOLS, tagOf } from './game';
import { Graph } from './graph';
import { openingAt, playedFrom } from './openings';
import { reveal, type ViewProps } from './parts';
import { scoreText } from './score';
import * as change from './state';

const BLOCK = 40;
interface Actions { go: (id: number) => void; remove: (id: number) => void }

function MoveButton({ node, isHere, count = '', actions }: { node: GameNode; isHere: boolean; count?: string; actions: Actions }) {
  const symbols = node.nags.map((nag) => SYMBOLS[nag] ?? `$${nag}`).join(' ');
  return (
    <button type="button" class={`move nag-${node.nags[0] ?? 0}`} data-id={node.id} aria-current={isHere ? 'true' : undefined} onClick={() => actions.go(node.id)}>
      {count + node.move!.san + (symbols ? ` ${symbols}` : '')}{node.score && <small>{scoreText(node.score)}</small>}
    </button>);
}

/** A variation from its first move on, with those within it in brackets; those that lie deeper than this are counted. */
const MAX_DEPTH = 12;

function Variation({ game, first, here, actions, depth }: { game: Game; first: number; here: number; actions: Actions; depth: number }) {
  const parts: JSX.Element[] = [];
  let isNumbered = true;
  for (const id of lineFrom(game, first)) {
    const node = nodeOf(game, id);
    const { color, number } = node.move!;
    parts.push(<MoveButton key={id} node={node} isHere={id === here} actions={actions} count={color === 'white' ? `${number}. ` : isNumbered ? `${number}... ` : ''} />);
    if (node.reason) parts.push(<span key={`y${id}`} class="comment reason">{node.reason} </span>);
    if (node.comment) parts.push(<span key={`c${id}`} class="comment">{node.comment} </span>);
    isNumbered = Boolean(node.reason || node.comment);
    if (id === first) continue;
    const others = nodeOf(game, node.parent!).children.slice(1);
    for (const other of others) {
      parts.push(<span key={`v${other}`} class="inner">({depth < MAX_DEPTH
        ? <Variation game={game} first={other} here={here} actions={actions} depth={depth + 1} />
        : <button type="button" class="move" onClick={() => actions.go(other)}>{nameOf(nodeOf(game, other))} … deeper</button>})</span>);
      isNumbered = true;
    }
  }
  const node = nodeOf(game, first);
  return <><button type="button" class="delete" aria-label={`Delete the variation ${nameOf(node)}`} onClick={() => actions.remove(first)}>×</button>{node.before && <span class="comment">{node.before} </span>}{parts}</>;
}

interface BlockProps { game: Game; ids: number[]; here: number | null; actions: Actions; stamp: readonly unknown[] }

class Block extends Component<BlockProps> {
  override shouldComponentUpdate(next: BlockProps): boolean {
    return next.here !== this.props.here || next.stamp.length !== this.props.stamp.length || next.stamp.some((each, index) => each !== this.props.stamp[index]);
  }

  override render({ game, ids, here, actions }: BlockProps) {
    const rows: JSX.Element[] = [];
    let cells: JSX.Element[] = [];
    let number = 0;
    const end = () => {
      if (cells.length > 0) rows.push(<div class="row" key={`r${rows.length}`}><span class="number">{number}</span>{cells}{cells.length < 2 && <span class="gap" />}</div>);
      cells = [];
    };
    for (const id of ids) {
      const node = nodeOf(game, id);
      if (cells.length === 0 && node.move!.color === 'black') cells.push(<span class="gap" key="gap">…</span>);
      number = node.move!.number;
      cells.push(<MoveButton key={id} node={node} isHere={id === here} actions={actions} />);
      const others = nodeOf(game, node.parent!).children.slice(1);
      if (node.comment || node.reason || others.length > 0) {
        end();
        if (node.reason) rows.push(<p class="comment reason" key={`y${id}`}>{node.reason}</p>);
        if (node.comment) rows.push(<p class="comment" key={`c${id}`}>{node.comment}</p>);
        for (const other of others) rows.push(<div class="variation" key={`v${other}`}><Variation game={game} first={other} here={here ?? -1} actions={actions} depth={0} /></div>);
      }
      if (node.move!.color === 'black') end();
    }
    end();
    return <div class="block">{rows}</div>;
  }
}

/** The Opera game of 1858, to try things with. */
const EXAMPLE = `[White "Morphy"][Black "Duke Karl and Count Isouard"][Site "Paris"][Date "1858.??.??"][Result "1-0"]
1. e4 e5 2. Nf3 d6 3. d4 Bg4 4. dxe5 Bxf3 5. Qxf3 dxe5 6. Bc4 Nf6 7. Qb3 Qe7 8. Nc3 c6 9. Bg5 b5 10. Nxb5 cxb5
11. Bxb5+ Nbd7 12. O-O-O Rd8 13. Rxd7 Rxd7 14. Rd1 Qe6 15. Bxd7+ Nxd7 16. Qb8+ Nxb8 17. Rd8# 1-0`;

/** The list of games, the moves of the one that is open, and its graph. */
export function MovesArea({ state, store }: ViewProps) {
  const game = change.openGame(state);
  const actions = useMemo(() => ({ go: (id: number) => store.apply(change.go(id)), remove: (id: number) => store.apply(change.remove(id)) }), []);
  const to = (tab: string) => () => { store.apply(change.set({ tab })); reveal('.tools-area'); };
  return (
    <section class="moves-area" aria-label="Moves">
      <div class={`games ${state.games.length > 1 ? '' : 'single'}`}>
        <select id="games" aria-label="Game" title="Your games in this browser" value={state.open} onChange={(event) => store.apply(change.show(event.currentTarget.value))}>
          {state.games.map((each) => <option key={each.id} value={each.id}>{change.titleOf(each)}</option>)}
        </select>
      </div>
      <p id="players" class="unseen">{tagOf(game, 'White') ? `${tagOf(game, 'White')} – ${tagOf(game, 'Black') ?? '?'}` : ''}</p>
      {change.isEmpty(game) && !change.isRunning(state) && !state.isAnalysing && (
        <div id="welcome">
          <p><b>An engine that says why.</b> Here you can</p>
          <ul>
            <li>ask of any move why it is good or bad, and step through the lines that prove it;</li>
            <li>let a game be analysed: each mistake gets its reason, and can be tried again;</li>
            <li>see what the evaluation is made of, and the whole search as a tree.</li>
          </ul>
          <div class="fields">
            <button type="button" class="primary" onClick={() => { store.load(EXAMPLE); store.apply(change.set({ tab: 'game' })); }}>Try it with a famous game</button>
            <button type="button" onClick={to('play')}>Play against it</button>
            <button type="button" onClick={to('position')}>Load a game</button>
          </div>
        </div>)}
      <Opening state={state} store={store} />
      <MoveList game={game} actions={actions} />
      {!change.isRunning(state) && <Graph game={game} go={actions.go} />}
    </section>);
}

/** The name of the opening, and what was played from here in other games of the visitor. */
function Opening({ state, store }: ViewProps) {
  const game = change.openGame(state);
  if (state.why?.look) return null;
  const name = openingAt(state.openings, game, game.cursor);
  const played = change.isRunning(state) ? [] : playedFrom(state.games.filter((each) => each !== game), fenOf(game, game.cursor)).slice(0, 6);
  if (!name && played.length === 0) return null;
  return (
    <div id="opening">
      {name && <p><b>{name}</b></p>}
      {played.length > 0 && (
        <p class="line"><span class="hint">In your other games:</span>
          {played.map(({ uci, san, count, ended, points }) => (
            <button key={uci} type="button" title={ended > 0 ? `White got ${points} of ${ended} points` : 'No result yet'} onClick={() => store.apply(change.playMove(uci, store.time.now()))}>
              {san} ×{count}{ended > 0 && <small> {Math.round((100 * points) / ended)} %</small>}</button>))}
        </p>)}
    </div>);
}

export function MoveList({ game, actions }: { game: Game; actions: Actions }) {
  const list = useRef<HTMLDivElement>(null);
  const { blocks, blockOf } = useMemo(() => {
    const line = lineFrom(game, game.root).slice(1);
    const blocks: { ids: number[]; stamp: unknown[] }[] = [];
    const blockOf = new Map<number, number>();
    const offset = line[0] !== undefined && nodeOf(game, line[0]).move!.color === 'black' ? 1 : 0;
    line.forEach((id, index) => {
      const at = Math.floor((index + offset) / BLOCK);
      const block = (blocks[at] ??= { ids: [], stamp: [] });
      block.ids.push(id);
      // What the block shows: its nodes, and all that are in their variations.
      const todo = [id, ...nodeOf(game, nodeOf(game, id).parent!).children.slice(1)];
      block.stamp.push(nodeOf(game, id));
      blockOf.set(id, at);
      for (const variation = todo.slice(1); variation.length > 0;) {
        const next = nodeOf(game, variation.pop()!);
        block.stamp.push(next);
        blockOf.set(next.id, at);
        variation.push(...next.children);
      }
    });
    return { blocks, blockOf };
  }, [game.nodes]);
  useLayoutEffect(() => {
    const showCurrent = () => {
      const current = list.current!.querySelector<HTMLElement>('[aria-current]');
      if (!current) list.current!.scrollTop = 0;
      else list.current!.scrollTop += current.getBoundingClientRect().top - list.current!.getBoundingClientRect().top - list.current!.clientHeight / 2;
    };
    showCurrent();
    // The graph and the window take room from the list.
    const resized = new ResizeObserver(showCurrent);
    resized.observe(list.current!);
    return () => resized.disconnect();
  }, [game.cursor, game.id]);
  const { comment } = nodeOf(game, game.root);
  const result = resultOf(game);
  return (
    <div id="moves" ref={list} tabIndex={0} role="group" aria-label="Moves of the game">
      {comment && <p class="comment">{comment}</p>}
      {blocks.map(({ ids, stamp }, index) => <Block key={`${game.id} ${index}`} game={game} ids={ids} stamp={stamp} actions={actions} here={blockOf.get(game.cursor) === index ? game.cursor : null} />)}
      {blocks.length === 0 && <p class="hint">No moves yet. Play one on the board, or paste a game or a position anywhere on this page.</p>}
      {result !== '*' && <p class="result">{result}</p>}
    </div>);
}
