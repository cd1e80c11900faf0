// The course: twelve steps from minimax to the playing engine, each with text, code, trees of real searches, and an exercise.
// The scripts of the viewer (tools/treeview/page) are loaded before this one.

import { Decisions } from './decisions';
import { EXERCISES, type Exercise } from './exercises';
import { textOf } from './sources';
import { type Lab, STEPS } from './steps';

const ORDERS: [name: string, words: string, suits: 'both' | 'lists' | 'chess'][] = [
  ['generated', 'as they come', 'both'], ['backwards', 'backwards', 'both'], ['random', 'random', 'both'],
  ['best-first', 'best first', 'lists'], ['worst-first', 'worst first', 'lists'],
  ['captures', 'captures first', 'chess'], ['captures-last', 'captures last', 'chess'], ['killers', 'captures, killers, history', 'chess'],
];
/** Trees of more visits are not drawn. */
const MAX_NODES = 60000;
const PROGRESS = 'course-solved';

const byId = (id: string): any => document.getElementById(id);
const isFen = (root: string): boolean => !root.trim().startsWith('[');

class Course {
  private worker: Worker | null = null;
  private waiting = new Map<number, { resolve: (tree: any) => void; reject: (error: Error) => void }>();
  private lastId = 0;
  /** Counts what is shown: answers for an earlier step or lab come too late. */
  private turn = 0;
  private step = STEPS[0]!;
  private seed = Math.floor(Math.random() * 1000);
  /** What the searches returned, with the requests: the test compares it with native searches. */
  readonly searches: { request: Record<string, unknown>; score: number | null; nodes: number; best: number }[] = [];
  exercise: Exercise | null = null;
  isBusy = false;
  isMaking = false;

  constructor() {
    document.body.classList.add('course-page');
    window.addEventListener('hashchange', () => this.open());
    this.open();
  }

  /** Asks the module for the tree of a search. */
  ask = (request: Record<string, unknown>): Promise<any> => {
    if (!this.worker) {
      this.worker = new Worker('tree-worker.js', { type: 'module' });
      this.worker.onmessage = ({ data }) => this.receive(data);
      this.worker.onerror = (event) => this.fail(new Error(event.message));
    }
    this.lastId += 1;
    const id = this.lastId;
    const found = new Promise<any>((resolve, reject) => { this.waiting.set(id, { resolve, reject }); });
    this.worker.postMessage({ id, draw: request });
    return found.then((tree) => {
      const { score, nodes, best } = tree.about;
      this.searches.push({ request, score, nodes, best });
      return tree;
    });
  };

  private receive({ id, tree, isWhole, problem }: { id: number; tree: ArrayBuffer; isWhole: boolean; problem?: string }): void {
    const asked = this.waiting.get(id);
    if (!asked || (problem === undefined && !isWhole)) return;
    this.waiting.delete(id);
    if (problem !== undefined) asked.reject(new Error(problem));
    else asked.resolve(new Tree(new Log(tree)));
  }

  private fail(error: Error): void {
    for (const { reject } of this.waiting.values()) reject(error);
    this.waiting.clear();
  }

  // The pages.

  private open(): void {
    const id = location.hash.slice(1);
    this.step = STEPS.find((step) => step.id === id) ?? STEPS[0]!;
    this.showSteps();
    this.showStep();
  }

  private solved(): string[] {
    try {
      const kept: unknown = JSON.parse(localStorage.getItem(PROGRESS) ?? '[]');
      return Array.isArray(kept) ? kept.filter((id) => STEPS.some((step) => step.id === id)) : [];
    } catch {
      return [];
    }
  }

  private showSteps(): void {
    const solved = this.solved();
    byId('progress').textContent = `${solved.length} of ${STEPS.length} exercises solved`;
    byId('steps').replaceChildren(...STEPS.map((step, index) => element('li', {}, element('a', {
      href: `#${step.id}`, 'data-number': index + 1, class: solved.includes(step.id) ? 'solved' : '',
      'aria-current': step === this.step ? 'step' : null, text: step.title,
      'aria-label': solved.includes(step.id) ? `${step.title}, solved` : null,
    }))));
    byId('steps').querySelector('[aria-current]').scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }

