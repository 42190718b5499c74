/** The recorded ids of a job and its presentation, with the placeholders of scenarios for them. */
import { headerOf } from '../journal/exchange.js';
import type { IdPlaceholders } from './anonymise.js';
import type { Call } from './call.js';
import type { RecordedJob } from './recorded-jobs.js';

export function idsOf({ id, presentationId }: RecordedJob): IdPlaceholders {
  return [
    ...(id === undefined ? [] : [[id, '{generation_id}'] as const]),
    ...(presentationId === undefined ? [] : [[presentationId, '{presentation_id}'] as const]),
  ];
}

/** With the id of a request, if its response names it in a header. */
export function withRequestId(ids: IdPlaceholders, { exchange }: Call): IdPlaceholders {
  const id = headerOf(exchange.response?.headers ?? [], 'x-request-id');
  return id === undefined || id.length < 8 ? ids : [...ids, [id, '{request_id}']];
}
