/**
 * Responds for all stand-ins of this process. It selects the stand-in by the key of the request: a file can have several
 * stand-ins, for several `test`s.
 */
import { http } from 'msw';
import { sentKey } from '../../service/keys.js';
import type { Deckhand } from '../../app/deckhand.js';
import { respondToFetch } from '../../transports/fetch.js';
import { joinServer } from '../msw/join-server.js';

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

const own = joinServer(...handlers);

/**
 * Adds a stand-in. Starts to respond, unless the file has a server of its own for that.
 * @throws UserError when a server of another copy of msw listens
 */
export function join(party: Party, hasServer: boolean): void {
  if (!hasServer) own.listen();
  parties.push(party);
}

export function leave(party: Party): void {
  parties.splice(parties.indexOf(party), 1);
  if (parties.length === 0) own.close();
}

/** Whether a sandbox already has this key. */
export function isTaken(key: string): boolean {
  return parties.some(({ keys }) => keys.has(key));
}

function partyFor({ url, headers }: Request): Party | undefined {
  const key = sentKey({ header: (name) => headers.get(name) ?? undefined }) ?? '';
  const meant = parties.filter(({ deckhand }) => deckhand.reach.takes(url));
  return meant.find(({ keys }) => keys.has(key)) ?? meant.at(-1);
}
