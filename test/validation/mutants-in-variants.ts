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
import { countBy, type ValidationSection } from './section.js';
import { verifyInVirtualTime } from '../verify/virtual-time-run.js';

/** With a fixed seed, so that the table changes only if the code does. */
const variantSets: readonly VariantSet[] = fc.sample(arbitraryCombination(2, 6), {
  numRuns: 150,
  seed: 15,
});

const SETS_PER_MUTANT = 3;

type VariantSet = readonly ConformingVariant[];

export interface MutantInVariants {
  readonly mutant: Mutant;
  readonly variants: VariantSet;
}

interface MutantInVariantsResult extends MutantInVariants {
  /**
   * - `killed`: a rule fails that cites a section of the violation.
   * - `equivalent`: the transcript equals that of the variants alone.
   * - `masked`: the run cannot reach the violation, for the reason in masked-mutants.ts.
   * - `incomplete`: no rule fails, but the run is incomplete.
   * - `survived`: the run passes, or only rules of other sections fail.
   */
  readonly outcome: 'killed' | 'equivalent' | 'masked' | 'incomplete' | 'survived';
  readonly failingRules: readonly string[];
}

export async function validateMutantsInVariants(
  mutants: readonly Mutant[],
  sample: (all: readonly MutantInVariants[]) => readonly MutantInVariants[] = (all) => all,
): Promise<ValidationSection> {
  const chosen = sample(createMutantsInVariants(mutants));
  const sets = variantSets.filter((set) => chosen.some(({ variants }) => variants === set));
  const falsePositives: string[] = [];
  for (const set of sets)
    for (const failure of await findFalsePositives(set))
      falsePositives.push(`FALSE POSITIVE ${formatIds(set)}: ${failure}`);
  const results: MutantInVariantsResult[] = [];
  for (const one of chosen) results.push(await runMutantInVariants(one));
  const counts = countBy(results, ({ outcome }) => outcome);
  const count = (outcome: MutantInVariantsResult['outcome']): number => counts.get(outcome) ?? 0;
  return {
    summary: [
      `${results.length} mutants in ${sets.length} sets of conforming variants: ${count('killed')} killed by a rule of the right section, ` +
        `${count('equivalent')} equivalent, ${count('masked')} masked, ${count('incomplete')} with an incomplete run. ` +
        `${falsePositives.length === 0 ? 'No set of variants alone causes' : 'A set of variants alone causes'} a false positive.`,
    ],
    text: `## Mutants in conforming variants

| Mutant | Variants | Outcome | Failing rules, or the reason |
| --- | --- | --- | --- |
${results.map(({ mutant, variants, outcome, failingRules }) => `| \`${mutant.id}\` | ${formatIds(variants)} | ${outcome} | ${outcome === 'masked' ? findMasking(mutant, variants)?.why : failingRules.join(', ')} |`).join('\n')}`,
    failures: [
      ...falsePositives,
      ...results
        .filter(({ outcome }) => outcome === 'survived')
        .map(
          ({ mutant, variants, failingRules }) =>
            `SURVIVED ${mutant.id} (${mutant.sections.join(', ')}) in ${formatIds(variants)}: ${failingRules.join(', ')}`,
        ),
    ],
  };
}

const formatIds = (variants: VariantSet): string => variants.map(({ id }) => id).join(' + ');

/** A mutant keeps its sets when other mutants are added. */
const createMutantsInVariants = (mutants: readonly Mutant[]): readonly MutantInVariants[] =>
  mutants.flatMap((mutant) => {
    const first = createHash('sha256').update(mutant.id).digest().readUInt32BE();
    return Array.from({ length: SETS_PER_MUTANT }, (_, nth) => ({
      mutant,
      variants: variantSets[(first + nth) % variantSets.length] ?? [],
    }));
  });

async function runMutantInVariants({ mutant, variants }: MutantInVariants): Promise<MutantInVariantsResult> {
  const { needs = [] } = mutant;
  let report: Report;
  try {
    ({ report } = await verifyInVirtualTime(applyMutant(mutant.hooks, variants), needs));
  } catch (error) {
    // A variant cannot edit a part of a response that the mutant has removed: take the next set.
    if (!(error instanceof TypeError)) throw error;
    return runMutantInVariants({
      mutant,
      variants: variantSets[(variantSets.indexOf(variants) + SETS_PER_MUTANT) % variantSets.length] ?? [],
    });
  }
  const failing = report.rules.filter(({ outcome }) => outcome === 'fail' || outcome === 'error');
  const isKilled = report.rules.some(
    ({ outcome, sections }) =>
      (outcome === 'fail' || outcome === mutant.detectedAs) &&
      sections.some((section) => mutant.sections.includes(section)),
  );
  let outcome: MutantInVariantsResult['outcome'];
  if (isKilled) outcome = 'killed';
  else if (failing.length > 0) outcome = 'survived';
  else if (isEquivalent(mutant.hooks, variants, needs)) outcome = 'equivalent';
  else if (findMasking(mutant, variants) !== undefined) outcome = 'masked';
  else outcome = report.outcome === 'pass' ? 'survived' : 'incomplete';
  return { mutant, variants, outcome, failingRules: failing.map(({ id }) => id) };
}

/** The rules that fail for the variants alone. */
async function findFalsePositives(variants: VariantSet): Promise<readonly string[]> {
  const { report } = await verifyInVirtualTime(variants.map(({ hooks }) => hooks));
  return report.rules
    .filter(({ outcome }) => outcome === 'fail' || outcome === 'error')
    .map(({ id, findings, reason = '' }) => `${id}: ${findings[0]?.message ?? reason}`);
}

/** The hooks of the mutant run before those of the variants, and edit the responses after them. Its choices win. */
function applyMutant(
  { choices, editResponse, editRawResponse, ...acts }: ServiceHooks,
  variants: VariantSet,
): readonly ServiceHooks[] {
  return [
    acts,
    ...variants.map(({ hooks }) => hooks),
    {
      ...(choices && { choices }),
      ...(editResponse && { editResponse }),
      ...(editRawResponse && { editRawResponse }),
    },
  ];
}

function isEquivalent(
  mutant: ServiceHooks,
  variants: VariantSet,
  needs: readonly RunPrerequisite[],
): boolean {
  const alone = createTranscript(
    variants.map(({ hooks }) => hooks),
    needs,
  );
  return alone.join('\n') === createTranscript(applyMutant(mutant, variants), needs).join('\n');
}
