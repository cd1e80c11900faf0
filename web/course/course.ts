// The course: thirteen steps from minimax to the playing engine, each with text, a lab of real searches, code, insets and exercises.
// The scripts of the viewer (tools/treeview/page) are loaded before this one.

import { isFen, requests, type Settings } from './claims';
import { Decisions } from './decisions';
import { EXERCISES, type Exercise, mend } from './exercises';
import { inset } from './insets';
import { Lab } from './lab';
import { REPOSITORY, type Source, textOf } from './sources';
import { linesOf, STEPS, type Step } from './steps';

const ORDERS: [name: string, words: string, suits: 'both' | 'lists' | 'chess'][] = [
  ['generated', 'as they come', 'both'], ['backwards', 'backwards', 'both'], ['random', 'random', 'both'],
  ['best-first', 'best first', 'lists'], ['worst-first', 'worst first', 'lists'],
  ['captures', 'captures first', 'chess'], ['captures-last', 'captures last', 'chess'], ['killers', 'captures, killers, history', 'chess'],
];
const KINDS: [name: string, label: string][] = [['predict', 'Predict'], ['find', 'Find'], ['mend', 'Mend the bug']];
const PROGRESS = 'course-solved';

const byId = (id: string): any => document.getElementById(id);
const html = (markup: string, tag = 'div') => Object.assign(document.createElement(tag), { innerHTML: markup });

/** A worker that answers requests one after the other. */
class Asker {
  private worker: Worker | null = null;
  private waiting = new Map<number, { resolve: (data: any) => void; reject: (error: Error) => void }>();
  private lastId = 0;

  ask(request: { draw: unknown } | { lesson: unknown }): Promise<any> {
    if (!this.worker) {
      this.worker = new Worker('tree-worker.js', { type: 'module' });
      this.worker.onmessage = ({ data }) => this.receive(data);
      this.worker.onerror = (event) => {
        for (const { reject } of this.waiting.values()) reject(new Error(event.message ?? 'the searches cannot be loaded.'));
        this.waiting.clear();
        this.worker = null;
      };
    }
    this.lastId += 1;
    const id = this.lastId;
    const answered = new Promise<any>((resolve, reject) => { this.waiting.set(id, { resolve, reject }); });
    this.worker.postMessage({ id, ...request });
    return answered;
  }

  private receive({ id, problem, ...data }: { id: number; problem?: string; isWhole?: boolean }): void {
    const asked = this.waiting.get(id);
    if (!asked || data.isWhole === false) return;
    this.waiting.delete(id);
    if (problem !== undefined) asked.reject(new Error(problem));
    else asked.resolve(data);
  }
}

/** What a lab is set to, as the address has it behind the step. */
function addressOf({ root, depth = 3, order = 'generated', show = 'compare', material = false }: Settings): string {
  return String(new URLSearchParams({ root, depth: String(depth), order, show, ...(material ? { material: '' } : {}) }));
}

class Course {
  private trees = new Asker();
  private lessons = new Asker();
  /** Counts what is shown: answers for an earlier step or lab come too late. */
  private turn = 0;
  private step = STEPS[0]!;
  private kind = 'predict';
  private seed = Math.floor(Math.random() * 1000);
  private material = false;
  private wasShown = false;
  /** What the searches returned, with the requests: the test compares it with native searches. */
  readonly searches: { request: Record<string, unknown>; score: number | null; nodes: number; best: number }[] = [];
  lab: Lab | null = null;
  exercise: Exercise | null = null;
  isBusy = false;
  isMaking = false;

  constructor() {
    document.body.classList.add('course-page');
    // The viewer's own place for trees stays empty: each lab has its own.
    document.querySelectorAll('body > main, #replay').forEach((part) => part.remove());
    Words.isShort = true;
    window.addEventListener('hashchange', () => this.open());
    document.addEventListener('keydown', (event) => this.lab?.key(event));
    this.open();
  }

