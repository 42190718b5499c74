/** The verbs about a workspace's journal: read it, export it as HAR, and clear it. */
import type { Exchange as ExchangeView } from '../../generated/control-api.js';
import { controlVersion } from '../../generated/control-routes.js';
import type { Exchange } from '../../journal/exchange.js';
import { toHar } from '../../journal/har.js';
import { withoutBodies } from '../event-log.js';
import { readInstant } from './instant.js';
import { notFound } from './refuse.js';
import { changes, reads, type Scene } from './scene.js';
import type { QueryOf } from './types.js';

/**
 * Filters: the operation, a status such as `429`, `5xx` or `none`, the job, the earliest time, and the maximum number (the
 * newest).
 */
export type JournalFilter = Omit<QueryOf<'readJournal'>, 'bodies'>;

export const readJournal = reads<'readJournal'>(({ state }, _body, filter) => ({
  dropped: state.journal.dropped,
  exchanges: filtered(state, filter).map((exchange) =>
    exchangeView(filter.bodies === 'false' ? withoutBodies(exchange) : exchange),
  ),
}));

export const exportJournal = reads<'exportJournal'>(({ state }, _body, filter) => ({
  ...toHar(filtered(state, filter), { name: 'deckhand', version: controlVersion }),
}));

export const getExchange = reads<'getExchange'>(({ state, params }) => {
  const { sequence = '' } = params;
  const exchange = state.journal.exchanges().find((one) => String(one.sequence) === sequence);
  if (!exchange) throw notFound(`exchange ${sequence.slice(0, 20)} in the journal`);
  return exchangeView(exchange);
});

export const clearJournal = changes<'clearJournal'>(({ state }) => {
  state.clearJournal();
  state.events?.emit('reset');
  return { dropped: 0, exchanges: [] };
});

export function filtered({ journal }: Scene['state'], filter: JournalFilter): readonly Exchange[] {
  const since = filter.since === undefined ? -Infinity : readInstant(filter.since, '/since');
  const fitting = journal
    .exchanges()
    .toSorted((one, other) => one.sequence - other.sequence)
    .filter(
      (exchange) =>
        exchange.startedAt >= since &&
        (filter.operation === undefined || exchange.notes?.operationId === filter.operation) &&
        (filter.job === undefined || exchange.notes?.generationId === filter.job) &&
        (filter.status === undefined || hasStatus(exchange, filter.status)),
    );
  return filter.limit === undefined ? fitting : fitting.slice(-Number(filter.limit));
}

/** @param wanted `429`, `5xx`, or `none` for an exchange without a response */
function hasStatus({ response }: Exchange, wanted: string): boolean {
  if (!response) return wanted === 'none';
  const status = String(response.status);
  return status === wanted || `${status.charAt(0)}xx` === wanted;
}

/** The same exchange with the type of the control document, which has mutable lists. */
export function exchangeView(exchange: Exchange): ExchangeView {
  return exchange as unknown as ExchangeView;
}
