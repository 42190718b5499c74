/** Identifies the client of a request by key and user agent, and by page where the journal records pages. */
import { groupBy } from '../base/group-by.js';
import { headerOf, type Exchange } from '../journal/exchange.js';
import { credentialOf, type Credential } from './credential.js';

export interface Client {
  /** Identifies the client. Holds the key as the journal has it, so never show it. */
  readonly name: string;
  /** The client as the report shows it: user agent, and the mark of its key. */
  readonly label: () => string;
  readonly by: Credential;
}

export function clientOf(exchange: Exchange, by: Credential): Client {
  const { page, request } = exchange;
  const agent = headerOf(request.headers, 'user-agent') ?? '';
  return {
    name: `${by.key ?? ''}\n${agent}\n${page ?? ''}`,
    label: () => labelOf(agent, by.key, page),
    by,
  };
}

/** @returns the exchanges by the label of their client, as findings name it, in the order of the first requests */
export function exchangesByClient(exchanges: readonly Exchange[]): ReadonlyMap<string, readonly Exchange[]> {
  return groupBy(exchanges, (exchange) => clientOf(exchange, credentialOf(exchange.request.headers)).label());
}

function labelOf(agent: string, key: string | undefined, page: string | undefined): string {
  const mark = /^\[redacted(?: (.{1,40}))?\]$/.exec(key ?? '')?.[1];
  const parts = [
    shortUserAgent(agent),
    key === undefined ? 'without a key' : mark === undefined ? undefined : `key ${mark}`,
    page === undefined ? undefined : `page ${page.slice(0, 40)}`,
  ];
  return parts.filter((part) => part !== undefined).join(', ');
}

/** User agents of browsers begin with Mozilla; the browser's own name comes last. */
function shortUserAgent(agent: string): string {
  if (agent === '') return 'a client without User-Agent';
  return (
    /^Mozilla\/.*\b((?:Firefox|Edg|Chrome|HeadlessChrome|Version)\/[\d.]+)/.exec(agent)?.[1] ?? agent
  ).slice(0, 60);
}
