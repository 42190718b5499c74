/** The newest exchanges of the selected workspace and of no workspace, without bodies. */
import { signal } from '@preact/signals';
import type { ExchangeInfo } from '../../generated/control-api.js';

/** The size of the server's journal. Older exchanges could not be opened. */
const MAX_EXCHANGES = 1000;

/** The newest last. */
export const exchanges = signal<readonly ExchangeInfo[]>([]);

export function setExchanges(all: readonly ExchangeInfo[]): void {
  exchanges.value = all.slice(-MAX_EXCHANGES);
}

/** Whether the exchange belongs to no workspace: its key, path or method is unknown. */
export function isUnassigned({ metadata }: ExchangeInfo): boolean {
  return metadata?.workspaceId === undefined;
}

/** Adds exchanges in the order of their start. Known ones are replaced. */
export function addExchanges(more: readonly ExchangeInfo[]): void {
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
