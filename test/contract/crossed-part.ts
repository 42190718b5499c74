/** The part of the proof about mutants inside dialects. */
import type { Mutant } from '../mutants/mutant.js';
import { accusationsOf, crosses, dialects, proveCross, type Cross, type CrossProof } from './crossed.js';
import { whyHidden } from './hidden-by-dialects.js';
import { countBy, type ProofPart } from './proof-part.js';

export async function crossedPart(
  mutants: readonly Mutant[],
  sample: (all: readonly Cross[]) => readonly Cross[] = (all) => all,
): Promise<ProofPart> {
  const chosen = sample(crosses(mutants));
  const spoken = dialects.filter((dialect) => chosen.some((cross) => cross.dialect === dialect));
  const accused: string[] = [];
  for (const dialect of spoken)
    for (const accusation of await accusationsOf(dialect))
      accused.push(`ACCUSED ${nameOf(dialect)}: ${accusation}`);
  const proofs: CrossProof[] = [];
  for (const cross of chosen) proofs.push(await proveCross(cross));
  const counts = countBy(proofs, ({ outcome }) => outcome);
  const count = (outcome: CrossProof['outcome']): number => counts.get(outcome) ?? 0;
  return {
    summary: [
      `${proofs.length} mutants inside ${spoken.length} dialects: ${count('caught')} are caught by a rule of the right section, ` +
        `the dialect undoes ${count('same')} and hides ${count('hidden')}, and ${count('incomplete')} make the run incomplete. ` +
        `${accused.length === 0 ? 'No dialect' : 'A dialect'} alone is accused.`,
    ],
    text: `## Mutants inside dialects

| Mutant | Dialect | Outcome | Failing rules, or the reason |
| --- | --- | --- | --- |
${proofs.map(({ mutant, dialect, outcome, by }) => `| \`${mutant.id}\` | ${nameOf(dialect)} | ${outcome} | ${outcome === 'hidden' ? whyHidden(mutant, dialect)?.why : by.join(', ')} |`).join('\n')}`,
    failures: [
      ...accused,
      ...proofs
        .filter(({ outcome }) => outcome === 'missed')
        .map(
          ({ mutant, dialect, outcome, by }) =>
            `${outcome.toUpperCase()} ${mutant.id} (${mutant.sections.join(', ')}) inside ${nameOf(dialect)}: ${by.join(', ')}`,
        ),
    ],
  };
}

const nameOf = (dialect: Cross['dialect']): string => dialect.map(({ id }) => id).join(' + ');
