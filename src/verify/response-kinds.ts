/** What the response to a request means for the next one: a rejected body, a rejected key, a lost response, a created id. */
import { getField } from '../base/json.js';
import { getPath } from '../base/url-path.js';
import { getHeader } from '../journal/exchange.js';
import { getJson } from '../judge/model/body.js';
import type { Call } from '../judge/model/call.js';
import { decodePathSegment } from '../judge/model/operation.js';

/** Statuses that may reject the body. Some services return 500 for a body that they cannot read. */
const BODY_REJECTIONS = new Set([400, 404, 406, 413, 414, 415, 422, 500]);

export const isBodyRejection = ({ status }: Call): boolean => BODY_REJECTIONS.has(status);

/** Whether the key may have been rejected, in this header. */
export const isKeyRejection = ({ status }: Call): boolean => status === 401 || status === 403;

/** Whether a fault may have hidden the response of the service. */
export const isLost = ({ status }: Call): boolean => status === 0 || status === 429 || status > 500;

/** Whether the text of a body may be why it was rejected: its letters, or its length. */
export const mayRejectText = ({ status }: Call): boolean => status === 400 || status === 422 || status >= 500;

/** The ids of a created presentation: `id` in the body, and the end of `Location` (4.3 shows neither). */
export function createdIds(call: Call): readonly string[] {
  const id = getField(getJson(call.responseBody), 'id');
  const location = getHeader(call.exchange.response?.headers ?? [], 'location');
  const last = location === undefined ? '' : (getPath(location).split('/').at(-1) ?? '');
  const ids = [
    ...(typeof id === 'number' || (typeof id === 'string' && id !== '') ? [String(id)] : []),
    ...(last === '' ? [] : [decodePathSegment(last)]),
  ];
  return [...new Set(ids)];
}
