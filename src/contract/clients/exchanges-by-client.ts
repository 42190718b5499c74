/** Separates the exchanges of a journal by client, so that each client can be judged alone. */
import { groupBy } from '../../base/group-by.js';
import type { Exchange } from '../../journal/exchange.js';
import { credentialOf } from '../../trace/credential.js';
import { clientOf } from './client.js';

/** @returns the exchanges by the label of their client, as findings name it, in the order of the first requests */
export function exchangesByClient(exchanges: readonly Exchange[]): ReadonlyMap<string, readonly Exchange[]> {
  return groupBy(exchanges, (exchange) => clientOf(exchange, credentialOf(exchange.request.headers)).label());
}
