/** Crosses each mutant with three dialects: honest services with several liberties at once, drawn by a seed. */
import { createHash } from 'node:crypto';
import type { Report } from '../../src/contract/index.js';
import fc from '../fast-check.js';
import { combination } from '../liberties/combination.js';
import type { Liberty } from '../liberties/liberty.js';
import type { Mutant, Need } from '../mutants/mutant.js';
import type { Variation } from '../mutants/plain-service/variation.js';
import { tour } from '../mutants/tour.js';
import { whyHidden } from './hidden-by-dialects.js';
import { checkVirtually } from './virtual-run.js';

/** The same dialects at every run, so that the table only changes when something did. */
export const dialects: readonly Dialect[] = fc.sample(combination(2, 6), { numRuns: 150, seed: 15 });

export type Dialect = readonly Liberty[];

const PER_MUTANT = 3;

export interface Cross {
  readonly mutant: Mutant;
  readonly dialect: Dialect;
}

/** A mutant keeps its dialects when others are added. */
export const crosses = (mutants: readonly Mutant[]): readonly Cross[] =>
  mutants.flatMap((mutant) => {
    const first = createHash('sha256').update(mutant.id).digest().readUInt32BE();
    return Array.from({ length: PER_MUTANT }, (_, nth) => ({
      mutant,
      dialect: dialects[(first + nth) % dialects.length] ?? [],
    }));
  });

export interface CrossProof extends Cross {
  /**
   * - `caught`: by a rule that cites a section of the broken promise.
   * - `same`: the dialect undoes the mutant: a long tour shows the dialect alone.
   * - `hidden`: the dialect keeps the run from the broken promise, for the reason in hidden-by-dialects.ts.
   * - `incomplete`: no rule fails, and the report says that the run has not seen enough.
   * - `missed`: the report is green, or names other sections only.
   */
  readonly outcome: 'caught' | 'same' | 'hidden' | 'incomplete' | 'missed';
  readonly by: readonly string[];
}

export async function proveCross({ mutant, dialect }: Cross): Promise<CrossProof> {
  const { needs = [] } = mutant;
  let report: Report;
  try {
    ({ report } = await checkVirtually(crossed(mutant.apply, dialect), needs));
  } catch (error) {
    // A dialect that edits a part of a response cannot speak when the mutant has removed that part: another one does.
    if (!(error instanceof TypeError)) throw error;
    return proveCross({
      mutant,
      dialect: dialects[(dialects.indexOf(dialect) + PER_MUTANT) % dialects.length] ?? [],
    });
  }
  const failing = report.rules.filter(({ outcome }) => outcome === 'fail' || outcome === 'error');
  const isCaught = report.rules.some(
    ({ outcome, sections }) =>
      (outcome === 'fail' || outcome === mutant.shownAs) &&
      sections.some((section) => mutant.sections.includes(section)),
  );
  let outcome: CrossProof['outcome'];
  if (isCaught) outcome = 'caught';
  else if (failing.length > 0) outcome = 'missed';
  else if (isUndone(mutant.apply, dialect, needs)) outcome = 'same';
  else if (whyHidden(mutant, dialect) !== undefined) outcome = 'hidden';
  else outcome = report.outcome === 'pass' ? 'missed' : 'incomplete';
  return { mutant, dialect, outcome, by: failing.map(({ id }) => id) };
}

/** The rules that fail for a dialect alone. */
export async function accusationsOf(dialect: Dialect): Promise<readonly string[]> {
  const { report } = await checkVirtually(dialect.map(({ apply }) => apply));
  return report.rules
    .filter(({ outcome }) => outcome === 'fail' || outcome === 'error')
    .map(({ id, findings, reason = '' }) => `${id}: ${findings[0]?.message ?? reason}`);
}

/**
 * The mutant inside the dialect: it breaks its promise before the dialect acts, and in the responses that the dialect has
 * formed. A choice that both make is the mutant's.
 */
function crossed({ choices, answer, wire, ...acts }: Variation, dialect: Dialect): readonly Variation[] {
  return [
    acts,
    ...dialect.map(({ apply }) => apply),
    { ...(choices && { choices }), ...(answer && { answer }), ...(wire && { wire }) },
  ];
}

function isUndone(mutant: Variation, dialect: Dialect, needs: readonly Need[]): boolean {
  const alone = tour(
    dialect.map(({ apply }) => apply),
    needs,
  );
  return alone.join('\n') === tour(crossed(mutant, dialect), needs).join('\n');
}
