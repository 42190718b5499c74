/** Groups the exchanges of a recording by workspace. Keys that accessed the same jobs and presentations belong to one workspace. */
import { pluralize } from '../base/text/pluralize.js';
import { sanitizeLine } from '../base/text/sanitize.js';
import { UserError } from '../base/user-error.js';
import { getPath } from '../base/url-path.js';
import { isClientCancelled, type Exchange } from '../journal/exchange.js';
import { createCall, getStartedJobId, type Call } from '../judge/model/call.js';
import { matchOperation } from '../judge/model/operation.js';
import { groupBy } from '../base/group-by.js';
import { getResourceId, buildRecordedWorkspace, type RecordedWorkspace } from './recorded-workspace.js';
import { toReplayFailure } from './replay-response.js';

export interface Recording {
  /** The name of the file, for messages. */
  readonly name: string;
  /** In the order of their first requests. */
  readonly workspaces: readonly RecordedWorkspace[];
  /** The requests without a key, and those whose key was always rejected. */
  readonly rejected: RecordedWorkspace | undefined;
  /** Which keys its workspaces accept: those of the server (`known`), `any` key, or none (`optional`). */
  readonly keyPolicy: 'known' | 'any' | 'optional';
  /** The base URLs of the recorded API, without `/api/v1`: `https://staging.example.com/decks`. */
  readonly baseUrls: readonly string[];
  /** What cannot be replayed, one line each. */
  readonly warnings: readonly string[];
}

/**
 * @param exchanges in any order; those of other services are omitted
 * @param notes the warnings of its reader
 * @throws UserError `invalid-har` if no exchange belongs to the service
 */
export function buildRecording(
  exchanges: readonly Exchange[],
  name: string,
  notes: readonly string[] = [],
): Recording {
  const cancelled = exchanges.filter(isClientCancelled);
  const calls = exchanges
    .filter((exchange) => !isClientCancelled(exchange))
    .toSorted((one, two) => one.startedAt - two.startedAt || one.sequence - two.sequence)
    .flatMap((exchange) => createCall(exchange) ?? []);
  if (calls.length === 0) throw noCallsError(exchanges, name, notes);
  const others = exchanges.filter(({ request }) => isUndocumentedPath(request));
  const baseUrls = [...new Set(calls.flatMap(({ exchange }) => parseBaseUrl(exchange.request.url) ?? []))];
  const keyPolicy = detectKeyPolicy(calls);
  const groups =
    keyPolicy === 'optional'
      ? [calls]
      : groupByWorkspace(calls.filter(({ credential }) => credential.key !== undefined));
  const accepted = groups.filter((group) => !group.every(isKeyRejected));
  const workspaces = accepted.length > 0 ? accepted : groups;
  const grouped = new Set(workspaces.flat());
  const rejected = calls.filter((call) => !grouped.has(call));
  return {
    name,
    workspaces: workspaces.map(buildRecordedWorkspace),
    rejected: rejected.length > 0 ? buildRecordedWorkspace(rejected) : undefined,
    keyPolicy,
    baseUrls,
    warnings: [...notes, ...buildWarnings(calls, others.length, baseUrls.length, cancelled.length)],
  };
}

function noCallsError([first]: readonly Exchange[], name: string, notes: readonly string[]): UserError {
  if (!first && notes[0] !== undefined)
    return new UserError('invalid-har', `${name} has no readable request.`, { hint: notes[0] });
  if (!first)
    return new UserError('invalid-har', `${name} has no requests.`, { hint: 'Record the traffic again.' });
  const path = getPath(first.request.url).slice(0, 100);
  return new UserError(
    'invalid-har',
    `${name} has no request to the service. Its first request is ${path}.`,
    {
      hint: 'Expected one of the seven documented paths below /api/v1, such as /api/v1/templates. A prefix before it is allowed.',
    },
  );
}

/** A recorder that omits keys writes the same placeholder for each of them, or no header. */
function detectKeyPolicy(calls: readonly Call[]): Recording['keyPolicy'] {
  if (calls.every(({ credential }) => credential.key === undefined)) return 'optional';
  return calls.every(({ credential }) => credential.key === undefined || credential.header === 'not-recorded')
    ? 'any'
    : 'known';
}

