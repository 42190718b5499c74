/** The newest exchanges of the chosen workspace, without their bodies, and which of them are shown. */
import { computed, signal } from '@preact/signals';
import type { Exchange } from '../../generated/control-api.js';
import { jobOf } from './exchange-job.js';

/** As many as the server's journal keeps: an older one could not be opened. */
const KEPT = 1000;

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
export const isFiltered = computed(() => Object.values(filter.value).some((wanted) => wanted !== ''));

/** Those that the filter lets through, the newest first. */
export const shown = computed(() => {
  const wanted = filter.value;
  return exchanges.value.filter((exchange) => fits(exchange, wanted)).reverse();
});

export function setExchanges(all: readonly Exchange[]): void {
  exchanges.value = all.slice(-KEPT);
}

/** Puts these behind the others. One that is known already stays as it is. */
export function addExchanges(more: readonly Exchange[]): void {
  const known = exchanges.value;
  const last = known.at(-1)?.sequence ?? 0;
  const inOrder = more.every(({ sequence }, index) => sequence > (more[index - 1]?.sequence ?? last));
  if (inOrder) {
    exchanges.value = [...known, ...more].slice(-KEPT);
    return;
  }
  // A request that took long ends after others that began later.
  const bySequence = new Map([...known, ...more].map((exchange) => [exchange.sequence, exchange]));
  exchanges.value = [...bySequence.values()].sort((one, other) => one.sequence - other.sequence).slice(-KEPT);
}

export function fits(exchange: Exchange, { operation, status, job }: Filter): boolean {
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
