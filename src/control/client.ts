/** A typed client of the control API (openapi-fetch). It throws every refusal as an error that its user defines. */
import * as openapiFetch from 'openapi-fetch';
import type { Client, Middleware } from 'openapi-fetch';
import type { paths } from '../generated/control-api.js';

/** Its function. For CommonJS, a bundler takes the whole module of CommonJS as the default export. */
const createClient = functionIn(openapiFetch.default);

/** The time limit for a response, in milliseconds. It is long, because verbs wait for requests in progress. */
const PATIENCE = 30_000;

const JSON_TYPE = /^application\/(?:problem\+)?json\b/;

/** The errors of a client. A program and a person need other words. */
export interface ClientErrors {
  readonly unreachable: (cause: unknown) => Error;
  /** @param body the JSON of the response; undefined if it is not JSON */
  readonly refused: (response: Response, body: unknown) => Error;
  /** The response does not fit the control document. */
  readonly notDeckhand: (response: Response) => Error;
  /** @param what a name that no path can have */
  readonly notFound: (what: string) => Error;
}

export interface ControlClientOptions {
  readonly headers?: Readonly<Record<string, string>>;
  /** Sends the requests. Default: the global `fetch`. */
  readonly fetch?: typeof fetch;
  readonly errors: ClientErrors;
}

/** @param url the URL of the control API */
export function controlClient(
  url: string,
  { headers = {}, fetch: own, errors }: ControlClientOptions,
): Client<paths> {
  const client = createClient<paths>({
    baseUrl: url,
    // Looked up at each request, because test tools replace the global one.
    fetch: (request) =>
      (own ?? fetch)(request, { signal: AbortSignal.any([request.signal, AbortSignal.timeout(PATIENCE)]) }),
    headers,
  });
  client.use(throwing(errors));
  return client;
}

function throwing({ unreachable, refused, notDeckhand }: ClientErrors): Middleware {
  return {
    onError({ error, request }) {
      return request.signal.aborted ? undefined : unreachable(error);
    },
    async onResponse({ response, request }) {
      const type = response.headers.get('content-type') ?? '';
      const text = await response.text().catch((error: unknown) => {
        throw request.signal.aborted ? error : unreachable(error);
      });
      const body = JSON_TYPE.test(type) ? parsed(text) : undefined;
      if (!response.ok) throw refused(response, body);
      if (typeof body !== 'object' || body === null) throw notDeckhand(response);
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

function functionIn<Func extends (...parameters: never) => unknown>(imported: Func): Func {
  return typeof imported === 'function' ? imported : (imported as { readonly default: Func }).default;
}
