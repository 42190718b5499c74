/** A request of a step: its path and its priority. */
import type { OperationId } from '../generated/routes.js';
import type { HeaderPairs } from '../journal/exchange.js';
import { toPathForm, type PathForm } from '../judge/model/path-forms.js';
import type { CredentialForm, InvalidKeyKind } from '../judge/model/key-placeholders.js';
import type { KeyRole, KeyHeader } from './api-keys.js';

export interface RequestSpec {
  readonly operation: OperationId;
  /** The id in the path. */
  readonly id?: string;
  /** Default: the key under test. */
  readonly by?: KeyRole;
  /** The kind of an invalid key. */
  readonly invalidKey?: InvalidKeyKind;
  /** The form of the key under test, for the owner `form`. */
  readonly form?: CredentialForm;
  /** Default: the two headers in turns. */
  readonly via?: KeyHeader;
  readonly body?: unknown;
  /** Default: the documented path. */
  readonly pathForm?: PathForm;
  /** Sends HEAD in place of GET. */
  readonly isHead?: boolean;
  /** The media types that the client accepts; `none` for a request without the header. Default: see `getAccept`. */
  readonly accept?: AcceptHeader;
  /** Sends it on a connection of its own. */
  readonly isOnNewConnection?: boolean;
  /** Further headers, such as `If-None-Match`. */
  readonly conditions?: HeaderPairs;
  /** Sends the request before others that wait, and at once if the rate of the last minute allows it. */
  readonly isSoon?: boolean;
  /** The query that the target asked for in a redirect, with its question mark. */
  readonly query?: string;
  /** Sends the request once, without waiting or retrying: to exceed the rate limit. */
  readonly isUnpaced?: boolean;
  /** Sends the request once, whatever comes back. */
  readonly isOnce?: boolean;
  /** Called right before it is sent, also before each retry. */
  readonly onSend?: () => void;
  /** Restores a change: sent even after the end of the run, without the rate. */
  readonly isUndo?: boolean;
}

/** Media types, or `none` for a request without the header. */
export type AcceptHeader =
  | 'application/json'
  | '*/*'
  | 'application/json; charset=utf-8'
  | 'application/json, text/plain, */*'
  | 'none';

/** What the reads of a run accept, in turns: most of them JSON, as most clients do. */
const ACCEPTS: readonly AcceptHeader[] = [
  'application/json',
  'application/json',
  '*/*',
  'application/json',
  'application/json; charset=utf-8',
  'application/json, text/plain, */*',
  'none',
];

/** @param turn how many requests of the operation had the key before this one */
export function getAccept(
  { operation, by = 'key', isSoon, ...spec }: RequestSpec,
  turn: number,
): AcceptHeader {
  if (spec.accept !== undefined) return spec.accept;
  const isRead = operation === 'getPresentation' || operation === 'getGenerationStatus';
  if (!isRead || by !== 'key' || isSoon === true || isSentOnce(spec)) return 'application/json';
  return ACCEPTS[turn % ACCEPTS.length] ?? 'application/json';
}

/** Whether it is not repeated, whatever comes back. */
export const isSentOnce = ({
  isUnpaced,
  isOnce,
  isUndo,
}: Pick<RequestSpec, 'isUnpaced' | 'isOnce' | 'isUndo'>): boolean =>
  isUnpaced === true || isOnce === true || isUndo === true;

/** @param path of the operation: `/presentations/{id}` */
export function pathOf({ id = '', pathForm }: RequestSpec, path: string): string {
  const documented = path.replace(/\{\w+\}/, () => encodeSegment(id));
  return pathForm === undefined ? documented : toPathForm(documented, pathForm);
}

/** Encodes any id as one path segment. */
function encodeSegment(id: string): string {
  // A lone surrogate cannot be encoded. `.` and `..` would change the path.
  return encodeURIComponent(id.replace(/[\ud800-\udfff]/gu, '\ufffd')).replace(/^\.{1,2}$/, (dots) =>
    dots.replaceAll('.', '%2E'),
  );
}

/** Requests that depend on a running job go before all others, and the first poll of a job before the next ones. */
export function priorityOf({ operation, by = 'key', isSoon }: RequestSpec): number {
  if (isSoon) return 2;
  if (operation === 'sendGenerationMessage' || by === 'other') return 1;
  return by === 'key' && (operation === 'startGeneration' || operation === 'getGenerationStatus') ? 1 : 0;
}