  /** Asks the module for the tree of a search. */
  ask = async (request: Record<string, unknown>): Promise<any> => {
    const { tree: log } = await this.trees.ask({ draw: request });
    const tree = new Tree(new Log(log));
    const { score, nodes, best } = tree.about;
    this.searches.push({ request, score, nodes, best });
    return tree;
  };

  lesson = async (request: Record<string, unknown>): Promise<any> => (await this.lessons.ask({ lesson: request })).answer;

  // The pages.

  /** The hash of the address has the step, and what its lab is set to if that is not its first lab. */
  private open(): void {
    const [id, ...settings] = location.hash.slice(1).split('&');
    this.step = STEPS.find((step) => step.id === id) ?? STEPS[0]!;
    const asked = new URLSearchParams(settings.join('&'));
    this.showSteps();
    byId('steps').querySelector('[aria-current]').scrollIntoView({ block: 'nearest', inline: 'nearest' });
    const root = asked.get('root');
    this.showStep(root === null ? this.step.presets[0]![1]
      : { ...Object.fromEntries(asked), root, depth: Number(asked.get('depth') ?? 3), material: asked.has('material') });
  }

  /** Keeps what the lab is set to in the address, so that a reload finds it. The history gets no entry of it. */
  private keep(settings: Settings): void {
    const own = addressOf(settings);
    try {
      history.replaceState(null, '', `#${this.step.id}${own === addressOf(this.step.presets[0]![1]) ? '' : `&${own}`}`);
    } catch { /* A browser may refuse more than some changes in a time. */ }
  }

  /** Exercises that were solved since the page was opened, for browsers that keep nothing. */
  private solvedNow: string[] = [];

  /** Solved exercises: the step and the kind of each. */
  private solved(): string[] {
    try {
      const kept: unknown = JSON.parse(localStorage.getItem(PROGRESS) ?? '[]');
      const isExercise = (name: unknown) => STEPS.some(({ id }) => KINDS.some(([kind]) => name === `${id}/${kind}`));
      return [...new Set([...(Array.isArray(kept) ? kept.filter(isExercise) : []), ...this.solvedNow])];
    } catch {
      return this.solvedNow;
    }
  }

  private showSteps(): void {
    const solved = this.solved();
    byId('progress').textContent = `${solved.length} of ${STEPS.length * KINDS.length} exercises solved`;
    byId('steps').replaceChildren(...STEPS.map((step, index) => {
      const count = KINDS.filter(([kind]) => solved.includes(`${step.id}/${kind}`)).length;
      return element('li', {}, element('a', {
        href: `#${step.id}`, 'data-number': index + 1, class: count === KINDS.length ? 'solved' : '',
        'aria-current': step === this.step ? 'step' : null, text: step.title,
        'aria-label': count > 0 ? `${step.title}, ${count} of ${KINDS.length} solved` : null,
      }));
    }));
  }

