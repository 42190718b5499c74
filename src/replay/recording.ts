/** Groups the exchanges of a recording by workspace. Keys that accessed the same jobs and presentations belong to one workspace. */
import { pluralize } from '../base/text/pluralize.js';
import { sanitizeLine } from '../base/text/sanitize.js';
import { UserError } from '../base/user-error.js';
import { getPath } from '../base/url-path.js';
import { isClientCancelled, type Exchange } from '../journal/exchange.js';
import { getStartedJobId } from '../judge/model/call.js';
import { classifyUrl } from '../judge/model/operation.js';
import { groupBy } from '../base/group-by.js';
import { completeMissingBodies } from './missing-bodies.js';
import { createRecordedCall, getPathBelowBase, type RecordedCall } from './recorded-call.js';
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
  const all = exchanges
    .filter(({ request }) => getPathBelowBase(request.url) !== undefined)
    .toSorted((one, two) => one.startedAt - two.startedAt || one.sequence - two.sequence)
    .map(createRecordedCall);
  const documented = all.filter(({ operation }) => operation !== undefined);
  const baseUrls = [
    ...new Set(documented.flatMap(({ exchange }) => parseBaseUrl(exchange.request.url) ?? [])),
  ];
  const own = all.filter((call) => call.operation !== undefined || isBelowBase(call, baseUrls));
  const calls = own.filter(({ exchange }) => !isClientCancelled(exchange));
  const cancelled = own.filter(({ exchange }) => isClientCancelled(exchange));
  if (calls.length === 0) throw noCallsError(exchanges, name, notes);
  const owned = new Set(own.map(({ exchange }) => exchange));
  const others = exchanges.filter((exchange) => !owned.has(exchange) && isOtherApiRequest(exchange));
  const keyPolicy = detectKeyPolicy(calls);
  const groups =
    keyPolicy === 'optional'
      ? [calls]
      : groupByWorkspace(calls.filter(({ credential }) => credential.key !== undefined));
  const accepted = groups.filter((group) => !group.every(isKeyRejected));
  const workspaces = accepted.length > 0 ? accepted : groups;
  const grouped = new Set(workspaces.flat());
  const completed = workspaces.map(completeMissingBodies);
  const rejected = calls.filter((call) => !grouped.has(call));
  const leftOut = groupBy(cancelled, ({ credential }) =>
    Math.max(
      0,
      workspaces.findIndex((group) => group.some((call) => call.credential.key === credential.key)),
    ),
  );
  return {
    name,
    workspaces: completed.map((group, index) => buildRecordedWorkspace(group, leftOut.get(index))),
    rejected: rejected.length > 0 ? buildRecordedWorkspace(rejected) : undefined,
    keyPolicy,
    baseUrls,
    warnings: [
      ...notes,
      ...buildWarnings({
        calls,
        others: others.length,
        hosts: baseUrls.length,
        cancelled: cancelled.length,
        borrowed: completed.flat().filter(({ isBorrowed }) => isBorrowed).length,
      }),
    ],
  };
}

/**
 * Whether a request that the interface does not document is below the base URL of the recorded API. Browsers send OPTIONS by
 * themselves.
 */
function isBelowBase({ exchange: { request } }: RecordedCall, baseUrls: readonly string[]): boolean {
  const { method, url } = request;
  if (method === 'OPTIONS' || getPathBelowBase(url) === undefined) return false;
  const baseUrl = parseBaseUrl(url);
  if (baseUrls.length > 0 && baseUrl !== undefined) return baseUrls.includes(baseUrl);
  return classifyUrl(url).kind === 'api';
}

