/** Verifies generated mutants: which are killed, by which rules, and which are duplicates or equivalent. */
import { createHash } from 'node:crypto';
import type { VerifyResult } from '../../../src/verify/index.js';
import type { RunPrerequisite } from '../../mutants/mutant.js';
import type { ServiceHooks } from '../../reference-service/hooks.js';
import { createTranscript } from '../../mutants/transcript.js';
import { verifyInVirtualTime } from '../../verify/virtual-time-run.js';
import type { GeneratedMutant } from './generate.js';

type Outcome =
  | 'killed'
  | 'killed-by-other-section'
  | 'duplicate'
  | 'equivalent'
  | 'incomplete'
  | 'not-reached'
  | 'survived';

export interface GeneratedMutantResult {
  readonly mutant: GeneratedMutant;
  /**
   * - `killed`: a rule fails that cites a section of the violation.
   * - `killed-by-other-section`: only rules fail that cite other sections.
   * - `duplicate`: the journal equals that of a killed mutant before it.
   * - `equivalent`: the transcript equals that of the reference service.
   * - `incomplete`: no rule fails, but the run is incomplete.
   * - `not-reached`: the journal equals that of the reference service, so the run never reaches the violation.
   * - `survived`: the run reaches the violation, and passes.
   */
  readonly outcome: Outcome;
  readonly failingRules: readonly string[];
}

const prerequisites: readonly RunPrerequisite[] = ['question', 'failure', 'other-key'];

/** @param requestsPerMinute 0 for no limit */
export async function runGeneratedMutants(
  mutants: readonly GeneratedMutant[],
  requestsPerMinute = 0,
): Promise<readonly GeneratedMutantResult[]> {
  const killedJournals = new Set<string>();
  const referenceTranscript = hashTranscript({});
  const reference = await verifyInVirtualTime([], prerequisites, { requestsPerMinute });
  const referenceJournal = hashJournal(reference);
  const results: GeneratedMutantResult[] = [];
  for (const mutant of mutants) {
    const result = await verifyInVirtualTime([mutant.createHooks()], prerequisites, { requestsPerMinute });
    const { report } = result;
    const failing = report.rules.filter(({ outcome }) => outcome === 'fail' || outcome === 'error');
    const isKilled = failing.some(({ sections }) =>
      sections.some((section) => mutant.sections.includes(section)),
    );
    const journal = hashJournal(result);
    let outcome: Outcome;
    if (isKilled) outcome = killedJournals.has(journal) ? 'duplicate' : 'killed';
    else if (failing.length > 0) outcome = 'killed-by-other-section';
    else if (hashTranscript(mutant.createHooks()) === referenceTranscript) outcome = 'equivalent';
    else if (journal === referenceJournal) outcome = 'not-reached';
    else outcome = report.outcome === 'pass' ? 'survived' : 'incomplete';
    if (isKilled) killedJournals.add(journal);
    results.push({ mutant, outcome, failingRules: failing.map(({ id }) => id) });
  }
  return results;
}

const hashJournal = ({ exchanges }: VerifyResult): string => hash(JSON.stringify(exchanges));
const hashTranscript = (hooks: ServiceHooks): string =>
  hash(createTranscript([hooks], prerequisites).join('\n'));
const hash = (text: string): string => createHash('sha256').update(text).digest('base64');