  /** Shows the step with its lab set to this. */
  private showStep(settings: Settings): void {
    const { step } = this;
    const number = STEPS.indexOf(step);
    document.title = `${step.title} · How chess programs search`;
    // Buttons further down change the trees above, so the page scrolls there.
    const lead = (name: string, use: Settings, label = name, extra = {}) => button(label, name, () => {
      this.use(use);
      byId('ask').scrollIntoView({ block: 'start' });
    }, extra);
    byId('step').replaceChildren(...[
      element('h1', { text: `${number + 1}. ${step.title}`, tabindex: -1 }),
      html(step.idea, 'section'), html(step.picture),
      element('section', { 'aria-label': 'Try it' }, element('h2', { text: 'Try it' }),
        element('div', { class: 'presets' }, ...step.presets.map(([name, use]) => lead(name, use))),
        this.form(), element('p', { class: 'said', id: 'said', role: 'status' }), element('p', { class: 'badges', id: 'badges' })),
      element('div', { id: 'lab' }),
      step.id === 'engine' ? element('section', { id: 'decisions', class: 'decisions' }) : null,
      element('section', {}, element('h2', { text: 'What it is sound for' }), html(step.sound, 'p')),
      element('section', {}, element('h2', { text: 'Where it errs' }), html(step.errs, 'p'), element('p', {}, lead(step.errsLab[0], step.errsLab[1]))),
      element('section', { id: 'bugs' }, element('h2', { text: 'A typical bug' }), html(step.bug, 'p'),
        element('p', {}, lead('Switch the bug on', step.bugLab, 'Switch the bug on', { id: 'bug' })),
        ...(step.secondBug ? [html(step.secondBug.text, 'p'), element('p', {}, lead('Switch the other bug on', step.secondBug.lab, 'Switch the other bug on', { id: 'second-bug' }))] : [])),
      element('section', { class: 'exercise', id: 'exercise', 'aria-label': 'Exercise' }),
      ...(step.insets ?? []).map((name) => inset(name, this)),
      element('section', { class: 'code' }, element('h2', { text: 'The code' }), ...sourcesOf(step).map((source, index) => element(
        'details', { open: index === 0 }, element('summary', { text: `crates/${source[0]}${source[1]?.startsWith('Step') ? `: ${source.slice(1).join(', ')} of the engine` : ''}` }), element('pre', { tabindex: 0 }, ...highlighted(textOf(source))),
        element('p', {}, element('a', { href: `${REPOSITORY}crates/${source[0]}`, text: 'The whole file' })),
      ))),
      element('section', { class: 'reading' }, element('h2', { text: 'Where it comes from' }), html(step.reading, 'p'),
        html(`In the playing engine (<a href="${REPOSITORY}crates/search/src/search.rs">search.rs</a>): ${step.engine}.`, 'p')),
      element('nav', { class: 'steps-end', 'aria-label': 'Other steps' }, this.link(number - 1, '← '), this.link(number + 1, '', ' →')),
    ].filter((part) => part !== null));
    // The link that led here is gone: the focus goes to the title, where reading begins.
    if (this.wasShown) {
      byId('step').querySelector('h1').focus();
      window.scrollTo(0, 0);
    }
    this.wasShown = true;
    this.use(settings);
    void this.makeExercise();
  }

  private link(number: number, before: string, after = ''): HTMLElement {
    const step = STEPS[number];
    return step ? element('a', { href: `#${step.id}`, text: `${before}${step.title}${after}` }) : element('span');
  }

  // The lab.

  private form(): HTMLElement {
    const { step } = this;
    const select = (id: string, label: string, options: [string, string][]) => element(
      'label', {}, label, element('select', { id, onchange: () => this.run() }, ...options.map(([value, text]) => element('option', { value, text }))),
    );
    const shows: [string, string][] = [['compare', 'without it and with it'], ['alone', 'with it'], ['depths', 'a ply less and this depth'], ['bug', 'right and with the bug']];
    if (step.secondBug) shows.push(['second', 'right and with the other bug']);
    if (step.id === 'minimax') shows.shift();
    if (step.id === 'engine') shows.splice(0, 3, ['compare', 'sound techniques and all of them'], ['alone', 'all of them']);
    const made = element('form', { class: 'fields', id: 'ask', 'aria-label': 'Search' },
      element('label', { class: 'wide' }, step.id === 'engine' ? 'Position as FEN' : 'Position as FEN, or a tree of numbers in brackets', element('input', { id: 'root', spellcheck: false, autocomplete: 'off', oninput: () => { this.material = false; } })),
      element('label', {}, 'Depth in plies', element('input', { id: 'depth', type: 'number', min: 1, max: 12, required: true })),
      select('order', 'Order of moves', []),
      select('show', 'Search', shows),
      element('button', { class: 'primary', text: 'Search' }),
      step.id === 'engine' ? null : button('Random numbers', 'Random numbers', () => {
        byId('root').value = JSON.stringify(Array.from({ length: 3 }, () => Array.from({ length: 3 }, () => Math.floor(Math.random() * 30))));
        this.run();
      }));
    made.addEventListener('submit', (event: Event) => {
      event.preventDefault();
      this.run();
    });
    return made;
  }

