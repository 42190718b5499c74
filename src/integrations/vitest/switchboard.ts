/**
 * Responds for all mock servers of this process. It selects one by the key of the request: a file can have several,
 * for several `test`s.
 */
import { http } from 'msw';
import { setupServer } from 'msw/node';
import { sentKey } from '../../service/keys.js';
import { DEFAULT_WORKSPACE, type Deckhand } from '../../app/deckhand.js';
import { respondToFetch } from '../../transports/fetch.js';
import { arrivalsOf, arrived } from '../msw/arrivals.js';
import { BYPASS } from '../msw/unhandled.js';
import { withKey } from '../sandbox-request.js';
import type { TestDeckhand } from './test-deckhand.js';

export interface Party {
  readonly deckhand: Deckhand;
  /** The keys of all its sandboxes. */
  readonly keys: ReadonlySet<string>;
  /** The sandboxes of the tests that run now, by their keys. */
  readonly running: ReadonlyMap<string, TestDeckhand>;
}

/** The newest last. */
const parties: Party[] = [];

/** The requests that reached the handlers. */
export const arrivals = arrivalsOf(parties);

const resolve = ({ request }: { readonly request: Request }): Promise<Response> | Response => {
  arrivals.note();
  const party = partyFor(request);
  if (!party) return arrived();
  const { service } = party.deckhand;
  const sandbox = sandboxFor(party, request);
  if (!sandbox) return respondToFetch(service, request);
  return sandbox.time.track(respondToFetch(service, withKey(request, sandbox.key)));
};

/** The handlers of the msw server, for all mock servers. */
export const handlers = [
  http.all(({ request }) => partyFor(request) !== undefined || arrivals.isProbe(request.url), resolve),
];

const own = setupServer(...handlers);

/** Those without a server of the file. */
const listening = new Set<Party>();

/** Adds a mock server. Starts to respond, unless the file has a server of its own for that. */
export function join(party: Party, hasServer: boolean): void {
  parties.push(party);
  if (hasServer) return;
  if (listening.size === 0) own.listen(BYPASS);
  listening.add(party);
}

export function leave(party: Party): void {
  parties.splice(parties.indexOf(party), 1);
  if (listening.delete(party) && listening.size === 0) own.close();
}

/** Whether a sandbox already has this key. */
export function isTaken(key: string): boolean {
  return parties.some(({ keys }) => keys.has(key));
}

/**
 * The sandbox of the key. A key of the application's own code opens the default workspace: it then stands for the sandbox of the
 * running test, if one test runs.
 */
function sandboxFor({ deckhand, running }: Party, request: Request): TestDeckhand | undefined {
  const own = running.get(keyOf(request) ?? '');
  const [only] = running.values();
  if (own || !only || running.size > 1) return own;
  const header = (name: string): string | undefined => request.headers.get(name) ?? undefined;
  return deckhand.service.workspaceFor({ header })?.id === DEFAULT_WORKSPACE ? only : undefined;
}

function keyOf({ headers }: Request): string | undefined {
  return sentKey({ header: (name) => headers.get(name) ?? undefined });
}

function partyFor(request: Request): Party | undefined {
  const key = keyOf(request) ?? '';
  const takers = parties.filter(({ deckhand }) => deckhand.reach.takes(request.url));
  return takers.find(({ keys }) => keys.has(key)) ?? takers.at(-1);
}
