/** The part of the proof about mutants inside dialects. */
import type { Mutant } from '../mutants/mutant.js';
import {
  findFalsePositives,
  createMutantsInVariants,
  variantSets,
  runMutantInVariants,
  type MutantInVariants,
  type MutantInVariantsResult,
} from './mutants-in-variants.js';
import { findMasking } from './masked-mutants.js';
import { countBy, type ProofPart } from './section.js';

export async function crossedPart(
  mutants: readonly Mutant[],
  sample: (all: readonly MutantInVariants[]) => readonly MutantInVariants[] = (all) => all,
): Promise<ProofPart> {
  const chosen = sample(createMutantsInVariants(mutants));
  const spoken = variantSets.filter((dialect) => chosen.some((cross) => cross.dialect === dialect));
  const accused: string[] = [];
  for (const dialect of spoken)
    for (const accusation of await findFalsePositives(dialect))
      accused.push(`ACCUSED ${nameOf(dialect)}: ${accusation}`);
  const proofs: MutantInVariantsResult[] = [];
  for (const cross of chosen) proofs.push(await runMutantInVariants(cross));
  const counts = countBy(proofs, ({ outcome }) => outcome);
  const count = (outcome: MutantInVariantsResult['outcome']): number => counts.get(outcome) ?? 0;
  return {
    summary: [
      `${proofs.length} mutants inside ${spoken.length} dialects: ${count('killed')} are caught by a rule of the right section, ` +
        `the dialect undoes ${count('equivalent')} and hides ${count('masked')}, and ${count('incomplete')} make the run incomplete. ` +
        `${accused.length === 0 ? 'No dialect' : 'A dialect'} alone is accused.`,
    ],
    text: `## Mutants inside dialects

| Mutant | Dialect | Outcome | Failing rules, or the reason |
| --- | --- | --- | --- |
${proofs.map(({ mutant, dialect, outcome, by }) => `| \`${mutant.id}\` | ${nameOf(dialect)} | ${outcome} | ${outcome === 'masked' ? findMasking(mutant, dialect)?.why : by.join(', ')} |`).join('\n')}`,
    failures: [
      ...accused,
      ...proofs
        .filter(({ outcome }) => outcome === 'survived')
        .map(
          ({ mutant, dialect, outcome, by }) =>
            `${outcome.toUpperCase()} ${mutant.id} (${mutant.sections.join(', ')}) inside ${nameOf(dialect)}: ${by.join(', ')}`,
        ),
    ],
  };
}

const nameOf = (dialect: MutantInVariants['dialect']): string => dialect.map(({ id }) => id).join(' + ');
