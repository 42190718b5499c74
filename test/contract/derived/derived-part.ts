/** The part of the proof about derived mutants: which are caught, and why the others are not. */
import { countBy, type ProofPart } from '../proof-part.js';
import { derived, type Derived } from './derive.js';
import { proveDerived, type DerivedProof } from './prove-derived.js';
import { reasonFor, reasons, type Reason } from './unseen.js';

/** @param sample takes some of the mutants; reasons without a mutant are then no failure */
export async function derivedPart(
  sample: (all: readonly Derived[]) => readonly Derived[] = (all) => all,
): Promise<ProofPart> {
  const chosen = sample(derived);
  const proofs = await proveDerived(chosen);
  const isWhole = chosen.length === derived.length;
  const counts = countBy(proofs, ({ outcome }) => outcome);
  const count = (outcome: DerivedProof['outcome']): number => counts.get(outcome) ?? 0;
  const missed = proofs.filter(({ outcome }) => outcome === 'missed');
  const explained = missed.filter(({ mutant }) => reasonFor(mutant.id) !== undefined);
  const services = proofs.length - count('equal') - count('honest');
  return {
    summary: [
      `${proofs.length} mutants are derived from the contract document; ${services} of them are different services. ` +
        `${count('caught')} are caught by a rule of the right section, ${count('incomplete')} make the run incomplete, and for ` +
        `${explained.length} a stated reason says why no run fails.`,
    ],
    text: tableOf(proofs),
    failures: [
      ...proofs
        .filter(({ outcome }) => outcome === 'astray')
        .map(({ mutant, by }) => `ASTRAY ${mutant.id} (${mutant.sections.join(', ')}): ${by.join(', ')}`),
      ...missed
        .filter(({ mutant }) => !reasonFor(mutant.id))
        .map(({ mutant }) => `SURVIVES ${mutant.id} (${mutant.sections.join(', ')}): ${mutant.title}`),
      ...proofs
        .filter(isExplainedInVain)
        .map(
          ({ mutant, by }) =>
            `EXPLAINED IN VAIN ${mutant.id} is caught by ${by.join(', ')}: ${reasonFor(mutant.id)?.why}`,
        ),
      ...(isWhole
        ? reasons
            .filter((reason) => !explained.some(({ mutant }) => reasonFor(mutant.id) === reason))
            .map(({ mutants, why }) => `NO SUCH MUTANT ${String(mutants)}: ${why}`)
        : []),
    ],
  };
}

const isExplainedInVain = ({ mutant, outcome }: DerivedProof): boolean =>
  (outcome === 'caught' || outcome === 'equal' || outcome === 'astray') && reasonFor(mutant.id) !== undefined;

function tableOf(proofs: readonly DerivedProof[]): string {
  const moments = [...countBy(proofs, ({ mutant }) => momentOf(mutant)).keys()];
  const outcomes = ['caught', 'equal', 'incomplete', 'missed', 'astray', 'honest'] as const;
  const row = (moment: string) => {
    const own = countBy(
      proofs.filter(({ mutant }) => momentOf(mutant) === moment),
      ({ outcome }) => outcome,
    );
    return `| ${moment} | ${outcomes.map((outcome) => own.get(outcome) ?? 0).join(' | ')} |`;
  };
  const unseen = new Map<Reason, string[]>();
  for (const { mutant, outcome } of proofs) {
    const reason = outcome === 'missed' ? reasonFor(mutant.id) : undefined;
    if (reason) unseen.set(reason, [...(unseen.get(reason) ?? []), mutant.id]);
  }
  return `## Mutants derived from the contract document

| Moment | Caught | Equal to a caught one | Run incomplete | Not caught, with a reason | Astray | Moment never comes |
| --- | --- | --- | --- | --- | --- | --- |
${moments.map(row).join('\n')}

| Why no run fails | Mutants |
| --- | --- |
${[...unseen].map(([{ why }, ids]) => `| ${why} | ${ids.map((id) => `\`${id}\``).join(', ')} |`).join('\n')}`;
}

const momentOf = ({ id }: Derived): string => id.slice(id.indexOf('@') + 1);
