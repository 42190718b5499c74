/** The newest exchanges of the selected workspace and of no workspace, without bodies, and those that match the filter. */
import { computed, signal } from '@preact/signals';
import type { Exchange } from '../../generated/control-api.js';
import { conduct, isNoted } from './conduct.js';
import { jobOf } from './exchange-job.js';
import { hasWords, NO_FILTER, type Filter } from './filter.js';
import { filter, view } from './route.js';

/** The size of the server's journal. Older exchanges could not be opened. */
const MAX_EXCHANGES = 1000;

/** The newest last. */
export const exchanges = signal<readonly Exchange[]>([]);

/** The exchanges that match the filter, the newest first. */
export const shown = computed(() => {
  const wanted = view.value === 'traffic' ? filter.value : NO_FILTER;
  return exchanges.value.filter((exchange) => matches(exchange, wanted)).reverse();
});

export function setExchanges(all: readonly Exchange[]): void {
  exchanges.value = all.slice(-MAX_EXCHANGES);
}

/** Adds exchanges in the order of their start. Known ones are replaced. */
export function addExchanges(more: readonly Exchange[]): void {
  const known = exchanges.value;
  const last = known.at(-1)?.sequence ?? 0;
  const inOrder = more.every(({ sequence }, index) => sequence > (more[index - 1]?.sequence ?? last));
  if (inOrder) {
    exchanges.value = [...known, ...more].slice(-MAX_EXCHANGES);
    return;
  }
  // A slow request ends after requests that started later.
  const bySequence = new Map([...known, ...more].map((exchange) => [exchange.sequence, exchange]));
  exchanges.value = [...bySequence.values()]
    .sort((one, other) => one.sequence - other.sequence)
    .slice(-MAX_EXCHANGES);
}

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
      ...(q === '' ? [] : (conduct.value.get(exchange.sequence) ?? []).map(({ message }) => message)),
    ])
  );
}

function hasStatus(exchange: Exchange, wanted: string): boolean {
  const { response, sequence } = exchange;
  if (wanted === 'marked') return isNoted(sequence);
  if (!response) return wanted === 'none';
  const status = String(response.status);
  return status === wanted || `${status.charAt(0)}xx` === wanted;
}
