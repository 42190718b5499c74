/** Tracks the pending requests of a frame, and redirects requests to the API to the frame's origin. */
import { nextTask, realTimers } from './fake-timers.js';

/** Longer requests to the app, such as event streams, are not waited for. Real ms. */
const MAX_WAIT_FOR_APP_REQUEST_MS = 1_000;

export interface RequestTracker {
  /** The number of requests to wait for. */
  pending(): number;
}

/** @param api the paths of the API @param onChange called when the number changes */
export function trackRequests(api: RegExp, onChange: () => void): RequestTracker {
  const pending = new Map<symbol, { isApi: boolean; since: number }>();
  const onRequestStart = (isApi: boolean): (() => void) => {
    const id = Symbol();
    pending.set(id, { isApi, since: realTimers.now() });
    onChange();
    return () => void onRequestEnd(id);
  };
  const onRequestEnd = async (id: symbol): Promise<void> => {
    // The page's handling of the response is part of the request.
    for (let task = 0; task < 4; task += 1) await nextTask();
    if (pending.delete(id)) onChange();
  };
  /** Absolute URLs of the API also lead to this frame's sandbox. */
  const rewriteUrl = (input: string | URL): { url: string | URL; isApi: boolean } => {
    const url = new URL(input, document.baseURI);
    const isApi = /^https?:$/.test(url.protocol) && api.test(url.pathname);
    if (!isApi || url.origin === location.origin) return { url: input, isApi };
    return { url: location.origin + url.pathname + url.search, isApi };
  };

  const fetch = window.fetch.bind(window);
  window.fetch = async (input, init) => {
    const isRequest = input instanceof Request;
    const { url, isApi } = rewriteUrl(isRequest ? input.url : input);
    const done = onRequestStart(isApi);
    try {
      const isRewritten = isRequest && url !== input.url;
      const response = isRewritten
        ? await fetch(url, { ...(await toRequestInit(input)), ...init })
        : await fetch(isRequest ? input : url, init);
      void waitForBody(response).then(done);
      return response;
    } catch (error) {
      done();
      throw error;
    }
  };

  // oxlint-disable-next-line typescript/unbound-method -- Called with the receiver of the page.
  const { open, send } = XMLHttpRequest.prototype;
  const isApiOf = new WeakMap<XMLHttpRequest, boolean>();
  XMLHttpRequest.prototype.open = function (
    this: XMLHttpRequest,
    method: string,
    input: string | URL,
    ...rest: unknown[]
  ) {
    const { url, isApi } = rewriteUrl(input);
    isApiOf.set(this, isApi);
    Reflect.apply(open, this, [method, url, ...(rest.length > 0 ? rest : [true])]);
  } as typeof open;
  XMLHttpRequest.prototype.send = function (this: XMLHttpRequest, body) {
    this.addEventListener('loadend', onRequestStart(isApiOf.get(this) ?? false), { once: true });
    Reflect.apply(send, this, [body]);
  };

  return {
    pending: () =>
      [...pending.values()].filter(
        ({ isApi, since }) => isApi || realTimers.now() - since < MAX_WAIT_FOR_APP_REQUEST_MS,
      ).length,
  };
}

/** The options of a request, to send it to another URL. A stream cannot be sent again, so the body is read. */
async function toRequestInit(request: Request): Promise<RequestInit> {
  const { method, headers, signal, credentials, cache, redirect } = request;
  const body = method === 'GET' || method === 'HEAD' ? undefined : await request.clone().arrayBuffer();
  return { method, headers, signal, credentials, cache, redirect, ...(body && { body }) };
}

/** Resolves when the body is complete or has failed. */
async function waitForBody(response: Response): Promise<void> {
  if (!response.body) return;
  // An event stream has no end.
  if (/^text\/event-stream/.test(response.headers.get('content-type') ?? '')) return;
  try {
    const reader = response.clone().body?.getReader();
    while (reader && !(await reader.read()).done);
  } catch {
    // The page gets the error itself.
  }
}
