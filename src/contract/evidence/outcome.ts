/** The outcome of a run, in one place. Every reporter and every exit code prints it. */
import { baselineProblem } from '../baseline.js';
import type { BaselineReport, Report, RuleReport } from '../report/model.js';
import { listText } from '../report/words.js';
import type { EvidenceReport, Gap } from './minimum.js';

interface OutcomeInput {
  readonly rules: readonly RuleReport[];
  readonly evidence: EvidenceReport;
  /** Why the target could not be judged at all. */
  readonly unusable?: string | undefined;
  readonly baseline?: readonly BaselineReport[] | undefined;
}

/**
 * A violation wins, because more evidence cannot remove it. Then what could not be run, and what was not seen. A baseline
 * accepts violations, never missing evidence.
 */
export function outcomeOf(input: OutcomeInput): Pick<Report, 'outcome' | 'reason'> {
  const { rules, evidence, unusable, baseline = [] } = input;
  const missing = missingText(evidence.missing);
  if (rules.some(({ outcome }) => outcome === 'fail')) {
    const reason = unusable ?? missing;
    return { outcome: 'fail', ...(reason !== undefined && { reason }) };
  }
  if (unusable !== undefined) return { outcome: 'error', reason: unusable };
  const broken = rules.find(({ outcome }) => outcome === 'error');
  if (broken) return { outcome: 'error', reason: `${broken.id}: ${broken.reason ?? ''}` };
  if (missing !== undefined) return { outcome: 'incomplete', reason: missing };
  if (!rules.some(isJudged)) return { outcome: 'incomplete', reason: 'nothing was seen that a rule judges' };
  const problem = baselineProblem(baseline);
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
export const exitCodeOf = ({ outcome }: Pick<Report, 'outcome'>): 0 | 1 | 2 => codes[outcome];

/** @returns for example `the start of a job never succeeded (400), so status and fetch were not seen (--template-id)` */
function missingText(missing: readonly Gap[]): string | undefined {
  const causes = missing.filter(({ because }) => because === undefined);
  if (causes.length === 0) return undefined;
  return causes.map((gap) => causeText(gap, missing)).join('; ');
}

function causeText({ topic, why, help }: Gap, missing: readonly Gap[]): string {
  const followers = missing.filter(({ because }) => because === topic).map((gap) => gap.topic);
  const so = followers.length === 0 ? '' : `, so ${listText(followers)} ${wasWere(followers)} not seen`;
  return `${why}${so}${help === undefined ? '' : ` (${help})`}`;
}

const wasWere = (names: readonly string[]): string => (names.length === 1 ? 'was' : 'were');
