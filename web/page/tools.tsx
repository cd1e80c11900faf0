// The tabs: why a move, the analysis of the game, play against the engine, positions and files, and the static evaluation.

import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { fenOf, type Game, isInVariation, judge, lineFrom, nameOf, nodeOf, overAt, pgnOf, placeOf, pointsAt, resultOf, SYMBOLS, tagOf } from './game';
import { linkOf } from './keep';
import { Choice, useShown, type ViewProps } from './parts';
import { accuracyOf, type Color, type Evaluation, markOf, MARKS, pawnsIn, pawnsText, scoreText, type Sides, units } from './score';
import * as change from './state';
import { type Store, textOf } from './store';
import { type Reason, type Said, treeOf } from './why';

const TABS: [name: string, title: string, panel: (props: ViewProps) => preact.JSX.Element][] = [
  ['why', 'Why?', WhyPanel], ['game', 'Game', GamePanel], ['play', 'Play', PlayPanel], ['position', 'Position', PositionPanel], ['evaluation', 'Evaluation', EvaluationPanel],
];

export function Tools({ state, store }: ViewProps) {
  const open = TABS.findIndex(([name]) => name === state.settings.tab);
  const to = (index: number) => { const [tab] = TABS[(index + TABS.length) % TABS.length]!; store.apply(change.set({ tab })); return tab; };
  return (
    <section class="tools-area" aria-label="Tools">
      <div role="tablist" aria-label="Tools">
        {TABS.map(([name, title], index) => (
          <button key={name} type="button" role="tab" id={`tab-${name}`} aria-controls={`panel-${name}`} aria-selected={index === open} tabIndex={index === Math.max(open, 0) ? 0 : -1} onClick={() => to(index)}
            onKeyDown={({ key }) => { const by = { ArrowRight: 1, ArrowLeft: -1 }[key]; if (by) document.getElementById(`tab-${to(index + by)}`)!.focus(); }}>{title}</button>))}
      </div>
      {open >= 0 && <button id="fold" type="button" aria-label="Close the tools" title="Close, to have more room for the moves" onClick={() => store.apply(change.set({ tab: '' }))}>▾</button>}
      {TABS.map(([name, , Panel], index) => (
        <div key={name} id={`panel-${name}`} role="tabpanel" aria-labelledby={`tab-${name}`} hidden={index !== open}><Panel state={state} store={store} /></div>))}
    </section>);
}

function WhyPanel({ state, store }: ViewProps) {
  const [asked, ask] = useState<{ node: number; uci: string } | null>(null);
  const game = change.openGame(state);
  const node = nodeOf(game, game.cursor);
  const { legal } = state.info.get(node.id)!;
  const { info: { evaluation } } = useShown({ state, store });
  const { why } = state;
  // At first the move that was played or is best.
  const known = node.children[0] !== undefined ? nodeOf(game, node.children[0]).move!.uci : node.best[0]?.uci;
  const chosen = why?.uci ?? (asked?.node === node.id && (asked.uci === '' || legal.some(({ uci }) => uci === asked.uci)) ? asked.uci : known ?? '');
  return (
    <>
      {legal.length === 0 ? <p class="hint">The game is over: there is no move to explain.</p> : (
        <form id="why" class="fields" onSubmit={(event) => { event.preventDefault(); store.apply(change.explain(chosen || null)); }}>
          <Choice id="why-move" label="Move" value={chosen} options={[['', 'the best move'], ...legal.map(({ uci, san }) => [uci, san] as const)]}
            choose={(uci) => { ask({ node: node.id, uci }); store.apply(change.noWhy); }} />
          <button class="primary" disabled={change.isRunning(state) || state.engineProblem !== ''}>Why this move?</button>
          {why && <button id="why-close" type="button" onClick={() => store.apply(change.noWhy)}>Close</button>}
        </form>)}
      <div id="why-text" aria-live="polite">
        {why && (why.said ? <WhyText said={why.said} why={why} store={store} /> : <p>{why.uci ? 'The engine searches this move, others, replies and threats.' : 'The engine looks for the best move.'}</p>)}
      </div>
      <p class="hint"><a id="tree-link" href={`tree.html#${new URLSearchParams({ fen: evaluation.fen })}`}>The search tree of this position</a>, drawn while the engine searches.</p>
    </>);
}

