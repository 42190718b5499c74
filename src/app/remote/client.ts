/** A typed client of the control API (openapi-fetch). It throws every refusal as the error of the verb. */
import createClient, { type Client, type Middleware } from 'openapi-fetch';
import type { paths } from '../../generated/control-api.js';
import { controlPath } from '../../generated/control-routes.js';
import { notDeckhand, refusalOf, unreachable } from './refusal.js';

/** The time limit for a response, in milliseconds. It is long, because verbs wait for requests in progress. */
const PATIENCE = 30_000;

const EVENTS = /^text\/event-stream\b/;
const JSON_TYPE = /^application\/(?:problem\+)?json\b/;

export interface ControlClientOptions {
  readonly token?: string | undefined;
  /** Headers for a gateway in front of the server. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Sends the requests. Default: the global `fetch`. */
  readonly fetch?: typeof fetch;
}

export function controlClient(
  address: string,
  { token, headers, fetch: own }: ControlClientOptions,
): Client<paths> {
  const client = createClient<paths>({
    baseUrl: address + controlPath,
    // Looked up at each request, because test tools replace the global one.
    fetch: (request) => (own ?? fetch)(request, { signal: patient(request) }),
    headers: { ...headers, ...(token !== undefined && { Authorization: `Bearer ${token}` }) },
  });
  client.use(throwing(address));
  return client;
}

/** Limits the time of every request except the event stream, which ends when the caller stops. */
function patient({ signal, headers }: Request): AbortSignal {
  if (EVENTS.test(headers.get('accept') ?? '')) return signal;
  return AbortSignal.any([signal, AbortSignal.timeout(PATIENCE)]);
}

function throwing(address: string): Middleware {
  return {
    onError({ error, request }) {
      return request.signal.aborted ? undefined : unreachable(address, error);
    },
    async onResponse({ response, request }) {
      const type = response.headers.get('content-type') ?? '';
      if (response.ok && EVENTS.test(type)) return undefined;
      const text = await response.text().catch((error: unknown) => {
        throw request.signal.aborted ? error : unreachable(address, error);
      });
      const body = JSON_TYPE.test(type) ? parsed(text) : undefined;
      if (!response.ok) throw refusalOf(address, response, body);
      if (typeof body !== 'object' || body === null) throw notDeckhand(address, response);
      return new Response(text, response);
    },
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
