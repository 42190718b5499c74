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
  const matches = (entry: BaselineEntry, rule: string, finding: Finding): boolean =>
    entry.rule === rule &&
    finding.severity === 'fail' &&
    (entry.message === undefined || finding.message.includes(entry.message)) &&
    (entry.operation === undefined || entry.operation === getOperation(finding.exchange ?? -1));
  const getState = (entry: BaselineEntry): BaselineReport['state'] => {
    if (entry.expires < today) return 'expired';
    const verdict = verdicts.find(({ rule }) => rule.id === entry.rule);
    if (verdict?.findings.some((finding) => matches(entry, entry.rule, finding))) return 'active';
    return isComplete && isJudged(verdict) ? 'unused' : 'not-covered';
  };
  const reports = entries.map((entry): BaselineReport => ({ ...entry, state: getState(entry) }));
  const active = reports.flatMap(({ state }, index) => (state === 'active' ? (entries[index] ?? []) : []));
  return {
    findSuppression: (rule, finding) => {
      const entry = active.find((candidate) => matches(candidate, rule, finding));
      return entry && { reason: entry.reason, owner: entry.owner, expires: entry.expires };
    },
    entries: reports,
  };
}

function isJudged(verdict: Verdict | undefined): boolean {
  return verdict !== undefined && verdict.outcome !== 'not-covered' && verdict.outcome !== 'error';
}

/** The reason why entries fail the run, in one line; `undefined` if they do not. */
export function formatBaselineProblems(entries: readonly BaselineReport[]): string | undefined {
  const count = (state: BaselineReport['state']) => entries.filter((entry) => entry.state === state).length;
  const [expired, unused] = [count('expired'), count('unused')];
  const parts = [
    ...(expired > 0 ? [pluralize(expired, 'expired baseline entry', 'expired baseline entries')] : []),
    ...(unused > 0 ? [pluralize(unused, 'unused baseline entry', 'unused baseline entries')] : []),
  ];
  return parts.length > 0 ? parts.join(', ') : undefined;
}

/** The problem of an entry that fails the run or is not covered; `undefined` if there is none. */
export function formatEntryProblem({ state, expires }: BaselineReport): string | undefined {
  if (state === 'expired') return `entry expired on ${expires}; fix the violation or extend it`;
  if (state === 'unused') return 'unused entry: the violation no longer occurs; remove it';
  if (state === 'not-covered') return 'not covered by this run; the entry stays';
  return undefined;
}