function WhyText({ said, why, store }: { said: Said; why: change.Why; store: Store }) {
  return (
    <>
      <p><b>{said.sentence}</b></p>
      {said.reasons.map((reason, index) => (
        <details key={index} open={index === why.reason}>
          <summary onClick={(event) => { event.preventDefault(); store.apply(change.unfold(index)); }}>{reason.text}</summary>
          <Evidence reason={reason} why={why} store={store} />
        </details>))}
      <p class="hint">Scores are in pawns for {said.side_to_move === 'white' ? 'White' : 'Black'}, who makes the move; {said.nodes.toLocaleString('en')} nodes.</p>
    </>);
}

/** What proves a reason: its line, which can be stepped through on the board and seen in the search tree, and what happens in it. */
function Evidence({ reason, why, store }: { reason: Reason; why: change.Why; store: Store }) {
  const { line, reasons } = reason;
  const played = useMemo(() => (line ? store.rules.line(line.fen, [], line.moves.map(({ uci }) => uci)) : []), [line]);
  const game = change.openGame(store.state);
  const look = (index: number) => {
    store.apply(change.lookAt(reason, played, index));
    // On a phone the board and its steps lie above.
    document.getElementById('board')!.scrollIntoView({ block: 'nearest' });
  };
  const follow = (path: readonly string[]) => {
    const { fen, moves } = placeOf(game, why.node);
    store.apply(change.follow(why.node, store.rules.line(fen, moves, [...path, ...played.map(({ uci }) => uci)])));
  };
  return (
    <>
      {line && (
        <p class="line">
          {line.path.includes(null) && <span>(pass) </span>}
          {played.map((move, index) => (
            <button key={index} type="button" aria-pressed={why.look?.reason === reason && why.look.at === index} onClick={() => look(index)}>
              {move.color === 'white' || index === 0 ? nameOf({ move }) : move.san}</button>))}
          <span>({line.score.text})</span>
          <a href={treeOf(line, fenOf(game, why.node))} target="tree" title="The search tree at the end of this line">tree</a>
          {!line.path.includes(null) && <button type="button" class="keep" title="Add this line to the game" onClick={() => follow(line.path as string[])}>add</button>}
        </p>)}
      {reasons.length > 0 && <ul>{reasons.map((inner, index) => <li key={index}>{inner.text}<Evidence reason={inner} why={why} store={store} /></li>)}</ul>}
    </>);
}

/** The marks that a visitor can give, and what they are called. */
const GLYPHS: [nag: number, name: string][] = [
  [1, 'good move'], [3, 'brilliant move'], [5, 'interesting move'], [6, 'dubious move'], [2, 'mistake'], [4, 'blunder'], [7, 'only move'], [10, 'equal'], [13, 'unclear'], [14, 'White is slightly better'],
  [15, 'Black is slightly better'], [16, 'White is better'], [17, 'Black is better'], [18, 'White is winning'], [19, 'Black is winning'],
];
const TAGS = ['White', 'Black', 'Event', 'Date'];

