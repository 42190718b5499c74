/**
 * Client of the control API for the panel. Every failed request throws an ApiError. After a
 * command, the panel asks at once what has changed.
 */
import { loopbackAlias } from '../../base/loopback-alias.js';
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
  /** The mistakes in the request, one sentence each. */
  readonly details: readonly string[];

  constructor(code: ApiError['code'], message: string, reasons: readonly string[] = []) {
    super(reasons.length > 0 ? reasons.join(' ') : message);
    this.code = code;
    this.details = reasons;
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

function toApiError(response: Response, body: unknown): ApiError {
  const problem = body as Partial<ControlProblem> | undefined;
  if (!problem?.code || !problem.detail) return notDeckhandError(response);
  const faults = (problem.errors ?? []).map(({ pointer, detail }) => {
    const field = pointer.replace(/^\//, '');
    return `${FIELD_LABELS[field] ?? field} ${detail}`.trim() + '.';
  });
  return new ApiError(problem.code, problem.detail, faults);
}

function notDeckhandError({ status }: Response): ApiError {
  return new ApiError('unreachable', `Another server responds at this address (${status}).`);
}

export const send = createControlClient(new URL('api', document.baseURI).href, {
  fetch: fetchViaLoopbackAlias,
  headers: (): Readonly<Record<string, string>> =>
    token.value ? { Authorization: `Bearer ${token.value}` } : {},
  onChange: pollNow,
  errors: {
    unreachable: () =>
      new ApiError('unreachable', 'Deckhand is not responding. Check that the server still runs.'),
    refused: toApiError,
    notDeckhand: notDeckhandError,
    notFound: (what) => new ApiError('not_found', `There is no ${what}.`),
  },
});

/** Whether this server responds at the other name of this machine: `undefined` before the first request. */
let hasLoopbackAlias: boolean | undefined;

/** Requests that an app holds back keep the browser's connections to this name, and those to the other name are free. */
async function fetchViaLoopbackAlias(url: string, init: RequestInit): Promise<Response> {
  const twin = loopbackAlias(location.origin);
  if (twin === undefined || hasLoopbackAlias === false) return fetch(url, init);
  try {
    const response = await fetch(url.replace(location.origin, twin), init);
    hasLoopbackAlias = true;
    return response;
  } catch (error) {
    if (hasLoopbackAlias || init.signal?.aborted) throw error;
    hasLoopbackAlias = false;
    return fetch(url, init);
  }
}

/** All workspaces. */
export async function listWorkspaces(signal?: AbortSignal): Promise<readonly WorkspaceInfo[]> {
  const { workspaces } = (await send('listWorkspaces', { ...(signal && { signal }) })) as WorkspaceList;
  return workspaces;
}

/** A workspace. Default: the selected one. @param signal ends its requests early */
export function workspaceClient(id = workspaceId.peek(), signal?: AbortSignal): RemoteWorkspace {
  return new RemoteWorkspace(signal ? (verb, input) => send(verb, { ...input, signal }) : send, id);
}
