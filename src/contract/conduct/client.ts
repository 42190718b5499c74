/** Who asked, as far as the wire shows: by key, user agent, and page where the journal tells pages apart. */
import { headerOf, type Exchange } from '../../journal/exchange.js';
import type { Credential } from '../trace/credential.js';

export interface Client {
  /** Tells clients apart. Holds the key as it stands in the journal, and is never shown. */
  readonly name: string;
  /** For a reader: the user agent, and the key if it is a mark. */
  readonly label: () => string;
  readonly by: Credential;
  readonly agent: string;
  readonly page: string | undefined;
  /** Whether all of its requests are of one tab, reloads included. */
  readonly isOnePage: boolean;
}

export function clientOf(exchange: Exchange, by: Credential): Client {
  const { page } = exchange;
  const agent = agentOf(exchange);
  return {
    name: `${by.key ?? ''}\n${agent}\n${page ?? ''}`,
    label: () => labelOf(agent, by.key, page),
    by,
    agent,
    page,
    isOnePage: page !== undefined,
  };
}

/** Whether an exchange is of this client. */
export function isOf(client: Client | undefined, exchange: Exchange, by: Credential): client is Client {
  return client?.by === by && client.page === exchange.page && client.agent === agentOf(exchange);
}

const agentOf = ({ request }: Exchange): string => headerOf(request.headers, 'user-agent') ?? '';

function labelOf(agent: string, key: string | undefined, page: string | undefined): string {
  const mark = /^\[redacted(?: (.{1,40}))?\]$/.exec(key ?? '')?.[1];
  const parts = [
    shortAgent(agent),
    key === undefined ? 'without a key' : mark === undefined ? undefined : `key ${mark}`,
    page === undefined ? undefined : `page ${page.slice(0, 40)}`,
  ];
  return parts.filter((part) => part !== undefined).join(', ');
}

/** Every browser calls itself Mozilla and names itself last. */
function shortAgent(agent: string): string {
  if (agent === '') return 'a client without User-Agent';
  return (
    /^Mozilla\/.*\b((?:Firefox|Edg|Chrome|HeadlessChrome|Version)\/[\d.]+)/.exec(agent)?.[1] ?? agent
  ).slice(0, 60);
}