function GamePanel({ state, store }: ViewProps) {
  // A comment that is being typed stays with its move, whatever comes to the board meanwhile.
  const [held, hold] = useState<number | null>(null);
  const game = change.openGame(state);
  const node = nodeOf(game, game.cursor);
  const { review, settings } = state;
  const noted = held !== null ? game.nodes.get(held) ?? node : node;
  const isRunning = change.isRunning(state);
  return (
    <>
      <div class="fields">
        <button id="review" type="button" class="primary" disabled={isRunning || state.engineProblem !== '' || game.nodes.size < 2} onClick={() => store.apply(change.review)}>{review ? 'Stop' : 'Analyse the game'}</button>
        <Choice id="review-nodes" label="Nodes a position" value={settings.reviewNodes} options={[['20000', '20,000'], ['100000', '100,000'], ['1000000', '1,000,000']]}
          choose={(reviewNodes) => store.apply(change.set({ reviewNodes }))} />
        {review && <progress id="review-progress" aria-label="Positions analysed" max={review.total} value={review.total - review.todo.length} />}
      </div>
      <div id="report" aria-live="polite">{state.retry ? <Retry state={state} store={store} /> : !isRunning && !review && <Report game={game} store={store} />}</div>
      <label class="wide">Comment on {!noted.move ? 'the game' : node === noted ? 'this move' : nameOf(noted)}
        <input id="comment" autocomplete="off" value={noted.comment} onFocus={() => hold(node.id)} onBlur={() => hold(null)} onInput={(event) => store.apply(change.comment(noted.id, event.currentTarget.value))} /></label>
      {node.move && (
        <div class="glyphs" role="group" aria-label="Marks of this move">
          {GLYPHS.map(([nag, name]) => (
            <button key={nag} type="button" title={name} aria-label={name} aria-pressed={node.nags.includes(nag)} onClick={() => store.apply(change.toggleMark(node.id, nag))}>{SYMBOLS[nag]}</button>))}
        </div>)}
      <div class="fields">
        <button id="promote" type="button" disabled={!isInVariation(game, node.id)} onClick={() => store.apply(change.promoteLine(node.id))}>Make it the main line</button>
        <button id="delete" type="button" disabled={!node.move || change.isInPlay(state, node.id)} onClick={() => store.apply(change.remove(node.id))}>Delete from here</button>
      </div>
      <details id="about"><summary>Names and dates</summary>
        <div class="fields">
          {TAGS.map((tag) => (
            <label key={tag}>{tag}<input id={`tag-${tag}`} autocomplete="off" placeholder={tag === 'Date' ? 'YYYY.MM.DD' : undefined} value={tagOf(game, tag) ?? ''} onChange={(event) => store.apply(change.setTag(tag, event.currentTarget.value.trim()))} /></label>))}
          <button id="delete-game" type="button" disabled={isRunning} onClick={() => store.apply(change.deleteGame(game.id, crypto.randomUUID()))}>Delete this game</button>
        </div></details>
    </>);
}

