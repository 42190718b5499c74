/** The newest exchanges of the selected workspace, and those without a workspace; without their bodies. */
import { signal } from '@preact/signals';
import type { ExchangeInfo } from '../../generated/control-api.js';

const JOB_PATH = /\/presentations\/generate\/([^/?#]+)\/(?:status|message)(?:[?#]|$)/;

/** The size of the server's journal: older exchanges could not be opened. */
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

/** Adds exchanges in the order of their start. Existing ones are replaced. */
export function addExchanges(more: readonly ExchangeInfo[]): void {
  const current = exchanges.value;
  const last = current.at(-1)?.sequence ?? 0;
  const inOrder = more.every(({ sequence }, index) => sequence > (more[index - 1]?.sequence ?? last));
  if (inOrder) {
    exchanges.value = [...current, ...more].slice(-MAX_EXCHANGES);
    return;
  }
  // A slow request ends after requests that started later.
  const bySequence = new Map([...current, ...more].map((exchange) => [exchange.sequence, exchange]));
  exchanges.value = [...bySequence.values()]
    .sort((one, other) => one.sequence - other.sequence)
    .slice(-MAX_EXCHANGES);
}

/** The id of an exchange's job. If the request was rejected before the job was looked up, only its URL has the id. */
export function findJobId({ metadata, request }: ExchangeInfo): string | undefined {
  return metadata?.generationId ?? JOB_PATH.exec(request.url)?.[1];
}
