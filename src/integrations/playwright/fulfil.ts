/** Fulfils a page's request with the response of the mock server, or fails it as the mock server did. */
import type { Request as PageRequest, Route } from '@playwright/test';
import { exposed } from '../../transports/cors.js';

/** Headers of the page's own connection. */
const OF_THE_CONNECTION = ['host', 'connection', 'content-length', 'transfer-encoding'];

export interface Asking {
  /** The URL at the mock server. */
  readonly url: string;
  /** Replaces the key that the page sent. */
  readonly key: string;
  readonly fetch: (request: Request) => Promise<Response>;
  /** Aborted when the page no longer waits for the response. */
  readonly gone: AbortSignal;
}

export async function fulfil(route: Route, { url, key, fetch, gone }: Asking): Promise<void> {
  const request = requestOf(route.request(), url, key, gone);
  let response: Response;
  let body: Buffer;
  try {
    response = await fetch(request);
    body = Buffer.from(await response.arrayBuffer());
  } catch (error) {
    if (gone.aborted) return;
    // `fetch` throws this when a connection breaks. Playwright cannot deliver a part of a body.
    if (error instanceof TypeError) return route.abort('connectionreset');
    throw error;
  }
  if (gone.aborted) return;
  const headers = Object.fromEntries(response.headers);
  // Playwright allows pages of any origin to read a response, and this header its other headers.
  headers['access-control-expose-headers'] = exposed([...response.headers].flat());
  await route.fulfill({ status: response.status, headers, body });
}

function requestOf(request: PageRequest, url: string, key: string, signal: AbortSignal): Request {
  const headers = new Headers(request.headers());
  for (const name of OF_THE_CONNECTION) headers.delete(name);
  // In the same header as the page's own key.
  if (headers.has('authorization')) headers.set('authorization', `Bearer ${key}`);
  else headers.set('x-api-key', key);
  return new Request(url, {
    method: request.method(),
    headers,
    // The buffer types of DOM and Node are incompatible.
    body: request.postDataBuffer() as Uint8Array<ArrayBuffer> | null,
    redirect: 'manual',
    signal,
  });
}
