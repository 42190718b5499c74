/** A call is an exchange of a documented operation: its time, its key and its response. Calls are not yet assigned to jobs. */
import { basePath, routes, type OperationId } from '../generated/routes.js';
import { headerOf, type Exchange, type HeaderPairs } from '../journal/exchange.js';
import { readResponse, type RecordedResponse } from './recorded-response.js';

export interface Call {
  readonly exchange: Exchange;
  readonly operation: OperationId;
  /** The id in the path; empty when the path has none. */
  readonly id: string;
  /** The API key; undefined when the request has none, or the recording leaves it out. */
  readonly key: string | undefined;
  /** The start of the request, in whole milliseconds since 1970. */
  readonly at: number;
  /** From the start of the request to the end of the response, in milliseconds. */
  readonly took: number;
  readonly response: RecordedResponse;
}

/** The calls in the order of their starts. Exchanges of other operations are left out. */
export function callsOf(exchanges: readonly Exchange[]): readonly Call[] {
  return exchanges
    .toSorted((one, two) => one.startedAt - two.startedAt || one.sequence - two.sequence)
    .flatMap((exchange) => callOf(exchange) ?? []);
}

function callOf(exchange: Exchange): Call | undefined {
  const { request, startedAt, endedAt } = exchange;
  const match = operationOf(request.method.toUpperCase(), request.url);
  return (
    match && {
      exchange,
      ...match,
      key: keyOf(request.headers),
      at: Math.floor(startedAt),
      took: Math.max(0, endedAt - startedAt),
      response: readResponse(exchange),
    }
  );
}

function keyOf(headers: HeaderPairs): string | undefined {
  const bearer = /^Bearer +(.*)$/i.exec(headerOf(headers, 'authorization') ?? '')?.[1];
  return bearer ?? headerOf(headers, 'x-api-key');
}

/** Finds the operation of a request on any host: the path below `/api/v1` decides. */
function operationOf(method: string, url: string): Pick<Call, 'operation' | 'id'> | undefined {
  const path = url.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i, '').replace(/[?#].*$/s, '');
  const base = path.indexOf(`${basePath}/`);
  if (base < 0) return undefined;
  const parts = path.slice(base + basePath.length + 1).split('/');
  for (const { method: wanted, segments, operationId } of routes) {
    if (method !== wanted || segments.length !== parts.length) continue;
    if (segments.some((segment, index) => typeof segment === 'string' && segment !== parts[index])) continue;
    const place = segments.findIndex((segment) => typeof segment !== 'string');
    return { operation: operationId, id: decoded(parts[place] ?? '') };
  }
  return undefined;
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
