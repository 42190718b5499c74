/** Judges derived mutants: which are caught, by which rules, and which services are equal to each other. */
import { createHash } from 'node:crypto';
import type { Need } from '../../mutants/mutant.js';
import type { Variation } from '../../mutants/plain-service/variation.js';
import { tour } from '../../mutants/tour.js';
import { checkVirtually } from '../virtual-run.js';
import type { Derived } from './derive.js';

/** The moment of a mutant never comes if a long tour shows no difference to the honest service. */
type Outcome = 'caught' | 'astray' | 'equal' | 'honest' | 'incomplete' | 'missed';

export interface DerivedProof {
  readonly mutant: Derived;
  /**
   * - `caught`: by a rule that cites a section of the broken promise.
   * - `astray`: by rules that cite other sections only.
   * - `equal`: the same journal as a caught mutant before it.
   * - `honest`: the moment never comes, so the service is the honest one.
   * - `incomplete`: no rule fails, and the report says that the run has not seen enough.
   * - `missed`: the report is green.
   */
  readonly outcome: Outcome;
  /** The failing rules. */
  readonly by: readonly string[];
}

const needs: readonly Need[] = ['question', 'failure', 'second-key'];

/** @param requestsPerMinute 0 for no limit */
export async function proveDerived(
  mutants: readonly Derived[],
  requestsPerMinute = 0,
): Promise<readonly DerivedProof[]> {
  const caught = new Set<string>();
  const plainTour = tourOf({});
  const proofs: DerivedProof[] = [];
  for (const mutant of mutants) {
    const { report, exchanges } = await checkVirtually([mutant.make()], needs, { requestsPerMinute });
    const failing = report.rules.filter(({ outcome }) => outcome === 'fail' || outcome === 'error');
    const isRight = failing.some(({ sections }) =>
      sections.some((section) => mutant.sections.includes(section)),
    );
    const print = hash(JSON.stringify(exchanges));
    let outcome: Outcome;
    if (isRight) outcome = caught.has(print) ? 'equal' : 'caught';
    else if (failing.length > 0) outcome = 'astray';
    else if (tourOf(mutant.make()) === plainTour) outcome = 'honest';
    else outcome = report.outcome === 'pass' ? 'missed' : 'incomplete';
    if (isRight) caught.add(print);
    proofs.push({ mutant, outcome, by: failing.map(({ id }) => id) });
  }
  return proofs;
}

const hash = (text: string): string => createHash('sha256').update(text).digest('base64');
const tourOf = (variation: Variation): string => hash(tour([variation], needs).join('\n'));