  private showStep(): void {
    const { step } = this;
    const number = STEPS.indexOf(step);
    // The viewer's own elements are kept when the step before goes.
    const lab = element('div', { id: 'lab' });
    const viewer = ['main', '#replay, .replay'].map((name) => document.querySelector(name)).filter(Boolean);
    lab.append(...viewer);
    document.title = `${step.title} · How chess programs search`;
    const html = (markup: string, tag = 'div') => {
      const made = document.createElement(tag);
      made.innerHTML = markup;
      return made;
    };
    // Buttons further down change the trees above, so the page scrolls there.
    const lead = (name: string, use: Lab, label = name, extra = {}) => button(label, name, () => {
      this.use(use);
      byId('ask').scrollIntoView({ block: 'start' });
    }, extra);
    byId('step').replaceChildren(...[
      element('h2', { text: `${number + 1}. ${step.title}` }),
      html(step.idea, 'section'), html(step.picture),
      element('section', { 'aria-label': 'Try it' }, element('h3', { text: 'Try it' }),
        element('div', { class: 'presets' }, ...step.presets.map(([name, use]) => lead(name, use))),
        this.form(), element('p', { class: 'said', id: 'said', role: 'status' })),
      lab,
      step.id === 'engine' ? element('section', { id: 'decisions', class: 'decisions' }) : null,
      element('section', { class: 'code' }, element('h3', { text: 'The code' }), ...step.code.map((source, index) => element(
        'details', { open: index === 0 }, element('summary', { text: `crates/${source[0]}` }), element('pre', {}, ...highlighted(textOf(source))),
      ))),
      element('section', {}, element('h3', { text: 'What it is sound for' }), html(step.sound, 'p')),
      element('section', {}, element('h3', { text: 'Where it errs' }), html(step.errs, 'p'), element('p', {}, lead(step.errsLab[0], step.errsLab[1]))),
      element('section', { id: 'bugs' }, element('h3', { text: 'A typical bug' }), html(step.bug, 'p'),
        element('p', {}, lead('Switch the bug on', step.bugLab, 'Switch the bug on', { id: 'bug' })),
        ...(step.secondBug ? [html(step.secondBug.text, 'p'), element('p', {}, lead('Switch this bug on', step.secondBug.lab, 'Switch the other bug on', { id: 'second-bug' }))] : [])),
      element('section', { class: 'exercise', id: 'exercise', 'aria-label': 'Exercise' }),
      element('nav', { class: 'steps-end', 'aria-label': 'Other steps' }, this.link(number - 1, '← '), this.link(number + 1, '', ' →')),
    ].filter((part) => part !== null));
    if (this.wasShown) window.scrollTo(0, 0);
    this.wasShown = true;
    this.use(step.lab);
    void this.makeExercise();
  }