  /** Sets the fields and searches. */
  private use({ root, depth = 3, order = 'generated', show = 'compare', material = false }: Settings): void {
    byId('root').value = root;
    byId('depth').value = depth;
    this.offerSettings(isFen(root));
    for (const [id, value] of [['order', order], ['show', show]] as const) {
      byId(id).value = value;
      // An address may ask for what is not offered.
      if (byId(id).selectedIndex < 0) byId(id).selectedIndex = 0;
    }
    this.material = material;
    this.run();
  }

  /** Offers what suits a position, or a tree of numbers. */
  private offerSettings(isChess: boolean): void {
    const offered = ORDERS.filter(([, , suits]) => suits === 'both' || suits === (isChess ? 'chess' : 'lists'));
    const chosen = byId('order').value;
    byId('order').replaceChildren(...offered.map(([value, text]) => element('option', { value, text })));
    if (offered.some(([name]) => name === chosen)) byId('order').value = chosen;
    // Trees of numbers are searched to their leaves.
    byId('depth').disabled = !isChess;
    const depths = byId('show').querySelector('[value=depths]');
    if (depths) depths.disabled = !isChess;
    if (!isChess && byId('show').value === 'depths') byId('show').selectedIndex = 0;
    byId('depth').min = byId('show').value === 'depths' ? 2 : 1;
    byId('order').disabled = this.step.id === 'engine';
  }

  private async run(): Promise<void> {
    this.turn += 1;
    const { turn, step } = this;
    const root = byId('root').value.trim();
    this.offerSettings(isFen(root));
    this.isBusy = true;
    this.say('Searching …');
    try {
      const depth = byId('depth');
      if (!depth.checkValidity()) throw new Error(`The depth has to be a whole number from ${depth.min} to ${depth.max}.`);
      const settings = { root, depth: Number(depth.value), order: byId('order').value, show: byId('show').value, material: this.material };
      this.keep(settings);
      const trees = await Promise.all(requests(step.id, settings).map(this.ask));
      if (turn !== this.turn) return;
      this.lab?.replay.pause();
      this.lab = new Lab(trees, linesOf(step, settings.show));
      byId('lab').replaceChildren(this.lab.element);
      this.say(this.words(trees));
      this.showBadges(trees);
      if (step.id === 'engine') new Decisions(byId('decisions'), trees.at(-1), root, this.ask);
    } catch (error) {
      if (turn === this.turn) this.say(capitalised((error as Error).message), true);
    } finally {
      if (turn === this.turn) this.isBusy = false;
    }
  }

  /** The counts side by side, in a sentence. */
  private words(trees: any[]): string {
    const isDepths = byId('show').value === 'depths';
    const said = trees.map((tree) => {
      const words = new Words(tree);
      const { about } = tree;
      const move = about.best === 0 ? '' : ` by ${tree.isChess() ? words.moveFrom(tree.lastRoot, about.best) : `move ${about.best}`}`;
      const score = about.score === null ? `not finished after ${plural(about.nodes, 'node')}` : `${words.number(about.score)}${move}, ${plural(about.nodes, 'node')}${about.stopped ? `, stopped: ${words.reached()}` : ''}`;
      return `${capitalised(about.algorithm)}${isDepths ? `, depth ${about.depth}` : ''}: ${score}`;
    });
    const { numbers } = this.step;
    return `${said.join('. ')}.${numbers && !trees[0].isChess() ? ` ${numbers}` : ''}`;
  }

  /** What the second search shows beside the first, from the numbers. */
  private showBadges(trees: any[]): void {
    const [first, second] = trees.map(({ about }) => about);
    const isWhole = second && !first.stopped && !second.stopped && first.score !== null && second.score !== null;
    const badge = (text: string, isSame: boolean) => element('span', { class: `verdict-badge ${isSame ? '' : 'other'}`, text });
    byId('badges').replaceChildren(...(isWhole ? [
      badge(`${ratioWords(first.nodes, second.nodes)}${first.nodes === second.nodes ? ' number of nodes' : ' nodes'}`, first.nodes === second.nodes),
      badge(first.score === second.score ? 'the same score' : 'another score', first.score === second.score),
      ...(first.best === second.best ? [] : [badge('another move', false)]),
    ] : []));
  }

