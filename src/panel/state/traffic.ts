/** The newest exchanges of the selected workspace, without bodies, and the filter for them. */
import { computed, signal } from '@preact/signals';
import type { Exchange } from '../../generated/control-api.js';
import { jobOf } from './exchange-job.js';

/** The size of the server's journal. Older exchanges could not be opened. */
const MAX_EXCHANGES = 1000;

export interface Filter {
  readonly operation: string;
  /** A status such as `429`, a class such as `5xx`, or `none`. */
  readonly status: string;
  readonly job: string;
}

export const NO_FILTER: Filter = { operation: '', status: '', job: '' };

/** The newest last. */
export const exchanges = signal<readonly Exchange[]>([]);
export const filter = signal<Filter>(NO_FILTER);
export const isFiltered = computed(() => Object.values(filter.value).some((value) => value !== ''));

/** The exchanges that match the filter, the newest first. */
export const shown = computed(() => {
  const wanted = filter.value;
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

export function matches(exchange: Exchange, { operation, status, job }: Filter): boolean {
  return (
    (operation === '' || exchange.notes?.operationId === operation) &&
    (job === '' || jobOf(exchange) === job) &&
    (status === '' || hasStatus(exchange, status))
  );
}

function hasStatus({ response }: Exchange, wanted: string): boolean {
  if (!response) return wanted === 'none';
  const status = String(response.status);
  return status === wanted || `${status.charAt(0)}xx` === wanted;
}
