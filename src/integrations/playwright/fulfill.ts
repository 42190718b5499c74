/** Fulfils a page's request with the response of the mock server, or aborts it as the mock server did. */
import type { Request as PageRequest, Route } from '@playwright/test';
import { formatExposedHeaders } from '../../transports/cors.js';
import { setApiKey } from '../sandbox-request.js';

/** Headers of the page's connection. */
const CONNECTION_HEADERS = ['host', 'connection', 'content-length', 'transfer-encoding'];

interface FulfillOptions {
  /** The URL at the mock server. */
  readonly url: string;
  /** Replaces the key that the page sent. */
  readonly apiKey: string;
  readonly fetch: (request: Request) => Promise<Response>;
  /** Aborted when the page no longer waits for the response. */
  readonly aborted: AbortSignal;
}

export async function fulfill(route: Route, { url, apiKey, fetch, aborted }: FulfillOptions): Promise<void> {
  const request = toFetchRequest(route.request(), url, apiKey, aborted);
  let response: Response;
  let body: Buffer;
  try {
    response = await fetch(request);
    body = Buffer.from(await response.arrayBuffer());
  } catch (error) {
    if (aborted.aborted) return;
    // `fetch` throws this when the connection is reset. Playwright cannot deliver a partial body.
    if (error instanceof TypeError) return route.abort('connectionreset');
    throw error;
  }
  if (aborted.aborted) return;
  const headers = Object.fromEntries(response.headers);
  // Playwright lets pages of any origin read a response; this header lets them also read its headers.
  headers['access-control-expose-headers'] = formatExposedHeaders([...response.headers].flat());
  await route.fulfill({ status: response.status, headers, body });
}

function toFetchRequest(request: PageRequest, url: string, apiKey: string, signal: AbortSignal): Request {
  const headers = new Headers(request.headers());
  for (const name of CONNECTION_HEADERS) headers.delete(name);
  setApiKey(headers, apiKey);
  return new Request(url, {
    method: request.method(),
    headers,
    // The buffer types of the DOM and Node are incompatible.
    body: request.postDataBuffer() as Uint8Array<ArrayBuffer> | null,
    redirect: 'manual',
    signal,
  });
}
