/** Client of the control API for the panel. A failed request throws an ApiError; a command triggers a poll for its changes. */
import { RemoteWorkspace } from '../../app/remote-workspace.js';
import { createControlClient } from '../../app/control-client.js';
import type { ControlProblem, WorkspaceInfo, WorkspaceList } from '../../generated/control-api.js';
import { workspaceId } from '../state/route.js';
import { token } from '../state/token.js';
import { pollNow } from '../state/poll-schedule.js';

/** A failed request, with a message for the user. */
export class ApiError extends Error {
  /** The code of the problem, or `unreachable` if Deckhand did not respond. */
  readonly code: ControlProblem['code'] | 'unreachable';
  /** The errors in the request, one sentence each. */
  readonly details: readonly string[];

  constructor(code: ApiError['code'], message: string, details: readonly string[] = []) {
    super(details.length > 0 ? details.join(' ') : message);
    this.code = code;
    this.details = details;
  }
}

/** The labels of form fields by their names in the API. Errors in a text need no label: they have a position. */
const FIELD_LABELS: Readonly<Record<string, string>> = {
  by: 'The time to advance',
  speed: 'Speed',
  yaml: '',
  text: '',
  scenario: 'The name',
  times: 'Times',
  ttl: 'For',
  probability: 'Probability',
  prompt: 'Prompt',
  message: 'Text',
  error: 'Error',
  latency: 'Delay',
  'response/status': 'Status',
  'response/retry_after': 'Retry-After',
};

function toApiError(response: Response, body: unknown): ApiError {
  const problem = body as Partial<ControlProblem> | undefined;
  if (!problem?.code || !problem.detail) return notDeckhandError(response);
  const details = (problem.errors ?? []).map(({ pointer, detail }) => {
    const field = pointer.replace(/^\//, '');
    const label = Object.hasOwn(FIELD_LABELS, field) ? FIELD_LABELS[field] : field;
    return `${label} ${detail}`.trim() + '.';
  });
  return new ApiError(problem.code, problem.detail, details);
}

function notDeckhandError({ status }: Response): ApiError {
  return new ApiError('unreachable', `Another server responds at this URL (${status}).`);
}

export const send = createControlClient(new URL('api', document.baseURI).href, {
  headers: (): Readonly<Record<string, string>> =>
    token.value ? { Authorization: `Bearer ${token.value}` } : {},
  onChange: pollNow,
  errors: {
    unreachable: () =>
      new ApiError('unreachable', 'Deckhand is not responding. Check that the server still runs.'),
    rejected: toApiError,
    notDeckhand: notDeckhandError,
    notFound: (what) => new ApiError('not_found', `There is no ${what}.`),
  },
});

/** All workspaces. */
export async function listWorkspaces(signal?: AbortSignal): Promise<readonly WorkspaceInfo[]> {
  const { workspaces } = (await send('listWorkspaces', { ...(signal && { signal }) })) as WorkspaceList;
  return workspaces;
}

/** A client for a workspace; by default, for the selected one. @param signal aborts its requests */
export function workspaceClient(id = workspaceId.peek(), signal?: AbortSignal): RemoteWorkspace {
  return new RemoteWorkspace(signal ? (operation, input) => send(operation, { ...input, signal }) : send, id);
}
