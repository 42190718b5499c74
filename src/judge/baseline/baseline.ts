/** Applies a baseline of known violations: it suppresses their findings, and reports expired and unused entries. */
import { pluralize } from '../../base/text/pluralize.js';
import type { OperationId } from '../../generated/routes.js';
import type { Finding, Verdict } from '../rule.js';
import type { Suppression, BaselineReport } from '../report/report.js';

/** One known violation. Without `message` and `operation`, it suppresses all findings of the rule. */
export interface BaselineEntry extends Suppression {
  readonly rule: string;
  /** Suppresses only findings whose message contains this string. */
  readonly message?: string;
  /** Suppresses only findings about this operation. */
  readonly operation?: OperationId;
}

export interface Baseline {
  readonly entries: readonly BaselineEntry[];
  /** The time of the run, in ms since 1970. An entry is valid to the end of its last day in UTC. */
  readonly now: number;
}

export interface AppliedBaseline {
  readonly findSuppression: (rule: string, finding: Finding) => Suppression | undefined;
  /** The state of each entry after the run, in the order of the baseline. */
  readonly entries: readonly BaselineReport[];
}

/** @param isComplete whether all required topics are covered. An incomplete run never marks an entry as unused. */
export function applyBaseline(
  { entries, now }: Baseline,
  verdicts: readonly Verdict[],
  getOperation: (sequence: number) => OperationId | undefined,
  isComplete: boolean,
): AppliedBaseline {
  const today = new Date(now).toISOString().slice(0, 10);
  const getOperationOf = ({ operation, exchange = -1 }: Finding): OperationId | undefined =>
    operation ?? getOperation(exchange);
  const matches = (entry: BaselineEntry, rule: string, finding: Finding): boolean =>
    entry.rule === rule &&
    finding.severity === 'fail' &&
    (entry.message === undefined || finding.message.includes(entry.message)) &&
    (entry.operation === undefined || entry.operation === getOperationOf(finding));
  const getState = (
    entry: BaselineEntry,
  ): Pick<BaselineReport, 'state' | 'operations' | 'otherViolations'> => {
    if (entry.expires < today) return { state: 'expired' };
    const verdict = verdicts.find(({ rule }) => rule.id === entry.rule);
    const violations = verdict?.findings.filter(({ severity }) => severity === 'fail') ?? [];
    const matching = violations.filter((finding) => matches(entry, entry.rule, finding));
    if (matching.length > 0) {
      const operations = new Set(matching.flatMap((finding) => getOperationOf(finding) ?? []));
      return { state: 'active', ...(operations.size > 0 && { operations: [...operations] }) };
    }
    if (!isComplete || !isJudged(verdict, entry.operation)) return { state: 'not-covered' };
    return { state: 'unused', ...(violations.length > 0 && { otherViolations: violations.length }) };
  };
  const reports = entries.map((entry): BaselineReport => ({ ...entry, ...getState(entry) }));
  const active = reports.flatMap(({ state }, index) => (state === 'active' ? (entries[index] ?? []) : []));
  return {
    findSuppression: (rule, finding) => {
      const entry = active.find((candidate) => matches(candidate, rule, finding));
      return entry && { reason: entry.reason, owner: entry.owner, expires: entry.expires };
    },
    entries: reports,
  };
}

/** Whether the run judged the rule and, if the rule has a verdict for each operation, this operation. */
function isJudged(verdict: Verdict | undefined, operation: OperationId | undefined): boolean {
  const own = verdict?.operations?.find((one) => one.operation === operation) ?? verdict;
  return own !== undefined && own.outcome !== 'not-covered' && own.outcome !== 'error';
}

/** The reason why expired entries fail the run, in one line; `undefined` if they do not. */
export function formatExpiredEntries(entries: readonly BaselineReport[]): string | undefined {
  const expired = entries.filter(({ state }) => state === 'expired').length;
  return expired > 0 ? pluralize(expired, 'expired baseline entry', 'expired baseline entries') : undefined;
}

/** The problem of an entry; `undefined` if there is none. */
export function formatEntryProblem({
  state,
  expires,
  otherViolations = 0,
}: BaselineReport): string | undefined {
  if (state === 'expired') return `entry expired on ${expires}; fix the violation or extend it`;
  if (state === 'not-covered') return 'not covered by this run; the entry stays';
  if (state === 'active') return undefined;
  return otherViolations > 0
    ? `matches none of the ${pluralize(otherViolations, 'finding')} of this rule`
    : 'the violation did not occur; remove the entry if it is fixed';
}