/** Accuracy and marks of both sides, once the scores of all positions of the main line are known. */
function Report({ game, store }: { game: Game; store: Store }) {
  const line = lineFrom(game, game.root);
  const judged = judge(game);
  if (line.length < 2 || judged.length < line.length - 1) return <p class="hint">?! ? and ?? will mark moves that gave away 0.05, 0.10 and 0.15 of the points to be expected, of which a win is one, and each side gets an accuracy, by the formulas that lichess publishes.</p>;
  const points = line.map((id) => pointsAt(game, id)!);
  const row = (color: Color) => {
    const own = judged.filter(({ id }) => nodeOf(game, id).move!.color === color);
    if (own.length === 0) return null;
    const mean = own.reduce((sum, { loss }) => sum + loss, 0) / own.length;
    const cells = [`${accuracyOf(points, own).toFixed(0)} %`, mean.toFixed(3), ...MARKS.toReversed().map((mark) => String(own.filter(({ loss }) => markOf(loss) === mark).length))];
    return <tr key={color}><th scope="row">{color === 'white' ? 'White' : 'Black'}</th>{cells.map((text, index) => <td key={index}>{text}</td>)}</tr>;
  };
  const marked = judged.filter(({ loss }) => markOf(loss));
  const sides = (['white', 'black'] as const).filter((color) => marked.some(({ id }) => nodeOf(game, id).move!.color === color));
  return (
    <>
      <table>
        <thead><tr>{['', 'Accuracy', 'Points lost a move', '?!', '?', '??'].map((text) => <th key={text} scope="col">{text}</th>)}</tr></thead>
        <tbody>{row('white')}{row('black')}</tbody>
      </table>
      {marked.length === 0 ? <p>No move gave away 0.05 points or more.</p> : (
        <>
          <div class="fields">{sides.map((side) => <button key={side} type="button" class="retry" onClick={() => store.apply(change.retry(side))}>Retry {side === 'white' ? 'White' : 'Black'}'s mistakes</button>)}</div>
          <ol>
            {marked.map(({ id, loss }) => {
              const node = nodeOf(game, id);
              const before = nodeOf(game, node.parent!);
              const mark = markOf(loss)!;
              const score = overAt(game, id) ? resultOf(game) : scoreText(node.score!);
              return (
                <li key={id}><button type="button" onClick={() => store.apply(change.go(id))}>{nameOf(node)} {mark.symbol}</button>
                  {` ${mark.name[0]!.toUpperCase()}${mark.name.slice(1)}: ${score}, ${loss.toFixed(2)} points lost.${before.best[0] ? ` ${before.best[0].san} was better (${scoreText(before.score!)}).` : ''}`}
                  {node.reason && <p>{node.reason}</p>}</li>);
            })}
          </ol>
        </>)}
    </>);
}

/** A position in which the visitor looks for something better than what was played. */
function Retry({ state, store }: ViewProps) {
  const game = change.openGame(state);
  const { todo, tried, loss, isShown } = state.retry!;
  const mistake = nodeOf(game, todo[0]!);
  const [best] = nodeOf(game, mistake.parent!).best;
  const isFound = tried && loss !== null && loss < MARKS.at(-1)!.loss;
  const words = !tried ? `${nameOf(mistake)} was played. Find a better move on the board.` : loss === null ? `The engine looks at ${tried.san}.`
    : isFound ? `${tried.san} is good.` : `${tried.san} gives away ${loss.toFixed(2)} points. Try again.`;
  return (
    <div id="retry">
      <p><b>{words}</b>{isShown && best && ` ${best.san} is best.`}</p>
      <div class="fields">
        {!isFound && <button type="button" disabled={!best} onClick={() => store.apply(change.showBetter)}>Show it</button>}
        <button type="button" class={isFound || isShown ? 'primary' : ''} onClick={() => store.apply(change.nextMistake)}>{todo.length > 1 ? `Next of ${todo.length - 1}` : 'Finish'}</button>
        <button type="button" onClick={() => store.apply(change.endRetry)}>Leave</button>
      </div>
    </div>);
}

const LEVELS: [string, string][] = [...Array.from({ length: 17 }, (_, index): [string, string] => [`${1000 + 100 * index}`, `${1000 + 100 * index} Elo`]), ['full', 'full strength']];
const CLOCKS: [string, string][] = [['', 'none'], ['1+0', '1 min'], ['3+2', '3 min + 2 s'], ['5+0', '5 min'], ['10+5', '10 min + 5 s'], ['30+20', '30 min + 20 s']];

const COLORS: [string, string][] = [['white', 'White'], ['black', 'Black'], ['random', 'by lot']];

function PlayPanel({ state, store }: ViewProps) {
  const { settings, play } = state;
  const set = (key: 'level' | 'color' | 'clock') => (value: string) => store.apply(change.set({ [key]: value }));
  const begin = (isHere: boolean) => {
    const [minutes = 0, increment = 0] = settings.clock.split('+').map(Number);
    const side = settings.color === 'random' ? (Math.random() < 0.5 ? 'white' : 'black') : settings.color as Color;
    const today = new Date();
    const date = [today.getFullYear(), today.getMonth() + 1, today.getDate()].map((part) => String(part).padStart(2, '0')).join('.');
    store.apply(change.begin({ id: crypto.randomUUID(), side, level: settings.level, minutes, increment, isHere, date }));
  };
  const claim = change.claimOf(state);
  if (change.isRunning(state)) {
    return (
      <>
        <p>{`You play ${play!.side === 'white' ? 'White' : 'Black'} against ${play!.level === 'full' ? 'full strength' : `${play!.level} Elo`}.`}</p>
        <div id="playing" class="fields">
          <button id="hint" type="button" disabled={!change.mayMove(state)} onClick={() => store.apply(change.askHint)}>Hint</button>
          <button id="take-back" type="button" disabled={change.backTo(state) === undefined} onClick={() => store.apply(change.takeBack(store.time.now()))}>Take back</button>
          <button id="claim" type="button" disabled={!claim} title={claim ? `By ${claim}` : 'After a threefold repetition, or fifty moves without a capture or a pawn move'} onClick={() => store.apply(change.claim)}>Claim a draw</button>
          <button id="resign" type="button" onClick={() => store.apply(change.resign)}>Resign</button>
        </div>
        <p id="play-result" role="status" />
      </>);
  }
  const game = change.openGame(state);
  const isOff = state.engineProblem !== '';
  return (
    <>
      <form id="play" class="fields" onSubmit={(event) => { event.preventDefault(); begin(false); }}>
        <Choice id="play-level" label="Level" value={settings.level} options={LEVELS} choose={set('level')} />
        <Choice id="play-color" label="Your colour" value={settings.color} options={COLORS} choose={set('color')} />
        <Choice id="play-clock" label="Clock" value={settings.clock} options={CLOCKS} choose={set('clock')} />
        <button class="primary" disabled={isOff}>Start a game</button>
        <button id="play-here" type="button" disabled={isOff || overAt(game, game.cursor) !== null} title="Play on against the engine from the position on the board" onClick={() => begin(true)}>Play from here</button>
      </form>
      {state.waiting.length > 0 && <div class="fields"><button id="go-on" type="button" onClick={() => store.apply(change.show(state.waiting.at(-1)!.game))}>Go on with the game that waits</button></div>}
      <p id="play-result" role="status">{play?.end ? `${play.end.why} ${play.end.result}` : ''}</p>
      {play?.end && <div class="fields"><button type="button" onClick={() => store.apply((at) => change.reviewPlayed(change.set({ tab: 'game' })(at)))}>Analyse this game</button></div>}
    </>);
}

/** Copies a text, and says so on the button that was pressed. Where the browser refuses, the field has the text selected. */
function Copy({ id, label, text }: { id: string; label: string; text: () => string | Promise<string> }) {
  const [said, say] = useState('');
  const copy = async () => {
    const copied = await text();
    try {
      await navigator.clipboard.writeText(copied);
      say('Copied');
    } catch {
      const field = document.getElementById('field') as HTMLTextAreaElement;
      field.value = copied;
      field.select();
      say('Selected above');
    }
    setTimeout(() => say(''), 1500);
  };
  return <button id={id} type="button" onClick={() => void copy()}>{said || label}</button>;
}

function download(name: string, text: string): void {
  const link = Object.assign(document.createElement('a'), { href: URL.createObjectURL(new Blob([text], { type: 'application/x-chess-pgn' })), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

/** The most games of a text that are listed at once. */
const MAX_LISTED = 200;

/** The games of a text by number and names, or those of them in which a word is found. They are drawn again only if they change. */
function FileGames({ file, open, store }: { file: change.GameFile; open: string; store: Store }) {
  const [word, find] = useState('');
  const part = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // The list of a new text is shown where the tools scroll.
    const area = part.current!.closest('.tools-area')!;
    area.scrollTop = part.current!.offsetTop - area.querySelector('[role=tablist]')!.clientHeight;
  }, []);
  return useMemo(() => {
    const found = file.games.flatMap(({ tags, result, plies, problem }, index) => {
      const tag = (name: string) => tags?.find(([each]) => each === name)?.[1] ?? '?';
      const names = tags?.some(([name]) => name === 'White' || name === 'Black') ? `${tag('White')} – ${tag('Black')}` : tag('Event');
      const text = tags ? `${index + 1}. ${names}, ${result}, ${Math.ceil(plies / 2)} move${plies > 2 || plies === 0 ? 's' : ''}` : '';
      return text.toLowerCase().includes(word.toLowerCase()) ? [{ index, text, problem }] : [];
    });
    return (
      <div ref={part}>
        {file.games.length > 10 && <label class="wide">Find a game<input id="file-word" autocomplete="off" value={word} onInput={(event) => find(event.currentTarget.value)} /></label>}
        <ol id="file-games" aria-label="Games of the text">
          {found.slice(0, MAX_LISTED).map(({ index, text, problem }) => (
            <li key={index}>
              {text && <button type="button" aria-current={file.ids?.[index] === open ? 'true' : undefined} onClick={() => store.open(file, index)}>{text}</button>}
              {' '}
              {problem && <span class="problem">{problem}</span>}
            </li>))}
          {found.length > MAX_LISTED && <li>and {found.length - MAX_LISTED} more, which are found by name, number or result</li>}
        </ol>
      </div>);
  }, [file, open, word]);
}

function PositionPanel({ state, store }: ViewProps) {
  const [typed, type] = useState({ text: '', problem: '' });
  const field = useRef<HTMLTextAreaElement>(null);
  const game = change.openGame(state);
  const { problem, file } = state;
  const { fen } = useShown({ state, store });
  return (
    <>
      <form id="load" onSubmit={(event) => { event.preventDefault(); store.load(field.current!.value); }}>
        <label class="wide">A position (FEN) or games (PGN); Ctrl+V or a file dropped anywhere does the same
          <textarea id="field" ref={field} rows={4} spellcheck={false} autocomplete="off" aria-describedby="field-problem" aria-invalid={problem !== ''} placeholder="1. e4 e5 2. Nf3" onInput={() => store.apply(change.complain(''))} /></label>
        <p id="field-problem" class="problem" role="alert">{problem}</p>
        <div class="fields">
          <button class="primary">Load</button>
          <label class="button">Open a file<input id="file" class="unseen" type="file" accept=".pgn,.fen,.txt" onChange={async ({ currentTarget }) => {
            const [opened] = currentTarget.files ?? [];
            if (opened) store.load(await textOf(opened));
            // The same file may be opened again.
            currentTarget.value = '';
          }} /></label>
          <button id="edit" type="button" disabled={change.isRunning(state)} onClick={() => store.apply(change.edit(true))}>Edit the board</button>
        </div>
      </form>
      {file && <FileGames key={file.text} file={file} open={game.id} store={store} />}
      <div class="fields">
        <Copy id="copy-fen" label="Copy FEN" text={() => fen} />
        <Copy id="copy-pgn" label="Copy PGN" text={() => pgnOf(game)} />
        <Copy id="copy-link" label="Copy link" text={async () => `${location.href.split('#')[0]}#${await linkOf(state)}`} />
        <button id="download" type="button" onClick={() => download('game.pgn', pgnOf(game))}>Download PGN</button>
        {state.games.length > 1 && <button id="download-all" type="button" onClick={() => download('games.pgn', state.games.map(pgnOf).join('\n'))}>Download all games</button>}
      </div>
      <form id="move-form" class="fields" onSubmit={(event) => {
        event.preventDefault();
        const fault = store.type(typed.text.trim());
        type({ text: fault ? typed.text : '', problem: fault });
      }}>
        <label>Type a move <input id="move-text" spellcheck={false} autocomplete="off" aria-describedby="move-problem" placeholder="Nf3" value={typed.text} onInput={(event) => type({ text: event.currentTarget.value, problem: '' })} /></label>
        <button>Play it</button>
      </form>
      <p id="move-problem" class="problem" role="alert">{typed.problem}</p>
    </>);
}

function EvaluationPanel({ state, store }: ViewProps) {
  const { isTinted } = state.settings;
  const { info } = useShown({ state, store });
  return (
    <>
      <button id="tint" type="button" aria-pressed={isTinted} onClick={() => store.apply(change.set({ isTinted: !isTinted }))}>Show the evaluation</button>
      <p class="hint">The static evaluation of this position, without a search, in pawns.</p>
      <p id="legend" hidden={!isTinted}><span class="key more">+0.5</span> worth more than such a piece usually is on such a square; <span class="key less">−0.5</span> less.
        Squares are tinted from 0.1 on, stronger from 0.25 and 0.5.</p>
      {isTinted && <Terms evaluation={info.evaluation} />}
    </>);
}

/** The themes of an evaluation, those that differ most first, with their terms. */
function Terms({ evaluation }: { evaluation: Evaluation }) {
  const pawns = pawnsIn(evaluation);
  const cells = ({ name, white, black }: Sides) => (
    <><span>{name}</span><span>{pawns(white).toFixed(2)}</span><span>{pawns(black).toFixed(2)}</span><b>{pawnsText(pawns(white) - pawns(black))}</b></>);
  const difference = ({ white, black }: Sides) => Math.abs(pawns(white) - pawns(black));
  const groups = evaluation.groups.filter(({ white, black }) => [...white, ...black].some(Boolean)).sort((a, b) => difference(b) - difference(a));
  return (
    <div id="terms">
      <p class="term total"><span>Theme</span><span>White</span><span>Black</span><b>{pawnsText(evaluation.score_for_white / units.pawn)}</b></p>
      {groups.map((group) => (
        <details key={group.name}><summary class="term">{cells(group)}</summary>{group.terms.map((term) => <p key={term.name} class="term">{cells(term)}</p>)}</details>))}
    </div>);
}
