/** Judges derived mutants: which are caught, by which rules, and which services are equal to each other. */
import { createHash } from 'node:crypto';
import type { VerifyResult } from '../../../src/judge/index.js';
import type { RunPrerequisite } from '../../mutants/mutant.js';
import type { ServiceHooks } from '../../reference-service/hooks.js';
import { createTranscript } from '../../mutants/transcript.js';
import { verifyInVirtualTime } from '../../verify/virtual-time-run.js';
import type { GeneratedMutant } from './generate.js';

/** The moment of a mutant never comes if a long tour shows no difference to the honest service. */
type Outcome = 'caught' | 'astray' | 'equal' | 'honest' | 'incomplete' | 'unmet' | 'missed';

export interface DerivedProof {
  readonly mutant: GeneratedMutant;
  /**
   * - `caught`: by a rule that cites a section of the broken promise.
   * - `astray`: by rules that cite other sections only.
   * - `equal`: the same journal as a caught mutant before it.
   * - `honest`: the moment never comes, so the service is the honest one.
   * - `incomplete`: no rule fails, and the report says that the run has not seen enough.
   * - `unmet`: the run has the same journal as with the honest service: it never meets the broken promise.
   * - `missed`: the run meets it, and the report is green.
   */
  readonly outcome: Outcome;
  /** The failing rules. */
  readonly by: readonly string[];
}

const derivedNeeds: readonly RunPrerequisite[] = ['question', 'failure', 'other-key'];

/** @param requestsPerMinute 0 for no limit */
export async function proveDerived(
  mutants: readonly GeneratedMutant[],
  requestsPerMinute = 0,
): Promise<readonly DerivedProof[]> {
  const caught = new Set<string>();
  const plainTour = tourOf({});
  const honest = await verifyInVirtualTime([], derivedNeeds, { requestsPerMinute });
  const plainPrint = printOf(honest);
  const proofs: DerivedProof[] = [];
  for (const mutant of mutants) {
    const checked = await verifyInVirtualTime([mutant.make()], derivedNeeds, { requestsPerMinute });
    const { report } = checked;
    const failing = report.rules.filter(({ outcome }) => outcome === 'fail' || outcome === 'error');
    const isRight = failing.some(({ sections }) =>
      sections.some((section) => mutant.sections.includes(section)),
    );
    const print = printOf(checked);
    let outcome: Outcome;
    if (isRight) outcome = caught.has(print) ? 'equal' : 'caught';
    else if (failing.length > 0) outcome = 'astray';
    else if (tourOf(mutant.make()) === plainTour) outcome = 'honest';
    else if (print === plainPrint) outcome = 'unmet';
    else outcome = report.outcome === 'pass' ? 'missed' : 'incomplete';
    if (isRight) caught.add(print);
    proofs.push({ mutant, outcome, by: failing.map(({ id }) => id) });
  }
  return proofs;
}

const printOf = ({ exchanges }: VerifyResult): string => hash(JSON.stringify(exchanges));
const hash = (text: string): string => createHash('sha256').update(text).digest('base64');
const tourOf = (variation: ServiceHooks): string =>
  hash(createTranscript([variation], derivedNeeds).join('\n'));
