/** The control API, typed by its document. Whatever goes wrong with a request is thrown as one kind of error. */
import createClient, { type Middleware } from 'openapi-fetch';
import type { ControlProblem, paths } from '../../generated/control-api.js';
import { token } from '../state/token.js';

/** Where the control API is: beside this page, wherever the page is. */
export const CONTROL = new URL('api', document.baseURI).href;

/** Why a request came to nothing, in words for whoever clicked. */
export class Trouble extends Error {
  /** The problem's code, or `unreachable` when there was no answer of the stand-in's. */
  readonly code: ControlProblem['code'] | 'unreachable';
  /** What is wrong with what was sent, a sentence each. */
  readonly reasons: readonly string[];

  constructor(code: Trouble['code'], message: string, reasons: readonly string[] = []) {
    super(reasons.length > 0 ? reasons.join(' ') : message);
    this.code = code;
    this.reasons = reasons;
  }
}

const explained: Middleware = {
  onRequest({ request }) {
    if (token.value) request.headers.set('Authorization', `Bearer ${token.value}`);
    return request;
  },
  onError: () => new Trouble('unreachable', 'Deckhand does not answer. Is it still running?'),
  async onResponse({ response }) {
    if (!response.ok) throw await troubleOf(response);
  },
};

export const api = createClient<paths>({ baseUrl: CONTROL });
api.use(explained);

/** What was answered. The client throws whatever else there is to say. */
export async function answered<T>(call: Promise<{ data?: T }>): Promise<T> {
  return (await call).data as T;
}

/** What people who filled in a form call its fields; a fault in a text says itself where it is. */
const FIELDS: Readonly<Record<string, string>> = { by: 'What to advance by', speed: 'The speed', text: '' };

async function troubleOf(response: Response): Promise<Trouble> {
  const problem = (await response.json().catch(() => undefined)) as Partial<ControlProblem> | undefined;
  if (!problem?.code || !problem.detail)
    return new Trouble('unreachable', `Something else than Deckhand answers here (${response.status}).`);
  const faults = (problem.errors ?? []).map(({ pointer, detail }) => {
    const field = pointer.replace(/^\//, '');
    return `${FIELDS[field] ?? field} ${detail}`.trim() + '.';
  });
  return new Trouble(problem.code, problem.detail, faults);
}
