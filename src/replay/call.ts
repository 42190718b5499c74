/** An exchange as a replay sees it: which operation, when, by whose key, and what came back. Knows no job yet. */
import { basePath, routes, type OperationId } from '../generated/routes.js';
import { headerOf, type Exchange, type HeaderPairs } from '../journal/exchange.js';
import { readAnswer, type Answer } from './answer.js';

export interface Call {
  readonly exchange: Exchange;
  readonly operation: OperationId;
  /** The id in the path, or empty. */
  readonly id: string;
  /** Tells keys apart; undefined when none was sent, or the recording leaves it out. */
  readonly key: string | undefined;
  /** When the request began, in whole milliseconds since 1970. */
  readonly at: number;
  /** How long it took, in milliseconds. */
  readonly took: number;
  readonly answer: Answer;
}

/** The calls of documented operations, in the order in which they began. */
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
      answer: readAnswer(exchange),
    }
  );
}

function keyOf(headers: HeaderPairs): string | undefined {
  const bearer = /^Bearer +(.*)$/i.exec(headerOf(headers, 'authorization') ?? '')?.[1];
  return bearer ?? headerOf(headers, 'x-api-key');
}

/** Which operation a request is, wherever its service stands: everything below a path part /api/v1 counts. */
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
