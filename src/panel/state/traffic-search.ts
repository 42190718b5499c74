/** The exchanges that match the filter of the traffic view. */
import { computed, signal } from '@preact/signals';
import type { ExchangeInfo } from '../../generated/control-api.js';
import { summarizeExchange } from '../components/exchange-summary.js';
import { findingsByExchange, hasViolation } from './client-report.js';
import { jobIdOf } from './exchange-job.js';
import { matchesWords, NO_FILTER, type Filter } from './filter.js';
import { filter, view } from './route.js';
import { promptOf } from './jobs.js';
import { exchanges, isUnassigned } from './traffic.js';

/** The filter of the status that shows the requests of no workspace. Without it, they are not listed. */
export const UNASSIGNED = 'unassigned';

export const unassignedCount = computed(() => exchanges.value.filter(isUnassigned).length);

/** The exchanges that match the filter, the newest first. */
export const visibleExchanges = computed(() => {
  const wanted = view.value === 'traffic' ? filter.value : NO_FILTER;
  return exchanges.value.filter((exchange) => matches(exchange, wanted)).reverse();
});

export interface ExchangeGroup {
  readonly newest: ExchangeInfo;
  /** All exchanges of the group, the newest first. */
  readonly members: readonly ExchangeInfo[];
}

/** The groups that the user has unfolded, by the sequence of their oldest exchange. */
export const expandedGroups = signal<ReadonlySet<number>>(new Set());

/** Groups consecutive equal exchanges. Open, faulty and violating ones stay separate. */
export function groupExchanges(
  list: readonly ExchangeInfo[],
  open: number | undefined,
): readonly ExchangeGroup[] {
  const groups: ExchangeInfo[][] = [];
  for (const exchange of list) {
    const group = groups.at(-1);
    const [first] = group ?? [];
    if (group && first && isFoldable(first, exchange)) group.push(exchange);
    else groups.push([exchange]);
  }
  return groups.flatMap((members) => {
    const isUnfolded =
      expandedGroups.value.has(members.at(-1)?.sequence ?? 0) ||
      members.some(({ sequence }) => sequence === open);
    const rows = isUnfolded ? members.map((one) => [one]) : [members];
    return rows.flatMap((row) => (row[0] ? [{ newest: row[0], members: row }] : []));
  });
}

/** Whether the judge says something about the exchange itself, and not only takes it as evidence. */
const hasOwnFinding = (sequence: number): boolean =>
  findingsByExchange.value.get(sequence)?.some(({ evidenceFor }) => evidenceFor === undefined) === true;

function isFoldable(one: ExchangeInfo, other: ExchangeInfo): boolean {
  const text = (exchange: ExchangeInfo): string =>
    Object.values(summarizeExchange(exchange, promptOf)).join('\n');
  const isPlain = ({ sequence, failure, metadata }: ExchangeInfo): boolean =>
    failure === undefined && metadata?.fault === undefined && !hasOwnFinding(sequence);
  return (
    one.response?.status === other.response?.status &&
    jobIdOf(one) === jobIdOf(other) &&
    findingsByExchange.value.has(one.sequence) === findingsByExchange.value.has(other.sequence) &&
    isPlain(one) &&
    isPlain(other) &&
    text(one) === text(other)
  );
}

function matches(exchange: ExchangeInfo, { q, operation, status, job }: Filter): boolean {
  const { metadata, request, response, failure } = exchange;
  return (
    (operation === '' || metadata?.operationId === operation) &&
    (job === '' || jobIdOf(exchange) === job) &&
    isUnassigned(exchange) === (status === UNASSIGNED) &&
    (status === '' || status === UNASSIGNED || hasStatus(exchange, status)) &&
    matchesWords(q, [
      request.method,
      request.url,
      String(response?.status ?? 'none'),
      failure,
      metadata?.operationId,
      metadata?.jobStatus,
      metadata?.fault,
      metadata?.problem,
      metadata?.scenario,
      ...(q === '' ? [] : searchableTexts(exchange)),
    ])
  );
}

function searchableTexts(exchange: ExchangeInfo): string[] {
  const notes = findingsByExchange.value.get(exchange.sequence) ?? [];
  const { action, subject, result } = summarizeExchange(exchange, promptOf);
  return [action, subject, result ?? '', ...notes.map(({ finding }) => finding.message)];
}

function hasStatus(exchange: ExchangeInfo, wanted: string): boolean {
  const { response, sequence } = exchange;
  if (wanted === 'marked') return hasViolation(sequence);
  if (!response) return wanted === 'none';
  const status = String(response.status);
  return status === wanted || `${status.charAt(0)}xx` === wanted;
}
