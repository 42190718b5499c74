/**
 * A recording as the replay plays it: the exchanges of the service, by workspace. Keys that reached the same jobs and presentations
 * open one workspace.
 */
import { counted } from '../base/text/counted.js';
import { onOneLine } from '../base/text/neutral.js';
import { UserError } from '../base/user-error.js';
import { pathOf } from '../base/url-path.js';
import { isCancelled } from '../journal/cancelled.js';
import type { Exchange } from '../journal/exchange.js';
import { callOf, type Call } from '../contract/model/call.js';
import { operationOf } from '../contract/model/operation.js';
import { startedJobId } from '../contract/model/call.js';
import { groupBy } from '../base/group-by.js';
import { idIn, recordedWorkspace, type RecordedWorkspace } from './recorded-workspace.js';
import { failureOf } from './sent-response.js';

export interface Recording {
  /** The name of the file, for messages. */
  readonly name: string;
  /** In the order of their first requests. */
  readonly workspaces: readonly RecordedWorkspace[];
  /** The requests without a key, and those whose key was always refused. */
  readonly refused: RecordedWorkspace | undefined;
  /** Which keys open its workspaces: those of the server (`known`), `any`, or `none` is needed. */
  readonly keyCheck: 'known' | 'any' | 'none';
  /** The base addresses of the recorded API, without `/api/v1`: `https://staging.example.com/decks`. */
  readonly addresses: readonly string[];
  /** What a replay of it cannot show, one line each. */
  readonly notes: readonly string[];
}

/**
 * @param exchanges in any order; those of other services are left out
 * @param notes what its reader could not read
 * @throws UserError `bad-har` if no exchange belongs to the service
 */
export function readRecording(
  exchanges: readonly Exchange[],
  name: string,
  notes: readonly string[] = [],
): Recording {
  const cancelled = exchanges.filter(isCancelled);
  const calls = exchanges
    .filter((exchange) => !isCancelled(exchange))
    .toSorted((one, two) => one.startedAt - two.startedAt || one.sequence - two.sequence)
    .flatMap((exchange) => callOf(exchange) ?? []);
  if (calls.length === 0) throw withoutCalls(exchanges, name, notes);
  const others = exchanges.filter(({ request }) => isBesideOperations(request));
  const addresses = [...new Set(calls.flatMap(({ exchange }) => addressOf(exchange.request.url) ?? []))];
  const keyCheck = keyCheckOf(calls);
  const groups = keyCheck === 'none' ? [calls] : groupsOf(calls.filter(({ by }) => by.key !== undefined));
  const accepted = groups.filter((group) => !group.every(isKeyRefused));
  const opened = accepted.length > 0 ? accepted : groups;
  const used = new Set(opened.flat());
  const refused = calls.filter((call) => !used.has(call));
  return {
    name,
    workspaces: opened.map(recordedWorkspace),
    refused: refused.length > 0 ? recordedWorkspace(refused) : undefined,
    keyCheck,
    addresses,
    notes: [...notes, ...notesOf(calls, others.length, addresses.length, cancelled.length)],
  };
}

function withoutCalls([first]: readonly Exchange[], name: string, notes: readonly string[]): UserError {
  if (!first && notes[0] !== undefined)
    return new UserError('bad-har', `${name} has no readable request.`, { hint: notes[0] });
  if (!first)
    return new UserError('bad-har', `${name} has no requests.`, { hint: 'Record the failure again.' });
  const path = pathOf(first.request.url).slice(0, 100);
  return new UserError('bad-har', `${name} has no request to the service. Its first request is ${path}.`, {
    hint: 'Expected one of the seven documented paths below /api/v1, such as /api/v1/templates. A prefix before it is fine.',
  });
}

/** A recorder that leaves out keys writes the same mark for each of them, or no header at all. */
function keyCheckOf(calls: readonly Call[]): Recording['keyCheck'] {
  if (calls.every(({ by }) => by.key === undefined)) return 'none';
  return calls.every(({ by }) => by.key === undefined || by.via === 'not-recorded') ? 'any' : 'known';
}

const isKeyRefused = ({ status }: Call): boolean => status === 401 || status === 403;

/** The calls of each workspace: those of one key, or of several keys that reached the same resource. */
function groupsOf(calls: readonly Call[]): readonly (readonly Call[])[] {
  /** The names of each workspace, which are keys and ids, by each of its names. */
  const workspaces = new Map<string, Set<string>>();
  const keyName = ({ by }: Call): string => `key ${by.key ?? ''}`;
  for (const call of calls) {
    const names = [keyName(call), ...(call.ok ? idsOf(call) : []).map((id) => `id ${id}`)];
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
function idsOf(call: Call): readonly string[] {
  if (call.operation === 'startGeneration') return [startedJobId(call) ?? ''].filter(Boolean);
  if (call.operation === 'createPresentation') return [idIn(call) ?? ''].filter(Boolean);
  return call.operation === 'listTemplates' || call.operation === 'getPresentation' ? [] : [call.id];
}

/** The address before `/api/v1`; `undefined` for a URL without a host. */
function addressOf(url: string): string | undefined {
  return /^(https?:\/\/[^?#]*?)\/api\/v1\//i.exec(url)?.[1];
}

/** Whether a request is below the API, and none of its operations. Browsers send OPTIONS on their own. */
function isBesideOperations({ method, url }: Exchange['request']): boolean {
  return method !== 'OPTIONS' && pathOf(url).includes('/api/v') && operationOf(method, url) === undefined;
}

function notesOf(
  calls: readonly Call[],
  others: number,
  hosts: number,
  cancelled: number,
): readonly string[] {
  const marks = calls.flatMap(redactionsIn);
  const marked = [...new Set(marks)].slice(0, 5).join(', ');
  const missing = calls.filter(({ exchange: { response } }) => response?.body?.cut).length;
  const stalls = calls.filter(({ exchange }) => failureOf(exchange) === 'stall').length;
  return [
    ...(cancelled > 0
      ? [`${counted(cancelled, 'request')} that the client cancelled will not be played.`]
      : []),
    ...(stalls > 0 ? [`${counted(stalls, 'request')} got no response, and will get none.`] : []),
    ...(others > 0 ? [`${counted(others, 'request')} of other paths or methods will not be played.`] : []),
    ...(hosts > 1 ? [`It has ${hosts} base addresses, which are played as one service.`] : []),
    ...(marks.length > 0
      ? [
          `Responses have ${counted(marks.length, 'redacted value')} (in ${onOneLine(marked)}). The marks are played: where your client needs a value, write one into the file.`,
        ]
      : []),
    ...(missing > 0 ? [`The recorder left out or cut ${counted(missing, 'body', 'bodies')}.`] : []),
  ];
}

/** The header or the field of each redacted value; `a body` for one in another text. */
function redactionsIn({ exchange: { response } }: Call): readonly string[] {
  const headers =
    response?.headers.flatMap(([name, value]) => (value.includes('[redacted') ? [name] : [])) ?? [];
  const fields = (response?.body?.text ?? '').matchAll(/(?:"([^"]+)"\s*:\s*"[^"]*)?\[redacted\b/g);
  return [...headers, ...Array.from(fields, ([, name]) => name ?? 'a body')];
}
