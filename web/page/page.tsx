// The page as a function of the state: the board with what stands beside it, and the places of the other parts.

import type { DrawShape } from '@lichess-org/chessground/draw';
import type { SquareClasses } from '@lichess-org/chessground/types';
import { useEffect, useRef, useState } from 'preact/hooks';
import { AnalysisArea } from './analysis';
import { arrow, ChessBoard, circle, inWords, Promotion } from './chessboard';
import { Editor } from './editor';
import { nodeOf, tagOf } from './game';
import { MovesArea } from './moves';
import { reveal, scoreHere, useShown, type ViewProps } from './parts';
import { type Color, type Evaluation, MARKS, other, pawnsIn, pawnsText } from './score';
import * as change from './state';
import type { State } from './state';
import { Tools } from './tools';
import type { Said } from './why';

export function Page({ state, store }: ViewProps) {
  return (
    <>
      <h1 class="unseen">Analysis board</h1>
      <p id="failure" class="problem" role="alert" hidden={!state.engineProblem}>{state.engineProblem && `The engine could not be run: ${state.engineProblem}`}</p>
      {state.isEditing ? <Editor state={state} store={store} /> : (
        <div id="game-area" class={`${state.retry ? 'retrying' : ''} ${state.settings.tab ? '' : 'folded'}`}>
          <BoardArea state={state} store={store} />
          <AnalysisArea state={state} store={store} />
          <MovesArea state={state} store={store} />
          <Tools state={state} store={store} />
        </div>)}
    </>);
}

function BoardArea({ state, store }: ViewProps) {
  const game = change.openGame(state);
  const node = nodeOf(game, game.cursor);
  const { look, move, fen, info } = useShown({ state, store });
  const { orientation, isTinted } = state.settings;
  const side = info.evaluation.side_to_move;
  const score = scoreHere(state);
  const tints = isTinted ? tintsOf(info.evaluation) : { classes: new Map(), badges: [] };
  const { promotion } = state;
  const atStart = node.parent === null && !look;
  const atEnd = look ? look.at === look.line.length - 1 : node.children.length === 0;
  const { undo, redo } = state;
  const board = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // The wheel steps through the game. The listener may not be passive, or the page would scroll too.
    let sum = 0;
    const turn = (event: WheelEvent) => {
      if (event.ctrlKey) return;
      event.preventDefault();
      sum = Math.sign(sum) === Math.sign(event.deltaY) ? sum + event.deltaY : event.deltaY;
      if (Math.abs(sum) < 40) return;
      store.apply(sum > 0 ? change.forward : change.back);
      sum = 0;
    };
    const element = board.current!;
    element.addEventListener('wheel', turn, { passive: false });
    return () => element.removeEventListener('wheel', turn);
  }, []);
  useEffect(() => { if (state.retry) reveal('.board-area'); }, [state.retry?.todo]);
  const step = (id: string, label: string, key: string, text: string, to: change.Change, isOff: boolean) => (
    <button id={id} type="button" aria-label={label} title={`${label} (${key})`} disabled={isOff} onClick={() => store.apply(to)}>{text}</button>);
  return (
    <section class="board-area" aria-label="Board">
      <Strip state={state} store={store} side={other(orientation)} evaluation={info.evaluation} id="clock-top" />
      <div class="board-row">
        <div id="bar" class={`${score ? '' : 'unknown'} ${orientation === 'black' ? 'turned' : ''}`} role="img" style={{ '--points': String(score?.points ?? 0.5) }}
          aria-label={score ? `Evaluation ${score.text}; White may expect ${score.points.toFixed(2)} points` : 'No evaluation'}><div /></div>
        <div class="board-frame" ref={board}>
          <ChessBoard fen={fen} lastMove={move?.uci ?? null} orientation={orientation} side={side} isCheck={info.check !== null} legal={change.mayMove(state) ? info.legal : []}
            autoShapes={[...shapesOf(state), ...tints.badges]} classes={tints.classes} shapes={look ? [] : node.shapes} label={inWords(info.evaluation)}
            drop={(from, to) => store.apply(change.dropped(from, to, store.time.now()))} draw={(shapes) => { if (!look) store.apply(change.draw(node.id, shapes)); }} />
          {promotion && <Promotion to={promotion.to} side={side} orientation={orientation} moves={info.legal.filter(({ uci }) => uci.startsWith(promotion.from + promotion.to))}
            play={(uci) => store.apply((at) => change.closePromotion(change.playMove(uci, store.time.now())(at)))} close={() => store.apply(change.closePromotion)} />}
        </div>
      </div>
      <Strip state={state} store={store} side={orientation} evaluation={info.evaluation} id="clock-bottom" />
      <div class="steps" role="group" aria-label="Steps through the game">
        {step('first', 'To the start', '↑', '|◀\ufe0e', change.toStart, atStart)}
        {step('back', 'One move back', '←', '◀\ufe0e', change.back, atStart)}
        {step('forward', 'One move forward', '→', '▶\ufe0e', change.forward, atEnd)}
        {step('last', 'To the end', '↓', '▶\ufe0e|', change.toEnd, atEnd)}
        <button id="flip" type="button" title="Turn the board (f)" onClick={() => store.apply(change.flip)}>Turn</button>
        <button id="new" type="button" title="A new game beside the others" onClick={() => store.apply(change.newGame(crypto.randomUUID()))}>New</button>
        <button id="undo" type="button" aria-label="Undo" title={undo.length > 0 ? `Undo: ${undo.at(-1)!.label} (Ctrl+Z)` : 'Undo'} disabled={!change.mayRestore(state, 'undo')} onClick={() => store.apply(change.undo)}>↶</button>
        <button id="redo" type="button" aria-label="Do again" title={redo.length > 0 ? `Do again: ${redo.at(-1)!.label} (Ctrl+Y)` : 'Do again'} disabled={!change.mayRestore(state, 'redo')} onClick={() => store.apply(change.redo)}>↷</button>
        <p id="status" role="status">{change.statusOf(state)}</p>
      </div>
    </section>);
}

