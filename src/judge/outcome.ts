/** The outcome of a run, in one place. Every reporter and every exit code prints it. */
import { formatBaselineProblems } from './baseline/baseline.js';
import type { BaselineReport, Report, RuleReport } from './report/report.js';
import { formatList } from './render/format.js';
import type { CoverageReport, CoverageGap } from './coverage.js';

interface OutcomeInput {
  readonly rules: readonly RuleReport[];
  readonly evidence: CoverageReport;
  /** Why the target could not be judged at all. */
  readonly fatalReason?: string | undefined;
  readonly baseline?: readonly BaselineReport[] | undefined;
}

/**
 * Precedence: fail, error, incomplete, pass. A baseline never hides missing coverage. A baseline
 * accepts violations, never missing evidence.
 */
export function computeOutcome(input: OutcomeInput): Pick<Report, 'outcome' | 'reason'> {
  const { rules, evidence, fatalReason, baseline = [] } = input;
  const missing = missingText(evidence.gaps);
  if (rules.some(({ outcome }) => outcome === 'fail')) {
    const reason = fatalReason ?? missing;
    return { outcome: 'fail', ...(reason !== undefined && { reason }) };
  }
  if (fatalReason !== undefined) return { outcome: 'error', reason: fatalReason };
  const broken = rules.find(({ outcome }) => outcome === 'error');
  if (broken) return { outcome: 'error', reason: `${broken.id}: ${broken.reason ?? ''}` };
  if (missing !== undefined) return { outcome: 'incomplete', reason: missing };
  if (!rules.some(isJudged)) return { outcome: 'incomplete', reason: 'nothing was seen that a rule judges' };
  const problem = formatBaselineProblems(baseline);
  return problem === undefined ? { outcome: 'pass' } : { outcome: 'fail', reason: problem };
}

/** Observations are not judgements: they can break nothing. */
const isJudged = ({ outcome }: RuleReport): boolean =>
  outcome === 'pass' || outcome === 'warn' || outcome === 'accepted';

const codes = { pass: 0, fail: 1, incomplete: 2, error: 2 } as const satisfies Record<
  Report['outcome'],
  number
>;

/** The exit code of each outcome: 0 green, 1 a broken promise, 2 no verdict. */
export const getExitCode = ({ outcome }: Pick<Report, 'outcome'>): 0 | 1 | 2 => codes[outcome];

/** @returns for example `the start of a job never succeeded (400), so status and fetch were not seen (--template-id)` */
function missingText(missing: readonly CoverageGap[]): string | undefined {
  const causes = missing.filter(({ causedBy }) => causedBy === undefined);
  if (causes.length === 0) return undefined;
  return causes.map((gap) => causeText(gap, missing)).join('; ');
}

function causeText({ topic, reason, flags }: CoverageGap, missing: readonly CoverageGap[]): string {
  const followers = missing.filter(({ causedBy }) => causedBy === topic).map((gap) => gap.topic);
  const so = followers.length === 0 ? '' : `, so ${formatList(followers)} ${wasWere(followers)} not seen`;
  return `${reason}${so}${flags === undefined ? '' : ` (${flags})`}`;
}

const wasWere = (names: readonly string[]): string => (names.length === 1 ? 'was' : 'were');