function noCallsError(exchanges: readonly Exchange[], name: string, notes: readonly string[]): UserError {
  const [first] = exchanges;
  if (!first && notes[0] !== undefined)
    return new UserError('invalid-har', `${name} has no readable request.`, { hint: notes[0] });
  if (!first)
    return new UserError('invalid-har', `${name} has no requests.`, { hint: 'Record the traffic again.' });
  if (exchanges.every(isClientCancelled))
    return new UserError('invalid-har', `${name} has only requests that the client cancelled.`, {
      hint: 'Record the traffic again, until a response arrives.',
    });
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
function detectKeyPolicy(calls: readonly RecordedCall[]): Recording['keyPolicy'] {
  if (calls.every(({ credential }) => credential.key === undefined)) return 'optional';
  return calls.every(({ credential }) => credential.key === undefined || credential.header === 'not-recorded')
    ? 'any'
    : 'known';
}

const isKeyRejected = ({ status }: RecordedCall): boolean => status === 401 || status === 403;

/** The calls of each workspace: those of one key, or of several keys that accessed the same resource. */
function groupByWorkspace(calls: readonly RecordedCall[]): readonly (readonly RecordedCall[])[] {
  /** The names of each workspace, which are keys and ids, by each of its names. */
  const workspaces = new Map<string, Set<string>>();
  const keyName = ({ credential }: RecordedCall): string => `key ${credential.key ?? ''}`;
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
function getResourceIds(call: RecordedCall): readonly string[] {
  if (call.operation === undefined) return [];
  if (call.operation === 'startGeneration') return [getStartedJobId(call) ?? ''].filter(Boolean);
  if (call.operation === 'createPresentation') return [getResourceId(call) ?? ''].filter(Boolean);
  return call.operation === 'listTemplates' || call.operation === 'getPresentation' ? [] : [call.id];
}

/** The URL before `/api/v1`; `undefined` for a URL without a host. */
function parseBaseUrl(url: string): string | undefined {
  return /^(https?:\/\/[^?#]*?)\/api\/v1\//i.exec(url)?.[1];
}

/** Whether a request may be one to the API, at another version or host. */
function isOtherApiRequest({ request }: Exchange): boolean {
  return request.method !== 'OPTIONS' && getPath(request.url).includes('/api/v');
}

function buildWarnings({
  calls,
  others,
  hosts,
  cancelled,
  borrowed,
}: {
  readonly calls: readonly RecordedCall[];
  readonly others: number;
  readonly hosts: number;
  readonly cancelled: number;
  /** The number of responses with the body of another one. */
  readonly borrowed: number;
}): readonly string[] {
  const redactions = calls.flatMap(findRedactions);
  const locations = [...new Set(redactions)].slice(0, 5).join(', ');
  const missing = calls.filter(({ exchange: { response } }) => response?.body?.truncated).length;
  const timeouts = calls.filter(({ exchange }) => toReplayFailure(exchange) === 'timeout');
  const timeoutsAfterHead = timeouts.filter(({ exchange: { response } }) => response !== undefined).length;
  const timeoutsBeforeHead = timeouts.length - timeoutsAfterHead;
  return [
    ...(cancelled > 0
      ? [`${pluralize(cancelled, 'request')} that the client cancelled will not be replayed.`]
      : []),
    ...(timeoutsBeforeHead > 0
      ? [`${pluralize(timeoutsBeforeHead, 'request')} got no response, and will time out again.`]
      : []),
    ...(timeoutsAfterHead > 0
      ? [`${pluralize(timeoutsAfterHead, 'response')} did not end, and will not end again.`]
      : []),
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
    ...(borrowed > 0
      ? [`${pluralize(borrowed, 'response')} without a body will be replayed with the body of another one.`]
      : []),
  ];
}

/** The header or field of each redacted value; `a body` for other text. */
function findRedactions({ exchange: { response } }: RecordedCall): readonly string[] {
  const headers =
    response?.headers.flatMap(([name, value]) => (value.includes('[redacted') ? [name] : [])) ?? [];
  const fields = (response?.body?.text ?? '').matchAll(/(?:"([^"]+)"\s*:\s*"[^"]*)?\[redacted\b/g);
  return [...headers, ...Array.from(fields, ([, name]) => name ?? 'a body')];
}
