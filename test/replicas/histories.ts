/** Clients that ask several servers at once, and the histories of what they did, one for each object of the mock server. */
import type { Model, Operation } from './linearizable.js';

type Input = string | { readonly write: string };
type History = Operation<Input, unknown>[];
type Check = Model<string | number, Input, unknown>;

export interface Histories {
  readonly histories: Readonly<Record<string, { readonly history: History; readonly model: Check }>>;
  /** The ids of all jobs that a server confirmed. */
  readonly jobs: readonly string[];
}

const START = '/presentations/generate';
const HEADERS = { 'x-api-key': 'deckhand-dev-key', 'content-type': 'application/json' };
const FAULTS = 4;

/** A title that is written and read. */
const title: Check = {
  start: '',
  step(state, input, output) {
    if (typeof input === 'object') return input.write;
    return output === state ? state : undefined;
  },
};

/** An active fault that is played some times, and then never. */
const fault: Check = {
  start: FAULTS,
  step(left, _input, output) {
    if (output === undefined) return Math.max(0, Number(left) - 1);
    return (output === 500) === Number(left) > 0 ? Math.max(0, Number(left) - 1) : undefined;
  },
};

/** A job that asks until a reply comes. */
const question: Check = {
  start: 'awaiting_input',
  step(state, input, output) {
    if (typeof input === 'object') return input.write;
    return output === state ? state : undefined;
  },
};

/** The number of jobs. */
const count: Check = {
  start: 0,
  step(state, input, output) {
    if (input === 'start') return Number(state) + 1;
    return output === state ? state : undefined;
  },
};

export interface Traffic {
  /** A number from 0 to 1. */
  readonly random: () => number;
  readonly clients: number;
  readonly operations: number;
  /** Called before the first operation that is in a history. */
  readonly onReady?: () => void;
}

/** @param urls the servers; each operation goes to one of them by chance. They have no job */
export async function traffic(
  urls: readonly string[],
  { random, clients, operations, onReady }: Traffic,
): Promise<Histories> {
  const pick = <T>(all: readonly T[]): T => all[Math.floor(random() * all.length)] as T;
  const ask = (path: string, method = 'GET', body?: unknown): Promise<Response> =>
    fetch(`${pick(urls)}${path}`, {
      method,
      headers: HEADERS,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
  const api = (path: string, method?: string, body?: unknown) => ask(`/api/v1${path}`, method, body);
  const control = (path: string, method?: string, body?: unknown) =>
    ask(`/_deckhand/api/workspaces/ws_dev${path}`, method, body);

  const jobs: string[] = [];
  const start = async (scenario: string): Promise<string> => {
    const response = await api(START, 'POST', { prompt: `[scenario: ${scenario}] Tides` });
    const { generation_id: id } = await response.json();
    if (response.ok) jobs.push(id);
    return id;
  };
  const deck = `/presentations/${(await start('instant')).replace('gen_', 'pres_')}`;
  const asking = await start('asks-a-question');
  await control('/clock/pause', 'POST');
  await control('/clock/next', 'POST', { job: asking });
  const first = (await (await api(deck)).json()).title;
  await control('/faults', 'POST', { on: ['listTemplates'], answer: { status: 500 }, times: FAULTS });

  const histories = {
    title: { history: [] as History, model: { ...title, start: first } },
    fault: { history: [] as History, model: fault },
    question: { history: [] as History, model: question },
    count: { history: [] as History, model: { ...count, start: jobs.length } },
  };

  /** @returns undefined when the outcome is not known */
  type Attempt = () => Promise<{ readonly response: Response; readonly output: unknown }>;
  const note = async (name: keyof typeof histories, input: Input, attempt: Attempt): Promise<void> => {
    const from = performance.now();
    const done = await attempt().catch(() => undefined);
    const to = performance.now();
    const { history } = histories[name];
    if (done?.response.status !== 503) return void history.push({ input, output: done?.output, from, to });
    // A server that says so must be right: the operation is then not part of the history.
    if (!JSON.stringify(done.output).includes('Nothing was changed'))
      history.push({ input, output: undefined, from, to });
  };
  const reading =
    (path: string, what: (body: never) => unknown, from = api): Attempt =>
    async () => {
      const response = await from(path);
      const body = await response.json();
      return { response, output: response.ok ? what(body as never) : body };
    };
  const writing =
    (path: string, method: string, body: unknown): Attempt =>
    async () => {
      const response = await api(path, method, body);
      const output = await response.json();
      if (response.ok && path === START) jobs.push(output.generation_id);
      return { response, output };
    };

  const one = async (client: number): Promise<void> => {
    for (let turn = 0; turn < operations; turn += 1) {
      const name = `Title ${client}.${turn}`;
      await pick([
        () => note('title', { write: name }, writing(deck, 'PATCH', { title: name })),
        () =>
          note(
            'title',
            'read',
            reading(deck, ({ title: now }: { title: string }) => now),
          ),
        () =>
          note('fault', 'take', async () => {
            const response = await api('/templates');
            const body: unknown = response.status === 503 ? await response.json() : await response.text();
            return { response, output: response.status === 503 ? body : response.status };
          }),
        () =>
          note(
            'question',
            'read',
            reading(`${START}/${asking}/status`, ({ status }: { status: string }) => status),
          ),
        () => note('count', 'start', writing(START, 'POST', { prompt: name })),
        () =>
          note(
            'count',
            'read',
            reading('/jobs', ({ total }: { total: number }) => total, control),
          ),
        // Late enough for reads before it.
        ...(turn > operations / 2
          ? [
              () =>
                note(
                  'question',
                  { write: 'generating' },
                  writing(`${START}/${asking}/message`, 'POST', { message: 'Yes' }),
                ),
            ]
          : []),
      ])();
    }
  };
  onReady?.();
  await Promise.all(Array.from({ length: clients }, (_, client) => one(client)));
  return { histories, jobs };
}