  private wasShown = false;

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
    const shows: [string, string][] = [['compare', 'without it and with it'], ['alone', 'with it'], ['bug', 'right and with the bug']];
    if (step.secondBug) shows.push(['second', 'right and with the other bug']);
    if (step.id === 'minimax') shows.shift();
    if (step.id === 'engine') shows.splice(0, 1, ['compare', 'sound techniques and all of them']);
    const fields = [
      element('label', { class: 'wide' }, 'Tree in brackets, or position as FEN', element('input', { id: 'root', spellcheck: false, autocomplete: 'off' })),
      element('label', {}, 'Depth in plies', element('input', { id: 'depth', type: 'number', min: 1, max: 12, required: true })),
      select('order', 'Order of moves', []),
      select('show', 'Search', shows),
      element('button', { class: 'primary', text: 'Search' }),
      step.id === 'engine' ? null : button('A random tree', 'Random tree', () => {
        byId('root').value = JSON.stringify(Array.from({ length: 3 }, () => Array.from({ length: 3 }, () => Math.floor(Math.random() * 30))));
        this.run();
      }),
    ];
    const made = element('form', { class: 'fields', id: 'ask', 'aria-label': 'Search' }, ...fields);
    made.addEventListener('submit', (event: Event) => {
      event.preventDefault();
      this.run();
    });
    return made;
  }

  /** Sets the fields and searches. */
  private use({ root, depth = 3, order = 'generated', show = 'compare' }: Lab): void {
    byId('root').value = root;
    byId('depth').value = depth;
    this.offerOrders(isFen(root));
    byId('order').value = order;
    byId('show').value = show;
    this.run();
  }

  private offerOrders(isChess: boolean): void {
    const offered = ORDERS.filter(([, , suits]) => suits === 'both' || suits === (isChess ? 'chess' : 'lists'));
    const chosen = byId('order').value;
    byId('order').replaceChildren(...offered.map(([value, text]) => element('option', { value, text })));
    if (offered.some(([name]) => name === chosen)) byId('order').value = chosen;
    byId('depth').disabled = !isChess;
    byId('order').disabled = this.step.id === 'engine';
  }

  /** The searches that the form asks for. */
  private requests(): Record<string, unknown>[] {
    const root = byId('root').value.trim();
    const [depth, order, show] = [Number(byId('depth').value), byId('order').value, byId('show').value];
    const where = isFen(root) ? { position: root, depth, nodes: MAX_NODES } : { lists: root };
    if (this.step.id === 'engine') {
      const engine = { algorithm: 'engine', ...where };
      if (show === 'alone') return [engine];
      return show === 'bug' ? [engine, { ...engine, without: ['Table'] }] : [{ ...engine, algorithm: 'pvs' }, engine];
    }
    const forms = { compare: ['without', 'with'], alone: ['with'], bug: ['with', 'bug'], second: ['with', 'second-bug'] }[show as 'compare'];
    return forms.map((form) => ({ step: this.step.id, form, order, ...where }));
  }

  private async run(): Promise<void> {
    this.turn += 1;
    const { turn } = this;
    this.offerOrders(isFen(byId('root').value));
    this.isBusy = true;
    this.say('Searching …');
    try {
      const trees = await Promise.all(this.requests().map(this.ask));
      if (turn !== this.turn) return;
      Viewer.show(trees.map(({ log }) => log));
      // The viewer hides what needs a tree until it has one.
      document.body.classList.add('ready');
      this.say(this.words(trees));
      if (this.step.id === 'engine') new Decisions(byId('decisions'), trees.at(-1), byId('root').value.trim(), this.ask);
    } catch (error) {
      if (turn === this.turn) this.say(capitalised((error as Error).message), true);
    } finally {
      if (turn === this.turn) this.isBusy = false;
    }
  }

  /** The counts side by side, in a sentence. */
  private words(trees: any[]): string {
    const said = trees.map((tree) => {
      const words = new Words(tree);
      const { about } = tree;
      const move = about.best === 0 ? '' : ` by ${tree.isChess() ? words.moveFrom(tree.lastRoot, about.best) : `move ${about.best}`}`;
      const score = about.score === null ? `not finished after ${plural(about.nodes, 'node')}` : `${words.number(about.score)}${move}, ${plural(about.nodes, 'node')}`;
      return `${capitalised(about.algorithm)}: ${score}`;
    });
    return `${said.join('. ')}.`;
  }

  private say(text: string, isProblem = false): void {
    byId('said').textContent = text;
    byId('said').classList.toggle('problem', isProblem);
  }

  // The exercise.

  private async makeExercise(): Promise<void> {
    const { step } = this;
    const host = byId('exercise');
    this.isMaking = true;
    this.exercise = null;
    this.seed += 1;
    host.replaceChildren(element('h3', { text: 'Exercise' }), element('p', { text: 'A question is being made.' }));
    try {
      const exercise = await EXERCISES[step.exercise](this.seed, this.ask);
      if (step !== this.step || host !== byId('exercise')) return;
      this.exercise = exercise;
      this.showExercise(host, exercise);
    } catch (error) {
      host.replaceChildren(element('h3', { text: 'Exercise' }), element('p', { class: 'verdict wrong', text: (error as Error).message }));
    } finally {
      if (step === this.step) this.isMaking = false;
    }
  }

  private showExercise(host: HTMLElement, exercise: Exercise): void {
    const question = document.createElement('p');
    question.innerHTML = exercise.question;
    const verdict = element('p', { class: 'verdict', role: 'status' });
    const inputs: HTMLInputElement[] = (exercise.fields ?? []).map(() => element('input', { type: 'number', required: true }));
    const tell = (isRight: boolean) => {
      verdict.textContent = isRight ? `Right. ${exercise.explanation}` : 'Not yet. Try again, or look at the tree above.';
      verdict.className = `verdict ${isRight ? 'right' : 'wrong'}`;
      if (!isRight) return;
      localStorage.setItem(PROGRESS, JSON.stringify([...new Set([...this.solved(), this.step.id])]));
      this.showSteps();
    };
    const controls = exercise.options
      ? exercise.options.map((option, index) => element('button', { type: 'button', text: option, onclick: () => tell(index === exercise.answer) }))
      : [
        ...inputs.map((input, index) => element('label', {}, exercise.fields![index], input)),
        element('button', { class: 'primary', text: 'Check' }),
      ];
    const form = element('form', { class: 'answers' }, ...controls);
    form.addEventListener('submit', (event: Event) => {
      event.preventDefault();
      const { answer, marked } = exercise;
      if (answer instanceof Set) tell(answer.size === marked!.size && [...answer].every((line) => marked!.has(line)));
      else tell((answer as number[]).every((number, index) => inputs[index]!.value !== '' && Number(inputs[index]!.value) === number));
    });
    host.replaceChildren(
      element('h3', { text: 'Exercise' }), question, element('div', { class: 'figures' }, ...exercise.figures), form, verdict,
      button('Another question', 'Another question', () => void this.makeExercise()),
    );
  }
}

/** A source with its comments dimmed. */
function highlighted(text: string): (Node | string)[] {
  return text.split('\n').flatMap((line) => [/^\s*\/\//.test(line) ? element('span', { class: 'comment', text: line }) : line, '\n']);
}

window.course = new Course();
