/** Sends the operations of a workspace to the control API of a mock server. */
import { controlRoutes, type ControlOperationId } from '../generated/control-routes.js';
import type { SendControlRequest } from './remote-workspace.js';

/** Response timeout in ms; long, because the server can be busy. */
const REQUEST_TIMEOUT_MS = 30_000;

const JSON_TYPE = /^application\/(?:problem\+)?json\b/;

/** Creates the errors that the caller throws for failed requests. */
export interface ControlClientErrors {
  readonly unreachable: (cause: unknown) => Error;
  /** @param body the JSON of the response; undefined if it is not JSON */
  readonly rejected: (response: Response, body: unknown) => Error;
  /** The response is not that of a control API. */
  readonly notDeckhand: (response: Response) => Error;
  /** @param what a parameter that no path can contain */
  readonly notFound: (what: string) => Error;
}

export interface ControlClientOptions {
  /** Called for each request. */
  readonly headers?: () => Readonly<Record<string, string>>;
  /** Sends the requests. Default: the global `fetch`. */
  readonly fetch?: (url: string, init: RequestInit) => Promise<Response>;
  readonly errors: ControlClientErrors;
  /** Called after each request that may have changed something. */
  readonly onChange?: () => void;
}

const routes = new Map(controlRoutes.map((route) => [route.operationId, route]));

/** @param api the URL of the control API */
export function createControlClient(
  api: string,
  { headers = () => ({}), fetch: customFetch, errors, onChange = () => {} }: ControlClientOptions,
): SendControlRequest {
  return async (id, { params = {}, query = {}, body, signal = null }) => {
    const { method, url } = buildRequestUrl(id, params, query);
    const init = {
      method,
      // Even without a body, so that browsers send a CORS preflight.
      headers: { ...headers(), ...(method !== 'GET' && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      signal: AbortSignal.any([...(signal ? [signal] : []), AbortSignal.timeout(REQUEST_TIMEOUT_MS)]),
    };
    let response: Response;
    let text: string;
    try {
      // Looked up at each request, because test tools replace the global one.
      response = await (customFetch ?? fetch)(api + url, init);
      text = await response.text();
    } catch (error) {
      throw signal?.aborted ? error : errors.unreachable(error);
    }
    const json = JSON_TYPE.test(response.headers.get('content-type') ?? '') ? parseJson(text) : undefined;
    if (method !== 'GET' && id !== 'checkScenario') onChange();
    if (!response.ok) throw errors.rejected(response, json);
    if (typeof json !== 'object' || json === null) throw errors.notDeckhand(response);
    return json;
  };

  function buildRequestUrl(id: ControlOperationId, params: Readonly<Record<string, string>>, query: object) {
    const route = routes.get(id);
    if (!route) throw new Error(`The control document has no ${id}`);
    const path = route.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
      const value = String(params[name]);
      // No URL has these as a segment of its path.
      if (/^\.{0,2}$/.test(value)) throw errors.notFound(`${name} "${value}"`);
      return encodeURIComponent(value);
    });
    const search = new URLSearchParams(toQueryStrings(query)).toString();
    return { method: route.method.toUpperCase(), url: path + (search && `?${search}`) };
  }
}

/** The values of a query as a server reads them from a URL. */
export function toQueryStrings(query: object): Readonly<Record<string, string>> {
  const present = Object.entries(query).filter(([, value]) => value !== undefined);
  return Object.fromEntries(present.map(([name, value]) => [name, String(value)]));
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
