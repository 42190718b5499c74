/** The exchanges that match the filter of the traffic view. */
import { computed, signal } from '@preact/signals';
import type { ExchangeInfo } from '../../generated/control-api.js';
import { summarizeExchange } from '../components/exchange-summary.js';
import { findingsByExchange, hasViolation } from './client-report.js';
import { matchesWords, NO_FILTER, type Filter } from './filter.js';
import { filter, view } from './route.js';
import { findPrompt } from './jobs.js';
import { exchanges, findJobId, isUnassigned } from './traffic.js';

/** The status filter for requests without a workspace. Without it, they are not listed. */
export const UNASSIGNED = 'unassigned';
/** The status filter for exchanges that violated a client rule. */
export const VIOLATION = 'violation';

export const unassignedCount = computed(() => exchanges.value.filter(isUnassigned).length);

/** The exchanges that match the filter, the newest first. */
export const visibleExchanges = computed(() => {
  const active = view.value === 'traffic' ? filter.value : NO_FILTER;
  return exchanges.value.filter((exchange) => matches(exchange, active)).reverse();
});

export interface ExchangeGroup {
  readonly newest: ExchangeInfo;
  /** All exchanges of the group, the newest first. */
  readonly members: readonly ExchangeInfo[];
}

/** The expanded groups, by the sequence of their oldest exchange. */
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
    if (group && first && canGroup(first, exchange)) group.push(exchange);
    else groups.push([exchange]);
  }
  return groups.flatMap((members) => {
    const isExpanded =
      expandedGroups.value.has(members.at(-1)?.sequence ?? 0) ||
      members.some(({ sequence }) => sequence === open);
    const rows = isExpanded ? members.map((one) => [one]) : [members];
    return rows.flatMap((row) => (row[0] ? [reuseGroup({ newest: row[0], members: row })] : []));
  });
}

const lastGroups = new WeakMap<ExchangeInfo, ExchangeGroup>();

/** The same object as before for an equal group, so that its row is not rendered again. */
function reuseGroup(group: ExchangeGroup): ExchangeGroup {
  const last = lastGroups.get(group.newest);
  if (last && last.members.at(-1) === group.members.at(-1)) return last;
  lastGroups.set(group.newest, group);
  return group;
}

/** Whether a finding is about the exchange itself; it is not only evidence. */
const hasOwnFinding = (sequence: number): boolean =>
  findingsByExchange.value.get(sequence)?.some(({ evidenceFor }) => evidenceFor === undefined) === true;

function canGroup(one: ExchangeInfo, other: ExchangeInfo): boolean {
  const text = (exchange: ExchangeInfo): string =>
    Object.values(summarizeExchange(exchange, findPrompt)).join('\n');
  const isUnremarkable = ({ sequence, failure, metadata }: ExchangeInfo): boolean =>
    failure === undefined && metadata?.fault === undefined && !hasOwnFinding(sequence);
  return (
    one.response?.status === other.response?.status &&
    findJobId(one) === findJobId(other) &&
    findingsByExchange.value.has(one.sequence) === findingsByExchange.value.has(other.sequence) &&
    isUnremarkable(one) &&
    isUnremarkable(other) &&
    text(one) === text(other)
  );
}

function matches(exchange: ExchangeInfo, { q, operation, status, job }: Filter): boolean {
  const { metadata, request, response, failure } = exchange;
  return (
    (operation === '' || metadata?.operationId === operation) &&
    (job === '' || findJobId(exchange) === job) &&
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
  const findings = findingsByExchange.value.get(exchange.sequence) ?? [];
  const { action, subject, result } = summarizeExchange(exchange, findPrompt);
  return [action, subject, result ?? '', ...findings.map(({ finding }) => finding.message)];
}

function hasStatus(exchange: ExchangeInfo, filter: string): boolean {
  const { response, sequence } = exchange;
  if (filter === VIOLATION) return hasViolation(sequence);
  if (!response) return filter === 'none';
  const status = String(response.status);
  return status === filter || `${status.charAt(0)}xx` === filter;
}