/** A player beside the board: name and rating, pieces more than the other side has, and the clock. */
function Strip({ state, store, side, evaluation, id }: ViewProps & { side: Color; evaluation: Evaluation; id: string }) {
  const game = change.openGame(state);
  const { play } = state;
  const name = side === 'white' ? 'White' : 'Black';
  const rating = tagOf(game, `${name}Elo`);
  const clock = play?.clock && play.game === game.id ? <Clock state={state} store={store} side={side} id={id} name={name} /> : recordedClock(state, side) !== null
    ? <span class="clock recorded">{clockText(recordedClock(state, side)! * 1000)}</span> : null;
  return (
    <div class={`strip ${game.tags.length === 0 && !clock ? 'plain' : ''}`}>
      <span class="player"><i class={`side ${side}`} />{tagOf(game, name) ? <><span class="unseen">{name}: </span>{tagOf(game, name)}</> : name}{rating && ` (${rating})`}</span>
      <span class="material">{materialOf(evaluation, side)}</span>
      {clock}
    </div>);
}

function Clock({ state, store, side, id, name }: ViewProps & { side: Color; id: string; name: string }) {
  const [, tick] = useState(0);
  const { now } = store.time;
  const isRunning = change.isRunning(state);
  useEffect(() => {
    if (!isRunning) return undefined;
    const timer = setInterval(() => { store.apply(change.flag(now())); tick((count) => count + 1); }, 100);
    return () => clearInterval(timer);
  }, [isRunning]);
  const runs = isRunning && state.play!.clock!.since !== null && change.sideInPlay(state) === side;
  return <p id={id} class={`clock ${runs ? 'runs' : ''}`}>{name} {clockText(change.timeLeft(state, side, now()))}</p>;
}

/** Tenths in the last twenty seconds. */
function clockText(ms: number): string {
  const tenths = Math.floor(ms / 100);
  const seconds = Math.floor(tenths / 10);
  const two = (number: number) => String(number).padStart(2, '0');
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor(seconds / 60) % 60;
  return `${hours > 0 ? `${hours}:${two(minutes)}` : minutes}:${two(seconds % 60)}${seconds < 20 ? `.${tenths % 10}` : ''}`;
}

/** The seconds that a side had after its last move before the position on the board, as a game tells. */
function recordedClock(state: State, side: Color): number | null {
  const game = change.openGame(state);
  const node = nodeOf(game, game.cursor);
  const last = node.move?.color === side ? node : node.parent !== null ? nodeOf(game, node.parent) : node;
  return last.move?.color === side ? last.clock : null;
}

