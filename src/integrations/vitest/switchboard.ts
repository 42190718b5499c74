/**
 * The only msw server for all stand-ins of this process. It selects the stand-in by the key of the request: a file can have
 * several stand-ins, for several `test`s, and two servers would intercept each other's requests.
 */
import nodeHttp from 'node:http';
import { http } from 'msw';
import { setupServer } from 'msw/node';
import { sentKey } from '../../service/keys.js';
import type { Deckhand } from '../../app/deckhand.js';
import { respondToFetch } from '../../transports/fetch.js';

export interface Party {
  readonly deckhand: Deckhand;
  /** The keys of its sandboxes. */
  readonly keys: ReadonlySet<string>;
}

/** The newest last. */
const parties: Party[] = [];

const resolve = ({ request }: { readonly request: Request }): Promise<Response> | undefined => {
  const party = partyFor(request);
  return party && respondToFetch(party.deckhand.service, request);
};

/** The handlers of the msw server, for all stand-ins. */
export const handlers = [http.all(({ request }) => partyFor(request) !== undefined, resolve)];

/** Requests to other services pass through. The option has different names in msw 2 and msw 3. */
const BYPASS = { onUnhandledRequest: 'bypass', onUnhandledFrame: 'bypass' } as const;

let own: ReturnType<typeof setupServer> | undefined;

/** Adds a stand-in. Starts an msw server, unless the file has its own. */
export function join(party: Party, hasServer: boolean): void {
  parties.push(party);
  if (hasServer || own) return;
  own = setupServer(...handlers);
  own.listen(BYPASS);
}

export function leave(party: Party): void {
  parties.splice(parties.indexOf(party), 1);
  if (parties.length > 0) return;
  own?.close();
  own = undefined;
}

/** Whether a sandbox already has this key. */
export function isTaken(key: string): boolean {
  return parties.some(({ keys }) => keys.has(key));
}

/**
 * Whether another msw server listens. msw 2 leaves a mark on the global object; msw 3 replaces Node's `request` by a
 * function with its own name.
 */
export function hasOtherServer(): boolean {
  const listens =
    Symbol.for('interceptor-source') in globalThis || nodeHttp.request.name === 'mockHttpRequest';
  return listens && !own;
}

function partyFor({ url, headers }: Request): Party | undefined {
  const key = sentKey({ header: (name) => headers.get(name) ?? undefined }) ?? '';
  const meant = parties.filter(({ deckhand }) => deckhand.reach.takes(url));
  return meant.find(({ keys }) => keys.has(key)) ?? meant.at(-1);
}
