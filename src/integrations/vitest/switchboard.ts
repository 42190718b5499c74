/**
 * The one server of msw that answers for all stand-ins of this process, by the key that a request brings: a file may have
 * several, of several `test`s, and two servers would take each other's requests.
 */
import nodeHttp from 'node:http';
import { http } from 'msw';
import { setupServer } from 'msw/node';
import { basePath } from '../../generated/routes.js';
import { sentKey } from '../../service/keys.js';
import type { Deckhand } from '../../app/deckhand.js';
import { respondToFetch } from '../../transports/fetch.js';

export interface Party {
  readonly deckhand: Deckhand;
  /** The origin whose requests it answers; undefined for any. */
  readonly origin: string | undefined;
  /** The keys of its sandboxes. */
  readonly keys: ReadonlySet<string>;
}

/** The newest last. */
const parties: Party[] = [];

const resolve = ({ request }: { readonly request: Request }): Promise<Response> | undefined => {
  const party = partyFor(request);
  return party && respondToFetch(party.deckhand.service, request);
};

/** What a server of msw answers for all stand-ins with. */
export const handlers = [http.all(`*${basePath}`, resolve), http.all(`*${basePath}/*`, resolve)];

/** Requests to elsewhere are none of ours: the option's name in msw 2, and in msw 3. */
const BYPASS = { onUnhandledRequest: 'bypass', onUnhandledFrame: 'bypass' } as const;

let own: ReturnType<typeof setupServer> | undefined;

/** Has a stand-in answer, by a server of our own unless there is another. */
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

/** Whether a key belongs to a sandbox already. */
export function isTaken(key: string): boolean {
  return parties.some(({ keys }) => keys.has(key));
}

/**
 * Whether a server of msw that is not ours listens: by the mark that msw 2 leaves on the global object, or by the name of
 * what msw 3 puts in the place of Node's own.
 */
export function hasOtherServer(): boolean {
  const listens =
    Symbol.for('interceptor-source') in globalThis || nodeHttp.request.name === 'mockHttpRequest';
  return listens && !own;
}

function partyFor({ url, headers }: Request): Party | undefined {
  const { origin } = new URL(url);
  const key = sentKey({ header: (name) => headers.get(name) ?? undefined }) ?? '';
  const meant = parties.filter((party) => party.origin === undefined || party.origin === origin);
  return meant.find(({ keys }) => keys.has(key)) ?? meant.at(-1);
}
