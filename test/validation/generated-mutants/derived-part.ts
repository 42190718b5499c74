/** The part of the proof about derived mutants: which are caught, and why the others are not. */
import { countBy, type ProofPart } from '../section.js';
import { generatedMutants, type GeneratedMutant } from './generate.js';
import { proveDerived, type DerivedProof } from './run-mutants.js';
import { findExplanation } from './explanations.js';
import { findNotReachedReason } from './not-reached.js';
import { allowed } from './equivalent.js';

/** @param sample takes some of the mutants; reasons without a mutant are then no failure */
export async function derivedPart(
  sample: (all: readonly GeneratedMutant[]) => readonly GeneratedMutant[] = (all) => all,
): Promise<ProofPart> {
  const chosen = sample(generatedMutants);
  const proofs = await proveDerived(chosen);
  const isWhole = chosen.length === generatedMutants.length;
  const counts = countBy(proofs, ({ outcome }) => outcome);
  const count = (outcome: DerivedProof['outcome']): number => counts.get(outcome) ?? 0;
  const explained = proofs.flatMap((proof) => whyNotCaught(proof) ?? []);
  const services = proofs.length - count('equal') - count('honest');
  return {
    summary: [
      `${proofs.length} mutants are derived from the contract document; ${services} of them are different services. ` +
        `${count('caught')} are caught by a rule of the right section, and ${count('incomplete')} make the run incomplete. ` +
        `A run does not meet ${count('unmet')}, and lets ${count('missed')} pass, each for a stated reason.`,
    ],
    text: tableOf(proofs),
    failures: [
      ...proofs.flatMap(failureOf),
      ...(isWhole ? allowed : [])
        .filter((reason) => !explained.includes(reason.why))
        .map(({ mutants, why }) => `NO SUCH MUTANT ${mutants.join(', ')}: ${why}`),
    ],
  };
}

function whyNotCaught({ mutant, outcome }: DerivedProof): string | undefined {
  if (outcome === 'missed') return findExplanation(allowed, mutant.id)?.why;
  return outcome === 'unmet' ? findNotReachedReason(mutant.id) : undefined;
}

function failureOf(proof: DerivedProof): readonly string[] {
  const { mutant, outcome, by } = proof;
  const told = `${mutant.id} (${mutant.sections.join(', ')})`;
  if (outcome === 'astray') return [`ASTRAY ${told}: ${by.join(', ')}`];
  const isSurvivor = outcome === 'missed' || outcome === 'unmet';
  if (isSurvivor && !whyNotCaught(proof)) return [`SURVIVES (${outcome}) ${told}: ${mutant.title}`];
  const vain = outcome === 'caught' || outcome === 'equal' ? findExplanation(allowed, mutant.id) : undefined;
  return vain ? [`EXPLAINED IN VAIN ${told} is caught by ${by.join(', ')}: ${vain.why}`] : [];
}

function tableOf(proofs: readonly DerivedProof[]): string {
  const moments = [...countBy(proofs, ({ mutant }) => momentOf(mutant)).keys()];
  const outcomes = ['caught', 'equal', 'incomplete', 'missed', 'unmet', 'astray', 'honest'] as const;
  const row = (moment: string) => {
    const own = countBy(
      proofs.filter(({ mutant }) => momentOf(mutant) === moment),
      ({ outcome }) => outcome,
    );
    return `| ${moment} | ${outcomes.map((outcome) => own.get(outcome) ?? 0).join(' | ')} |`;
  };
  const unseen = new Map<string, string[]>();
  for (const proof of proofs) {
    const reason = whyNotCaught(proof);
    if (reason) unseen.set(reason, [...(unseen.get(reason) ?? []), proof.mutant.id]);
  }
  return `## Mutants derived from the contract document

| Moment | Caught | Equal to a caught one | Run incomplete | Let pass, with a reason | Not met, with a reason | Astray | Moment never comes |
| --- | --- | --- | --- | --- | --- | --- | --- |
${moments.map(row).join('\n')}

| Why no run fails | Mutants |
| --- | --- |
${[...unseen].map(([why, ids]) => `| ${why} | ${ids.map((id) => `\`${id}\``).join(', ')} |`).join('\n')}`;
}

const momentOf = ({ id }: GeneratedMutant): string => id.slice(id.indexOf('@') + 1);