const isKeyRejected = ({ status }: Call): boolean => status === 401 || status === 403;

/** The calls of each workspace: those of one key, or of several keys that accessed the same resource. */
function groupByWorkspace(calls: readonly Call[]): readonly (readonly Call[])[] {
  /** The names of each workspace, which are keys and ids, by each of its names. */
  const workspaces = new Map<string, Set<string>>();
  const keyName = ({ credential }: Call): string => `key ${credential.key ?? ''}`;
  for (const call of calls) {
    const names = [keyName(call), ...(call.isSuccess ? getResourceIds(call) : []).map((id) => `id ${id}`)];
    const existing = new Set(names.flatMap((name) => workspaces.get(name) ?? []));
    const [largest = new Set<string>(), ...others] = [...existing].sort((one, two) => two.size - one.size);
    for (const name of [...names, ...others.flatMap((other) => [...other])]) {
      largest.add(name);
      workspaces.set(name, largest);
    }
  }
  return [...groupBy(calls, (call) => workspaces.get(keyName(call))).values()];
}

/**
 * The resources that a call accessed. Everybody can fetch a public presentation, so a fetch says nothing about the workspace of its
 * key.
 */
function getResourceIds(call: Call): readonly string[] {
  if (call.operation === 'startGeneration') return [getStartedJobId(call) ?? ''].filter(Boolean);
  if (call.operation === 'createPresentation') return [getResourceId(call) ?? ''].filter(Boolean);
  return call.operation === 'listTemplates' || call.operation === 'getPresentation' ? [] : [call.id];
}

/** The URL before `/api/v1`; `undefined` for a URL without a host. */
function parseBaseUrl(url: string): string | undefined {
  return /^(https?:\/\/[^?#]*?)\/api\/v1\//i.exec(url)?.[1];
}

/** Whether a request is below the API, but matches no operation. Browsers send OPTIONS by themselves. */
function isUndocumentedPath({ method, url }: Exchange['request']): boolean {
  return method !== 'OPTIONS' && getPath(url).includes('/api/v') && matchOperation(method, url) === undefined;
}

function buildWarnings(
  calls: readonly Call[],
  others: number,
  hosts: number,
  cancelled: number,
): readonly string[] {
  const redactions = calls.flatMap(findRedactions);
  const locations = [...new Set(redactions)].slice(0, 5).join(', ');
  const missing = calls.filter(({ exchange: { response } }) => response?.body?.truncated).length;
  const timeouts = calls.filter(({ exchange }) => toReplayFailure(exchange) === 'timeout').length;
  return [
    ...(cancelled > 0
      ? [`${pluralize(cancelled, 'request')} that the client cancelled will not be replayed.`]
      : []),
    ...(timeouts > 0 ? [`${pluralize(timeouts, 'request')} got no response, and will time out again.`] : []),
    ...(others > 0
      ? [`${pluralize(others, 'request')} with other paths or methods will not be replayed.`]
      : []),
    ...(hosts > 1 ? [`It has ${hosts} base URLs, which are replayed as one service.`] : []),
    ...(redactions.length > 0
      ? [
          `Responses have ${pluralize(redactions.length, 'redacted value')} (in ${sanitizeLine(locations)}). The placeholders are replayed: if your client needs a value, write one into the file.`,
        ]
      : []),
    ...(missing > 0 ? [`The recorder omitted or truncated ${pluralize(missing, 'body', 'bodies')}.`] : []),
  ];
}

/** The header or field of each redacted value; `a body` for other text. */
function findRedactions({ exchange: { response } }: Call): readonly string[] {
  const headers =
    response?.headers.flatMap(([name, value]) => (value.includes('[redacted') ? [name] : [])) ?? [];
  const fields = (response?.body?.text ?? '').matchAll(/(?:"([^"]+)"\s*:\s*"[^"]*)?\[redacted\b/g);
  return [...headers, ...Array.from(fields, ([, name]) => name ?? 'a body')];
}
