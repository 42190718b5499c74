/** A recorded exchange that can be replayed: a call of an operation, or a request that the interface does not document. */
import { getPath } from '../base/url-path.js';
import { basePath } from '../generated/routes.js';
import type { Exchange } from '../journal/exchange.js';
import { createAnyCall, createCall, type AnyCall } from '../judge/model/call.js';

export type RecordedCall = AnyCall & {
  /** The method and the path below the base URL: `GET /templates`. */
  readonly target: string;
  /** With its question mark; empty without one. */
  readonly query: string;
  /** Whether its body was not recorded, so that it has the body of another call. */
  readonly isBorrowed?: boolean;
};

export function createRecordedCall(exchange: Exchange): RecordedCall {
  const { method, url } = exchange.request;
  const call = createCall(exchange) ?? createAnyCall(exchange, { operation: undefined, id: '' });
  const query = /\?[^#]*/.exec(url)?.[0] ?? '';
  return { ...call, target: `${method} ${getPathBelowBase(url) ?? ''}`, query };
}

/** The path below `/api/v1`; `undefined` for other paths. */
export function getPathBelowBase(url: string): string | undefined {
  const path = getPath(url);
  const at = path.indexOf(`${basePath}/`);
  return at < 0 ? undefined : path.slice(at + basePath.length);
}
