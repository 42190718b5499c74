/** The control operations on the journal of a workspace: reads it, exports it as HAR, and clears it. */
import type { ExchangeInfo } from '../../generated/control-api.js';
import { controlVersion } from '../../generated/control-routes.js';
import type { Exchange } from '../../journal/exchange.js';
import { type Har, toHar } from '../../journal/har.js';
import type { WorkspaceState } from '../workspace-state.js';
import { notFound, parseInstant } from './validate-input.js';
import type { WorkspaceContext } from './workspace-context.js';

/** The filter as the query of a URL. */
type Query = Readonly<Record<string, string>>;

/** @throws UserError (`invalid-input`) if `since` is not an existing time */
export function readJournal(
  workspace: WorkspaceContext,
  { include_bodies: bodies, ...query }: Query,
): readonly Exchange[] {
  const exchanges = filterExchanges(getExchanges(workspace, query['include_unassigned'] === 'true'), query);
  return bodies === 'false' ? exchanges.map(withoutBodies) : exchanges;
}

/** The exchange with this number, of this workspace or unassigned. */
export function getExchange(workspace: WorkspaceContext, sequence: string): Exchange {
  const exchange = getExchanges(workspace, true).find((one) => String(one.sequence) === sequence);
  if (exchange) return exchange;
  throw notFound(`exchange ${sequence.slice(0, 20)} in the journal`);
}

export function exportHar(workspace: WorkspaceContext, query: Query): Har {
  return toHar(readJournal(workspace, query), { name: 'deckhand', version: controlVersion });
}

export function clearJournal(workspace: WorkspaceContext, query: Query): void {
  workspace.state.clearJournal();
  if (query['include_unassigned'] === 'true') getUnassignedState(workspace).clearJournal();
}

/** The exchanges of a workspace, optionally with the unassigned ones. */
export function getExchanges(workspace: WorkspaceContext, includeUnassigned: boolean): readonly Exchange[] {
  const assigned = workspace.state.journal.exchanges();
  return includeUnassigned && workspace.state.id !== ''
    ? [...assigned, ...getUnassignedState(workspace).journal.exchanges()]
    : assigned;
}

/** In the order of their start. */
export const sortBySequence = (exchanges: readonly Exchange[]): readonly Exchange[] =>
  exchanges.toSorted((one, other) => one.sequence - other.sequence);

/** The state of the requests that belong to no workspace. */
function getUnassignedState({ service, real }: WorkspaceContext): WorkspaceState {
  return service.workspace('', real);
}

function filterExchanges(exchanges: readonly Exchange[], filter: Query): readonly Exchange[] {
  const since = filter['since'] === undefined ? -Infinity : parseInstant(filter['since'], '/since');
  const matches = sortBySequence(exchanges).filter(
    (exchange) =>
      exchange.startedAt >= since &&
      (filter['operation'] === undefined || exchange.metadata?.operationId === filter['operation']) &&
      (filter['job'] === undefined || exchange.metadata?.generationId === filter['job']) &&
      (filter['status'] === undefined || hasStatus(exchange, filter['status'])),
  );
  return filter['limit'] === undefined ? matches : matches.slice(-Number(filter['limit']));
}

/** @param filter `429`, `5xx`, or `none` for an exchange without a response */
function hasStatus({ response }: Exchange, filter: string): boolean {
  if (!response) return filter === 'none';
  const status = String(response.status);
  return status === filter || `${status.charAt(0)}xx` === filter;
}

export function withoutBodies({ request, response, ...rest }: Exchange): Exchange {
  const { body: _, ...requestWithoutBody } = request;
  if (!response) return { ...rest, request: requestWithoutBody };
  const { body: __, ...responseWithoutBody } = response;
  return { ...rest, request: requestWithoutBody, response: responseWithoutBody };
}

/** Casts an exchange to the type of the control document, whose lists are mutable. */
export function toExchangeInfo(exchange: Exchange): ExchangeInfo {
  return exchange as unknown as ExchangeInfo;
}
