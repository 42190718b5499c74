/** Answers what a page asked for with what the stand-in answers, or lets it fail as that did. */
import type { Request as PageRequest, Route } from '@playwright/test';

/** Playwright lets a page of any origin read an answer; which headers it may see beside the usual ones is ours to say. */
const READABLE = { 'access-control-expose-headers': 'Location, Retry-After, X-Request-Id' };

/** What belongs to the page's own connection. */
const OF_THE_CONNECTION = ['host', 'connection', 'content-length', 'transfer-encoding'];

export interface Asking {
  /** Where the stand-in is asked. */
  readonly url: string;
  /** Goes in place of whatever key the page sent. */
  readonly key: string;
  readonly fetch: (request: Request) => Promise<Response>;
  /** Is aborted when nobody waits for the answer any more. */
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
    // What fetch throws when a connection breaks. Half a body cannot be handed on.
    if (error instanceof TypeError) return route.abort('connectionreset');
    throw error;
  }
  if (gone.aborted) return;
  const headers = { ...Object.fromEntries(response.headers), ...READABLE };
  await route.fulfill({ status: response.status, headers, body });
}

function requestOf(asked: PageRequest, url: string, key: string, signal: AbortSignal): Request {
  const headers = new Headers(asked.headers());
  for (const name of OF_THE_CONNECTION) headers.delete(name);
  // In the header in which the page sent its own.
  if (headers.has('authorization')) headers.set('authorization', `Bearer ${key}`);
  else headers.set('x-api-key', key);
  return new Request(url, {
    method: asked.method(),
    headers,
    // The types of DOM and Node disagree on what a buffer is.
    body: asked.postDataBuffer() as Uint8Array<ArrayBuffer> | null,
    redirect: 'manual',
    signal,
  });
}