  private say(text: string, isProblem = false): void {
    byId('said').textContent = text;
    byId('said').classList.toggle('problem', isProblem);
    byId('badges').replaceChildren();
  }

  // The exercises.

  private async makeExercise(): Promise<void> {
    const { step, kind } = this;
    const host = byId('exercise');
    const hadFocus = host.contains(document.activeElement);
    this.isMaking = true;
    this.exercise = null;
    this.seed += 1;
    const head = element('div', { class: 'presets', role: 'group', 'aria-label': 'Kind of exercise' }, ...KINDS.map(([name, label]) => button(label, label, () => {
      this.kind = name;
      void this.makeExercise();
    }, { 'aria-pressed': String(name === kind), 'data-kind': name })));
    host.replaceChildren(element('h2', { text: 'Exercise' }), head, element('p', { text: 'A question is being made.' }));
    const isLate = () => step !== this.step || kind !== this.kind || host !== byId('exercise');
    try {
      const exercise = kind === 'mend' ? mend(step) : await EXERCISES[step.id]![kind]!(this.seed, this.ask);
      if (isLate()) return;
      this.exercise = exercise;
      this.showExercise(host, head, exercise);
      // The buttons were made anew.
      if (hadFocus) host.querySelector(`[data-kind=${kind}]`).focus();
    } catch (error) {
      if (!isLate()) host.lastElementChild.replaceWith(element('p', { class: 'verdict wrong', text: (error as Error).message }));
    } finally {
      if (!isLate()) this.isMaking = false;
    }
  }

  private showExercise(host: HTMLElement, head: HTMLElement, exercise: Exercise): void {
    const { step, kind } = this;
    const verdict = element('p', { class: 'verdict', role: 'status' });
    const inputs: HTMLInputElement[] = (exercise.fields ?? []).map(() => element('input', { type: 'number', required: true }));
    const tell = (isRight: boolean, given: unknown) => {
      verdict.textContent = isRight ? `Right. ${exercise.explanation}` : `Not yet. ${exercise.overlooks(given)}`;
      verdict.className = `verdict ${isRight ? 'right' : 'wrong'}`;
      if (!isRight) return;
      this.solvedNow = [...new Set([...this.solvedNow, `${step.id}/${kind}`])];
      try {
        localStorage.setItem(PROGRESS, JSON.stringify(this.solved()));
      } catch { /* Without storage nothing is kept. */ }
      this.showSteps();
    };
    const controls = exercise.options
      ? exercise.options.map((option, index) => element('button', { type: 'button', text: option, onclick: () => tell(index === exercise.answer, index) }))
      : [
        ...inputs.map((input, index) => element('label', {}, exercise.fields![index], input)),
        element('button', { class: 'primary', text: 'Check' }),
      ];
    const form = element('form', { class: `answers ${kind}` }, ...controls);
    form.addEventListener('submit', (event: Event) => {
      event.preventDefault();
      const { answer, marked } = exercise;
      const given = inputs.map((input) => (input.value === '' ? NaN : Number(input.value)));
      if (answer instanceof Set) tell(answer.size === marked!.size && [...answer].every((line) => marked!.has(line)), marked);
      else tell((answer as number[]).every((number, index) => given[index] === number), given);
    });
    host.replaceChildren(
      element('h2', { text: 'Exercise' }), head, html(exercise.question, 'p'), element('div', { class: 'figures' }, ...exercise.figures), form, verdict,
      ...(kind === 'mend' ? [] : [button('Another question', 'Another question', () => void this.makeExercise())]),
    );
  }
}

/** The sources of a step, and the steps of the engine that do the same. */
function sourcesOf({ id, code, engine }: Step): Source[] {
  const steps = id === 'engine' ? [] : engine.match(/Step \d+/g)!;
  return [...code, ...steps.map((name): Source => ['search/src/search.rs', name])];
}

/** A source with its comments dimmed. */
function highlighted(text: string): (Node | string)[] {
  return text.split('\n').flatMap((line) => [/^\s*\/\//.test(line) ? element('span', { class: 'comment', text: line }) : line, '\n']);
}

window.course = new Course();
