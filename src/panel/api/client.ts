/** A typed client of the control API. Every failed request throws an ApiError. */
import createClient, { type Middleware } from 'openapi-fetch';
import type { ControlProblem, paths } from '../../generated/control-api.js';
import { token } from '../state/token.js';

/** The URL of the control API, relative to this page. */
export const CONTROL = new URL('api', document.baseURI).href;

/** A failed request, with a message for the user. */
export class ApiError extends Error {
  /** The code of the problem, or `unreachable` if Deckhand did not respond. */
  readonly code: ControlProblem['code'] | 'unreachable';
  /** The mistakes in the request, one sentence each. */
  readonly reasons: readonly string[];

  constructor(code: ApiError['code'], message: string, reasons: readonly string[] = []) {
    super(reasons.length > 0 ? reasons.join(' ') : message);
    this.code = code;
    this.reasons = reasons;
  }
}

const middleware: Middleware = {
  onRequest({ request }) {
    if (token.value) request.headers.set('Authorization', `Bearer ${token.value}`);
    return request;
  },
  onError: () => new ApiError('unreachable', 'Deckhand does not respond. Check that the server still runs.'),
  async onResponse({ response }) {
    if (!response.ok) throw await apiErrorOf(response);
  },
};

export const api = createClient<paths>({ baseUrl: CONTROL });
api.use(middleware);

/** The data of a successful response. Failed requests have thrown before. */
export async function unwrap<T>(call: Promise<{ data?: T }>): Promise<T> {
  return (await call).data as T;
}

/** The labels of form fields, by the names of the API. Mistakes in `yaml` need no label: they name their own position. */
const FIELD_LABELS: Readonly<Record<string, string>> = {
  by: 'The time to advance',
  speed: 'Speed',
  yaml: '',
  times: 'Times',
  ttl: 'For',
  chance: 'Percent: the chance',
  prompt: 'Prompt',
  message: 'Text',
  error: 'Error',
  latency: 'Delay',
  'answer/status': 'Status',
  'answer/retry_after': 'Retry-After',
};

async function apiErrorOf(response: Response): Promise<ApiError> {
  const problem = (await response.json().catch(() => undefined)) as Partial<ControlProblem> | undefined;
  if (!problem?.code || !problem.detail)
    return new ApiError('unreachable', `Another server responds at this address (${response.status}).`);
  const faults = (problem.errors ?? []).map(({ pointer, detail }) => {
    const field = pointer.replace(/^\//, '');
    return `${FIELD_LABELS[field] ?? field} ${detail}`.trim() + '.';
  });
  return new ApiError(problem.code, problem.detail, faults);
}