const WORTHS: Record<string, [worth: number, symbol: string]> = { queen: [9, '♛'], rook: [5, '♜'], bishop: [3, '♝'], knight: [3, '♞'], pawn: [1, '♟'] };

/** What a side has more than the other one, as pieces and in pawns. */
function materialOf({ pieces }: Evaluation, side: Color): string {
  const count = (role: string, color: Color) => pieces.filter((piece) => piece.role === role && piece.color === color).length;
  let [more, balance] = ['', 0];
  for (const [role, [worth, symbol]] of Object.entries(WORTHS)) {
    const difference = count(role, side) - count(role, other(side));
    balance += worth * difference;
    more += `${symbol}\ufe0e`.repeat(Math.max(0, difference));
  }
  return balance > 0 ? `${more} +${balance}` : more;
}

const SHOWN_ARROWS = 5;

/** The arrows of what is told of the position on the board. */
function shapesOf(state: State): DrawShape[] {
  const { cursor } = change.openGame(state);
  const { hint, retry, why } = state;
  const shapes: DrawShape[] = [];
  if (hint?.move) shapes.push(arrow(hint.move.uci, 'green', 12));
  if (retry?.tried) shapes.push(arrow(retry.tried.uci, retry.loss === null ? 'paleGrey' : retry.loss < MARKS.at(-1)!.loss ? 'green' : 'red', 12));
  if (retry?.isShown) shapes.push(arrow(change.openGame(state).nodes.get(cursor)!.best[0]!.uci, 'green', 12));
  if (why?.said) shapes.push(...shapesOfWhy(why.said, why));
  else if (state.isAnalysing) {
    const { lines } = state.lines.get(cursor) ?? { lines: [] };
    shapes.push(...lines.map(({ moves }, index) => arrow(moves[0]!, index === 0 ? 'paleBlue' : 'paleGrey', index === 0 ? 14 : 10 - 1.5 * index)).reverse());
    const [threat] = state.isThreat ? state.threats.get(cursor)?.lines ?? [] : [];
    if (threat) shapes.push(arrow(threat.moves[0]!, 'red', 12));
  }
  return shapes;
}

/** Arrows for the line of the reason that is unfolded, those of the side that is explained blue, and circles for its motifs. */
function shapesOfWhy({ move, side_to_move: us, reasons }: Said, { reason: unfolded, look }: change.Why): DrawShape[] {
  const reason = look?.reason ?? reasons[unfolded];
  if (!reason) return [];
  const motifs = reason.reasons.filter(({ kind, ply }) => kind === 'motif' && (!look || ply === look.at));
  const marks = [...new Set([...motifs, ...(reason.line ? [] : [reason])].flatMap(({ squares }) => squares))].map((square) => circle(square, 'yellow'));
  if (look) {
    const next = look.line[look.at + 1];
    return next ? [...marks, arrow(next.uci, next.color === us ? 'blue' : 'red', 9)] : marks;
  }
  const { path, moves } = reason.line ?? { path: [], moves: [move] };
  const line = moves.slice(0, SHOWN_ARROWS).map(({ uci }, index) => arrow(uci, (path.length + index) % 2 === 0 ? 'blue' : 'red', index === 0 ? 11 : 7, String(index + 1)));
  return [...marks, ...(path.length > 0 ? [arrow(move.uci, 'blue', 11)] : []), ...line.reverse()];
}

/** The smallest difference in pawns that has a tint, and those from which it is stronger. */
const STEPS = [0.1, 0.25, 0.5];

/** Tints of squares whose pieces are worth more or less than usual, with the difference as a badge. */
function tintsOf(evaluation: Evaluation): { classes: SquareClasses; badges: DrawShape[] } {
  const pawns = pawnsIn(evaluation);
  const classes: SquareClasses = new Map();
  const badges = evaluation.pieces.flatMap(({ square, worth, usual }) => {
    const difference = pawns(worth) - pawns(usual);
    const strength = STEPS.findLastIndex((least) => Math.abs(difference) >= least);
    if (strength < 0) return [];
    const kind = difference < 0 ? 'less' : 'more';
    classes.set(square as never, `${kind}-${strength}`);
    const html = `<rect class="badge ${kind}" x="48" y="1" width="51" height="26" rx="6"/><text class="badge" x="73.5" y="21" text-anchor="middle">${pawnsText(difference, 1)}</text>`;
    return [{ orig: square as never, customSvg: { html } }];
  });
  return { classes, badges };
}
