/**
 * The line of the panel to its server, and the handle on the selected workspace. Every failed request throws an ApiError. After a
 * command, the panel asks at once what has changed.
 */
import { controlClient, type ClientErrors } from '../../control/client.js';
import { httpLine } from '../../control/http-line.js';
import { LineWorkspace } from '../../control/line-workspace.js';
import type { ControlProblem } from '../../generated/control-api.js';
import { workspaceId } from '../state/route.js';
import { token } from '../state/token.js';
import { askNow } from '../state/turns.js';

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

function refused(response: Response, body: unknown): ApiError {
  const problem = body as Partial<ControlProblem> | undefined;
  if (!problem?.code || !problem.detail) return notDeckhand(response);
  const faults = (problem.errors ?? []).map(({ pointer, detail }) => {
    const field = pointer.replace(/^\//, '');
    return `${FIELD_LABELS[field] ?? field} ${detail}`.trim() + '.';
  });
  return new ApiError(problem.code, problem.detail, faults);
}

function notDeckhand({ status }: Response): ApiError {
  return new ApiError('unreachable', `Another server responds at this address (${status}).`);
}

const errors: ClientErrors = {
  unreachable: () =>
    new ApiError('unreachable', 'Deckhand does not respond. Check that the server still runs.'),
  refused,
  notDeckhand,
  notFound: (what) => new ApiError('not_found', `There is no ${what}.`),
};

const client = controlClient(new URL('api', document.baseURI).href, { errors });
client.use({
  onRequest({ request }) {
    if (token.value) request.headers.set('Authorization', `Bearer ${token.value}`);
    return request;
  },
  onResponse({ request }) {
    if (request.method !== 'GET') askNow();
  },
});

export const line = httpLine(client, errors);

/** The selected workspace. */
export function here(): LineWorkspace {
  return new LineWorkspace(line, workspaceId.value);
}
