/** The exchanges that match the filter of the traffic view. */
import { computed } from '@preact/signals';
import type { Exchange } from '../../generated/control-api.js';
import { sentenceOf } from '../parts/sentence.js';
import { conduct, isBroken } from './conduct.js';
import { jobOf } from './exchange-job.js';
import { hasWords, NO_FILTER, type Filter } from './filter.js';
import { filter, view } from './route.js';
import { promptOf } from './jobs.js';
import { exchanges } from './traffic.js';

/** The exchanges that match the filter, the newest first. */
export const shown = computed(() => {
  const wanted = view.value === 'traffic' ? filter.value : NO_FILTER;
  return exchanges.value.filter((exchange) => matches(exchange, wanted)).reverse();
});

/** Whether the exchange belongs to no workspace: its key, path or method is unknown. */
export function isUnassigned({ notes }: Exchange): boolean {
  return notes?.workspaceId === undefined;
}

export function matches(exchange: Exchange, { q, operation, status, job }: Filter): boolean {
  const { notes, request, response, failure } = exchange;
  return (
    (operation === '' || notes?.operationId === operation) &&
    (job === '' || jobOf(exchange) === job) &&
    (status === '' || hasStatus(exchange, status)) &&
    hasWords(q, [
      request.method,
      request.url,
      String(response?.status ?? 'none'),
      failure,
      notes?.operationId,
      notes?.jobStatus,
      notes?.fault,
      notes?.problem,
      notes?.scenario,
      ...(q === '' ? [] : noteTexts(exchange)),
    ])
  );
}

function noteTexts(exchange: Exchange): string[] {
  const notes = conduct.value.get(exchange.sequence) ?? [];
  const { verb, object, result } = sentenceOf(exchange, promptOf);
  return [verb, object, result ?? '', ...notes.map(({ finding }) => finding.message)];
}

function hasStatus(exchange: Exchange, wanted: string): boolean {
  const { response, sequence } = exchange;
  if (wanted === 'marked') return isBroken(sequence);
  if (!response) return wanted === 'none';
  const status = String(response.status);
  return status === wanted || `${status.charAt(0)}xx` === wanted;
}
