/** The outcome of a report, and its exit code. */
import { formatList } from '../base/text/format-list.js';
import { formatExpiredEntries } from './baseline/baseline.js';
import type { BaselineReport, Report, RuleReport } from './report/report.js';
import type { CoverageReport, CoverageGap } from './coverage.js';

interface OutcomeInput {
  readonly rules: readonly RuleReport[];
  readonly coverage: CoverageReport;
  /** Why the target could not be judged at all. */
  readonly fatalReason?: string | undefined;
  readonly baseline?: readonly BaselineReport[] | undefined;
}

/** Precedence: fail, error, incomplete, pass. A baseline suppresses violations, never coverage gaps. */
export function computeOutcome(input: OutcomeInput): Pick<Report, 'outcome' | 'reason'> {
  const { rules, coverage, fatalReason, baseline = [] } = input;
  const gaps = formatGaps(coverage.gaps);
  if (rules.some(({ outcome }) => outcome === 'fail')) {
    const reason = fatalReason ?? gaps;
    return { outcome: 'fail', ...(reason !== undefined && { reason }) };
  }
  if (fatalReason !== undefined) return { outcome: 'error', reason: fatalReason };
  const faulty = rules.find(({ outcome }) => outcome === 'error');
  if (faulty) return { outcome: 'error', reason: `${faulty.id}: ${faulty.reason?.text ?? ''}` };
  if (gaps !== undefined) return { outcome: 'incomplete', reason: gaps };
  if (!rules.some(isJudged)) return { outcome: 'incomplete', reason: 'the traffic covers no rule' };
  const problem = formatExpiredEntries(baseline);
  return problem === undefined ? { outcome: 'pass' } : { outcome: 'fail', reason: problem };
}

/** The outcome `info` is no judgement: such a rule cannot fail. */
const isJudged = ({ outcome }: RuleReport): boolean =>
  outcome === 'pass' || outcome === 'warn' || outcome === 'suppressed';

const exitCodes = { pass: 0, fail: 1, incomplete: 2, error: 2 } as const satisfies Record<
  Report['outcome'],
  number
>;

/** 0: pass. 1: a violation. 2: no verdict. */
export const getExitCode = ({ outcome }: Pick<Report, 'outcome'>): 0 | 1 | 2 => exitCodes[outcome];

/** @returns for example `the start of a job never succeeded (400), so status and fetch are not covered (--template-id)` */
function formatGaps(gaps: readonly CoverageGap[]): string | undefined {
  const causes = gaps.filter(({ causedBy }) => causedBy === undefined);
  if (causes.length === 0) return undefined;
  return causes.map((gap) => formatCause(gap, gaps)).join('; ');
}

function formatCause({ topic, reason, flags }: CoverageGap, gaps: readonly CoverageGap[]): string {
  const topics = gaps.filter(({ causedBy }) => causedBy === topic).map((gap) => gap.topic);
  const verb = topics.length === 1 ? 'is' : 'are';
  const consequence = topics.length === 0 ? '' : `, so ${formatList(topics)} ${verb} not covered`;
  return `${reason}${consequence}${flags.length === 0 ? '' : ` (${flags.join(', ')})`}`;
}
