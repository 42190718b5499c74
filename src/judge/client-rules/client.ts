/** Identifies the client of a request by its key, user agent and page. */
import { type Exchange, getHeader } from '../../journal/exchange.js';
import { parseCredential, type Credential } from '../model/credential.js';
import { groupBy } from '../../base/group-by.js';

export interface Client {
  /** Identifies the client. Contains its key, so never print it. */
  readonly id: string;
  /** The client as in the report: user agent, and the placeholder of its key. */
  readonly label: () => string;
  readonly credential: Credential;
}

export function toClient(exchange: Exchange, credential: Credential): Client {
  const { pageref, request } = exchange;
  const agent = getHeader(request.headers, 'user-agent') ?? '';
  return {
    id: `${credential.key ?? ''}\n${agent}\n${pageref ?? ''}`,
    label: () => formatClient(agent, credential.key, pageref),
    credential,
  };
}

/** @returns the exchanges by the label of their client, in the order of the first requests */
export function groupExchangesByClient(
  exchanges: readonly Exchange[],
): ReadonlyMap<string, readonly Exchange[]> {
  return groupBy(exchanges, (exchange) =>
    toClient(exchange, parseCredential(exchange.request.headers)).label(),
  );
}

function formatClient(agent: string, key: string | undefined, page: string | undefined): string {
  const placeholder = /^\[redacted(?: (.{1,40}))?\]$/.exec(key ?? '')?.[1];
  const parts = [
    shortenUserAgent(agent),
    key === undefined ? 'without a key' : placeholder === undefined ? undefined : `key ${placeholder}`,
    page === undefined ? undefined : `page ${page.slice(0, 40)}`,
  ];
  return parts.filter((part) => part !== undefined).join(', ');
}

/** User agents of browsers start with Mozilla; the name of the browser comes last. */
function shortenUserAgent(agent: string): string {
  if (agent === '') return 'a client without User-Agent';
  return (
    /^Mozilla\/.*\b((?:Firefox|Edg|Chrome|HeadlessChrome|Version)\/[\d.]+)/.exec(agent)?.[1] ?? agent
  ).slice(0, 60);
}
