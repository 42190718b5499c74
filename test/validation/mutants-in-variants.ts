/** Combines each mutant with three random sets of conforming variants. */
import { createHash } from 'node:crypto';
import type { Report } from '../../src/judge/index.js';
import fc from '../fast-check.js';
import { arbitraryCombination } from '../variants/combinations.js';
import type { ConformingVariant } from '../variants/variant.js';
import type { Mutant, RunPrerequisite } from '../mutants/mutant.js';
import type { ServiceHooks } from '../reference-service/hooks.js';
import { createTranscript } from '../mutants/transcript.js';
import { findMasking } from './masked-mutants.js';
import { verifyInVirtualTime } from '../verify/virtual-time-run.js';

/** The same dialects at every run, so that the table only changes when something did. */
export const variantSets: readonly VariantSet[] = fc.sample(arbitraryCombination(2, 6), {
  numRuns: 150,
  seed: 15,
});

export type VariantSet = readonly ConformingVariant[];

const PER_MUTANT = 3;

export interface MutantInVariants {
  readonly mutant: Mutant;
  readonly dialect: VariantSet;
}

/** A mutant keeps its dialects when others are added. */
export const createMutantsInVariants = (mutants: readonly Mutant[]): readonly MutantInVariants[] =>
  mutants.flatMap((mutant) => {
    const first = createHash('sha256').update(mutant.id).digest().readUInt32BE();
    return Array.from({ length: PER_MUTANT }, (_, nth) => ({
      mutant,
      dialect: variantSets[(first + nth) % variantSets.length] ?? [],
    }));
  });

export interface MutantInVariantsResult extends MutantInVariants {
  /**
   * - `caught`: by a rule that cites a section of the broken promise.
   * - `same`: the dialect undoes the mutant: a long tour shows the dialect alone.
   * - `hidden`: the dialect keeps the run from the broken promise, for the reason in hidden-by-dialects.ts.
   * - `incomplete`: no rule fails, and the report says that the run has not seen enough.
   * - `missed`: the report is green, or names other sections only.
   */
  readonly outcome: 'killed' | 'equivalent' | 'masked' | 'incomplete' | 'survived';
  readonly by: readonly string[];
}

export async function runMutantInVariants({
  mutant,
  dialect,
}: MutantInVariants): Promise<MutantInVariantsResult> {
  const { needs = [] } = mutant;
  let report: Report;
  try {
    ({ report } = await verifyInVirtualTime(applyMutant(mutant.hooks, dialect), needs));
  } catch (error) {
    // A dialect that edits a part of a response cannot speak when the mutant has removed that part: another one does.
    if (!(error instanceof TypeError)) throw error;
    return runMutantInVariants({
      mutant,
      dialect: variantSets[(variantSets.indexOf(dialect) + PER_MUTANT) % variantSets.length] ?? [],
    });
  }
  const failing = report.rules.filter(({ outcome }) => outcome === 'fail' || outcome === 'error');
  const isCaught = report.rules.some(
    ({ outcome, sections }) =>
      (outcome === 'fail' || outcome === mutant.detectedAs) &&
      sections.some((section) => mutant.sections.includes(section)),
  );
  let outcome: MutantInVariantsResult['outcome'];
  if (isCaught) outcome = 'killed';
  else if (failing.length > 0) outcome = 'survived';
  else if (isNeutralized(mutant.hooks, dialect, needs)) outcome = 'equivalent';
  else if (findMasking(mutant, dialect) !== undefined) outcome = 'masked';
  else outcome = report.outcome === 'pass' ? 'survived' : 'incomplete';
  return { mutant, dialect, outcome, by: failing.map(({ id }) => id) };
}

/** The rules that fail for a dialect alone. */
export async function findFalsePositives(dialect: VariantSet): Promise<readonly string[]> {
  const { report } = await verifyInVirtualTime(dialect.map(({ hooks }) => hooks));
  return report.rules
    .filter(({ outcome }) => outcome === 'fail' || outcome === 'error')
    .map(({ id, findings, reason = '' }) => `${id}: ${findings[0]?.message ?? reason}`);
}

/**
 * The mutant inside the dialect: it breaks its promise before the dialect acts, and in the responses that the dialect has
 * formed. A choice that both make is the mutant's.
 */
function applyMutant(
  { choices, editResponse, editRawResponse, ...acts }: ServiceHooks,
  dialect: VariantSet,
): readonly ServiceHooks[] {
  return [
    acts,
    ...dialect.map(({ hooks }) => hooks),
    {
      ...(choices && { choices }),
      ...(editResponse && { editResponse }),
      ...(editRawResponse && { editRawResponse }),
    },
  ];
}

function isNeutralized(
  mutant: ServiceHooks,
  dialect: VariantSet,
  needs: readonly RunPrerequisite[],
): boolean {
  const alone = createTranscript(
    dialect.map(({ hooks }) => hooks),
    needs,
  );
  return alone.join('\n') === createTranscript(applyMutant(mutant, dialect), needs).join('\n');
}
