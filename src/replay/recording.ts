/**
 * A recording as the replay plays it: the exchanges of the service, by workspace. Keys that reached the same jobs and presentations
 * open one workspace.
 */
import { pluralize } from '../base/text/pluralize.js';
import { sanitizeLine } from '../base/text/sanitize.js';
import { UserError } from '../base/user-error.js';
import { getPath } from '../base/url-path.js';
import { isClientCancelled } from '../journal/cancelled.js';
import type { Exchange } from '../journal/exchange.js';
import { createCall, type Call } from '../judge/model/call.js';
import { matchOperation } from '../judge/model/operation.js';
import { getStartedJobId } from '../judge/model/call.js';
import { groupBy } from '../base/group-by.js';
import { idOf, buildRecordedWorkspace, type RecordedWorkspace } from './recorded-workspace.js';
import { toReplayFailure } from './replay-response.js';

export interface Recording {
  /** The name of the file, for messages. */
  readonly name: string;
  /** In the order of their first requests. */
  readonly workspaces: readonly RecordedWorkspace[];
  /** The requests without a key, and those whose key was always refused. */
  readonly refused: RecordedWorkspace | undefined;
  /** Which keys open its workspaces: those of the server (`known`), `any`, or `none` is needed. */
  readonly keyPolicy: 'known' | 'any' | 'optional';
  /** The base addresses of the recorded API, without `/api/v1`: `https://staging.example.com/decks`. */
  readonly baseUrls: readonly string[];
  /** What a replay of it cannot show, one line each. */
  readonly warnings: readonly string[];
}

/**
 * @param exchanges in any order; those of other services are left out
 * @param notes what its reader could not read
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
  const addresses = [...new Set(calls.flatMap(({ exchange }) => parseBaseUrl(exchange.request.url) ?? []))];
  const keyCheck = detectKeyPolicy(calls);
  const groups =
    keyCheck === 'optional'
      ? [calls]
      : groupByWorkspace(calls.filter(({ credential }) => credential.key !== undefined));
  const accepted = groups.filter((group) => !group.every(isKeyRefused));
  const opened = accepted.length > 0 ? accepted : groups;
  const used = new Set(opened.flat());
  const refused = calls.filter((call) => !used.has(call));
  return {
    name,
    workspaces: opened.map(buildRecordedWorkspace),
    refused: refused.length > 0 ? buildRecordedWorkspace(refused) : undefined,
    keyPolicy: keyCheck,
    baseUrls: addresses,
    warnings: [...notes, ...buildWarnings(calls, others.length, addresses.length, cancelled.length)],
  };
}

function noCallsError([first]: readonly Exchange[], name: string, notes: readonly string[]): UserError {
  if (!first && notes[0] !== undefined)
    return new UserError('invalid-har', `${name} has no readable request.`, { hint: notes[0] });
  if (!first)
    return new UserError('invalid-har', `${name} has no requests.`, { hint: 'Record the failure again.' });
  const path = getPath(first.request.url).slice(0, 100);
  return new UserError(
    'invalid-har',
    `${name} has no request to the service. Its first request is ${path}.`,
    {
      hint: 'Expected one of the seven documented paths below /api/v1, such as /api/v1/templates. A prefix before it is fine.',
    },
  );
}

/** A recorder that leaves out keys writes the same mark for each of them, or no header at all. */
function detectKeyPolicy(calls: readonly Call[]): Recording['keyPolicy'] {
  if (calls.every(({ credential }) => credential.key === undefined)) return 'optional';
  return calls.every(({ credential }) => credential.key === undefined || credential.header === 'not-recorded')
    ? 'any'
    : 'known';
}

const isKeyRefused = ({ status }: Call): boolean => status === 401 || status === 403;

/** The calls of each workspace: those of one key, or of several keys that reached the same resource. */
function groupByWorkspace(calls: readonly Call[]): readonly (readonly Call[])[] {
  /** The names of each workspace, which are keys and ids, by each of its names. */
  const workspaces = new Map<string, Set<string>>();
  const keyName = ({ credential }: Call): string => `key ${credential.key ?? ''}`;
  for (const call of calls) {
    const names = [keyName(call), ...(call.isSuccess ? resourceIdsOf(call) : []).map((id) => `id ${id}`)];
    const known = new Set(names.flatMap((name) => workspaces.get(name) ?? []));
    const [largest = new Set<string>(), ...others] = [...known].sort((one, two) => two.size - one.size);
    for (const name of [...names, ...others.flatMap((other) => [...other])]) {
      largest.add(name);
      workspaces.set(name, largest);
    }
  }
  return [...groupBy(calls, (call) => workspaces.get(keyName(call))).values()];
}

/**
 * The resources that a call reached. A public presentation can be fetched by everybody, so a fetch says nothing about the workspace
 * of its key.
 */
function resourceIdsOf(call: Call): readonly string[] {
  if (call.operation === 'startGeneration') return [getStartedJobId(call) ?? ''].filter(Boolean);
  if (call.operation === 'createPresentation') return [idOf(call) ?? ''].filter(Boolean);
  return call.operation === 'listTemplates' || call.operation === 'getPresentation' ? [] : [call.id];
}

/** The address before `/api/v1`; `undefined` for a URL without a host. */
function parseBaseUrl(url: string): string | undefined {
  return /^(https?:\/\/[^?#]*?)\/api\/v1\//i.exec(url)?.[1];
}

/** Whether a request is below the API, and none of its operations. Browsers send OPTIONS on their own. */
function isUndocumentedPath({ method, url }: Exchange['request']): boolean {
  return method !== 'OPTIONS' && getPath(url).includes('/api/v') && matchOperation(method, url) === undefined;
}

function buildWarnings(
  calls: readonly Call[],
  others: number,
  hosts: number,
  cancelled: number,
): readonly string[] {
  const marks = calls.flatMap(findRedactions);
  const marked = [...new Set(marks)].slice(0, 5).join(', ');
  const missing = calls.filter(({ exchange: { response } }) => response?.body?.truncated).length;
  const stalls = calls.filter(({ exchange }) => toReplayFailure(exchange) === 'timeout').length;
  return [
    ...(cancelled > 0
      ? [`${pluralize(cancelled, 'request')} that the client cancelled will not be played.`]
      : []),
    ...(stalls > 0 ? [`${pluralize(stalls, 'request')} got no response, and will get none.`] : []),
    ...(others > 0 ? [`${pluralize(others, 'request')} of other paths or methods will not be played.`] : []),
    ...(hosts > 1 ? [`It has ${hosts} base addresses, which are played as one service.`] : []),
    ...(marks.length > 0
      ? [
          `Responses have ${pluralize(marks.length, 'redacted value')} (in ${sanitizeLine(marked)}). The marks are played: where your client needs a value, write one into the file.`,
        ]
      : []),
    ...(missing > 0 ? [`The recorder left out or cut ${pluralize(missing, 'body', 'bodies')}.`] : []),
  ];
}

/** The header or the field of each redacted value; `a body` for one in another text. */
function findRedactions({ exchange: { response } }: Call): readonly string[] {
  const headers =
    response?.headers.flatMap(([name, value]) => (value.includes('[redacted') ? [name] : [])) ?? [];
  const fields = (response?.body?.text ?? '').matchAll(/(?:"([^"]+)"\s*:\s*"[^"]*)?\[redacted\b/g);
  return [...headers, ...Array.from(fields, ([, name]) => name ?? 'a body')];
}
