/**
 * Reads of a verify run whose meaning the interface does not show: with an id in another case, with a blank or very long, and those
 * that a service rejects for their media types. No rule takes them for reads of a resource. Sections 4, 4.2 and 4.5.
 */
import { getHeader } from '../../journal/exchange.js';
import { isFromVerify, type Call } from './call.js';

const LONG_ID_CHARACTERS = 300;

export interface UnusualRead {
  readonly call: Call;
  /** As in `a read with AN ID IN ANOTHER CASE`. */
  readonly feature: string;
}

/** @returns the ids to send. An id without letters has no other case */
export function toUnusualIds(id: string): readonly string[] {
  const lower = id.toLowerCase();
  const otherCase = id === lower ? id.toUpperCase() : lower;
  return [...(otherCase === id ? [] : [otherCase]), `${id} `, 'a'.repeat(LONG_ID_CHARACTERS)];
}

/** Separates the unusual reads from all other calls. */
export function separateUnusualReads(all: readonly Call[]): {
  readonly calls: readonly Call[];
  readonly unusualReads: readonly UnusualRead[];
} {
  const usual = findUsualIds(all);
  const calls: Call[] = [];
  const unusualReads: UnusualRead[] = [];
  for (const call of all) {
    const feature = isRead(call) ? (getUnusualId(call, usual) ?? getRejectedMedia(call)) : undefined;
    if (feature === undefined) calls.push(call);
    else unusualReads.push({ call, feature });
  }
  return { calls, unusualReads };
}

const isRead = (call: Call): boolean => call.exchange.request.method === 'GET' && isFromVerify(call);

const nameOf = ({ operation, id }: Call): string => `${operation} ${id.trim().toLowerCase()}`;

/** The first one of all ids that differ only in case and blanks, by operation. */
function findUsualIds(calls: readonly Call[]): ReadonlyMap<string, string> {
  const usual = new Map<string, string>();
  for (const call of calls) if (!usual.has(nameOf(call))) usual.set(nameOf(call), call.id);
  return usual;
}

function getUnusualId(call: Call, usual: ReadonlyMap<string, string>): string | undefined {
  const { id } = call;
  if (id.length === LONG_ID_CHARACTERS && /^a+$/.test(id)) return `an id of ${LONG_ID_CHARACTERS} letters`;
  const other = usual.get(nameOf(call));
  if (other === undefined || other === id) return undefined;
  return other === id.trim() ? 'a blank after the id' : 'an id in another case';
}

/** Other values of Accept than `application/json` may be unknown to a service. */
function getRejectedMedia({ status, exchange: { request } }: Call): string | undefined {
  const accept = getHeader(request.headers, 'accept');
  if (status !== 406 || accept === 'application/json') return undefined;
  return accept === undefined ? 'no Accept header' : `Accept: ${accept}`;
}
