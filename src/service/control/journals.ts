/** The verbs about a workspace's journal: read it, export it as HAR, and clear it. */
import type { Exchange as ExchangeView } from '../../generated/control-api.js';
import { controlVersion } from '../../generated/control-routes.js';
import type { Exchange } from '../../journal/exchange.js';
import { toHar } from '../../journal/har.js';
import { readInstant } from './instant.js';
import { notFound } from './refuse.js';
import { changes, reads, type VerbContext } from './verb-context.js';
import type { JournalFilter, QueryOf } from '../../control/verb-types.js';

/**
 * Filters: the operation, a status such as `429`, `5xx` or `none`, the job, the earliest time, and the maximum number (the
 * newest).
 */

export const readJournal = reads<'readJournal'>((context, _body, filter) => ({
  dropped: context.state.journal.dropped,
  exchanges: filtered(exchangesOf(context, filter), filter).map((exchange) =>
    exchangeView(filter.bodies === 'false' ? withoutBodies(exchange) : exchange),
  ),
}));

export const exportJournal = reads<'exportJournal'>((context, _body, filter) => ({
  ...toHar(filtered(exchangesOf(context, filter), filter), { name: 'deckhand', version: controlVersion }),
}));

export const getExchange = reads<'getExchange'>((context) => {
  const { sequence = '' } = context.params;
  const exchanges = exchangesOf(context, { unassigned: 'true' });
  const exchange = exchanges.find((one) => String(one.sequence) === sequence);
  if (!exchange) throw notFound(`exchange ${sequence.slice(0, 20)} in the journal`);
  return exchangeView(exchange);
});

export const clearJournal = changes<'clearJournal'>((context, _body, { unassigned }) => {
  const { state } = context;
  state.clearJournal();
  if (unassigned === 'true') unassignedOf(context).clearJournal();
  return { dropped: 0, exchanges: [] };
});

/** The exchanges of a workspace, and on demand those of no workspace. */
export function exchangesOf(
  context: VerbContext,
  { unassigned }: Pick<QueryOf<'readJournal'>, 'unassigned'>,
): readonly Exchange[] {
  const own = context.state.journal.exchanges();
  return unassigned === 'true' ? [...own, ...unassignedOf(context).journal.exchanges()] : own;
}

/** In the order of their start. */
export const inOrder = (exchanges: readonly Exchange[]): readonly Exchange[] =>
  exchanges.toSorted((one, other) => one.sequence - other.sequence);

/** The state of the requests that belong to no workspace. */
function unassignedOf({ service, real }: VerbContext): VerbContext['state'] {
  return service.workspace('', real);
}

export function filtered(exchanges: readonly Exchange[], filter: JournalFilter): readonly Exchange[] {
  const since = filter.since === undefined ? -Infinity : readInstant(filter.since, '/since');
  const fitting = inOrder(exchanges).filter(
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

export function withoutBodies({ request, response, ...rest }: Exchange): Exchange {
  const { body: _, ...requestHead } = request;
  if (!response) return { ...rest, request: requestHead };
  const { body: __, ...head } = response;
  return { ...rest, request: requestHead, response: head };
}

/** The same exchange with the type of the control document, which has mutable lists. */
export function exchangeView(exchange: Exchange): ExchangeView {
  return exchange as unknown as ExchangeView;
}
