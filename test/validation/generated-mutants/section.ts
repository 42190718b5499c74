/** Validates the generated mutants: which are killed, and why the others survive. */
import { countBy, type ValidationSection } from '../section.js';
import { survivors } from './survivors.js';
import { findExplanation } from './explanations.js';
import { generatedMutants, type GeneratedMutant } from './generate.js';
import { findNotReachedReason } from './not-reached.js';
import { runGeneratedMutants, type GeneratedMutantResult } from './run-mutants.js';

/** @param sample takes some of the mutants; then an explanation without a mutant is no failure */
export async function validateGeneratedMutants(
  sample: (all: readonly GeneratedMutant[]) => readonly GeneratedMutant[] = (all) => all,
): Promise<ValidationSection> {
  const chosen = sample(generatedMutants);
  const results = await runGeneratedMutants(chosen);
  const isComplete = chosen.length === generatedMutants.length;
  const counts = countBy(results, ({ outcome }) => outcome);
  const count = (outcome: GeneratedMutantResult['outcome']): number => counts.get(outcome) ?? 0;
  const explained = results.flatMap((result) => findReason(result) ?? []);
  const distinct = results.length - count('duplicate') - count('equivalent');
  return {
    summary: [
      `${results.length} mutants are generated from the OpenAPI document; ${distinct} of them are distinct services. ` +
        `${count('killed')} are killed by a rule of the right section, and ${count('incomplete')} make the run incomplete. ` +
        `${count('not-reached')} are not reached, and ${count('survived')} survive, each for a stated reason.`,
    ],
    text: formatTable(results),
    failures: [
      ...results.flatMap(formatFailure),
      ...(isComplete ? survivors : [])
        .filter(({ why }) => !explained.includes(why))
        .map(({ mutants, why }) => `UNKNOWN MUTANT ${mutants.join(', ')}: ${why}`),
    ],
  };
}

/** @returns the stated reason why the mutant is not killed */
function findReason({ mutant, outcome }: GeneratedMutantResult): string | undefined {
  if (outcome === 'survived') return findExplanation(survivors, mutant.id)?.why;
  return outcome === 'not-reached' ? findNotReachedReason(mutant.id) : undefined;
}

function formatFailure(result: GeneratedMutantResult): readonly string[] {
  const { mutant, outcome, failingRules } = result;
  const name = `${mutant.id} (${mutant.sections.join(', ')})`;
  if (outcome === 'killed-by-other-section') return [`WRONG SECTION ${name}: ${failingRules.join(', ')}`];
  const isSurvivor = outcome === 'survived' || outcome === 'not-reached';
  if (isSurvivor && !findReason(result)) return [`SURVIVED (${outcome}) ${name}: ${mutant.title}`];
  const unused =
    outcome === 'killed' || outcome === 'duplicate' ? findExplanation(survivors, mutant.id) : undefined;
  return unused ? [`UNUSED EXPLANATION ${name} is killed by ${failingRules.join(', ')}: ${unused.why}`] : [];
}

function formatTable(results: readonly GeneratedMutantResult[]): string {
  const activations = [...countBy(results, ({ mutant }) => getActivation(mutant)).keys()];
  const outcomes = [
    'killed',
    'duplicate',
    'incomplete',
    'survived',
    'not-reached',
    'killed-by-other-section',
    'equivalent',
  ] as const;
  const row = (activation: string) => {
    const counts = countBy(
      results.filter(({ mutant }) => getActivation(mutant) === activation),
      ({ outcome }) => outcome,
    );
    return `| ${activation} | ${outcomes.map((outcome) => counts.get(outcome) ?? 0).join(' | ')} |`;
  };
  const idsByReason = new Map<string, string[]>();
  for (const result of results) {
    const reason = findReason(result);
    if (reason) idsByReason.set(reason, [...(idsByReason.get(reason) ?? []), result.mutant.id]);
  }
  return `## Mutants generated from the OpenAPI document

| Activation | Killed | Duplicate of a killed one | Run incomplete | Survived, with a reason | Not reached, with a reason | Wrong section | Equivalent |
| --- | --- | --- | --- | --- | --- | --- | --- |
${activations.map(row).join('\n')}

| Why no rule fails | Mutants |
| --- | --- |
${[...idsByReason].map(([why, ids]) => `| ${why} | ${ids.map((id) => `\`${id}\``).join(', ')} |`).join('\n')}`;
}

const getActivation = ({ id }: GeneratedMutant): string => id.slice(id.indexOf('@') + 1);
