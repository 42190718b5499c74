/** The results of the client rules: the rules that kill each client mutant, and the conforming clients without failures. */
import { clientRules } from '../../src/judge/index.js';
import type { ConformingClient, ClientMutant } from './client-scenario.js';
import { clientVariants } from './variants/all-client-variants.js';
import { clientMutants } from './mutants/all-client-mutants.js';
import { runClient } from './run-case.js';

export interface ClientResults {
  readonly hasPassed: boolean;
  readonly summary: readonly string[];
  /** For a terminal, one line for each case. */
  readonly lines: readonly string[];
  /** Part of the table that `npm run test:rules` writes. */
  readonly text: string;
}

interface CaseResult {
  readonly broken: readonly string[];
  readonly isCorrect: boolean;
}

interface MutantRow extends CaseResult {
  readonly mutant: ClientMutant;
}

interface VariantRow extends CaseResult {
  readonly variant: ConformingClient;
}

export async function runAllClients(): Promise<ClientResults> {
  const mutants: MutantRow[] = [];
  for (const mutant of clientMutants) {
    const { broken, otherwise } = await runClient(mutant);
    const isCorrect = otherwise.length === 0 && broken.toSorted().join() === mutant.breaks.toSorted().join();
    mutants.push({ mutant, broken, isCorrect });
  }
  const variants: VariantRow[] = [];
  for (const variant of clientVariants) {
    const { broken, otherwise } = await runClient(variant);
    variants.push({ variant, broken, isCorrect: broken.length === 0 && otherwise.length === 0 });
  }
  const killed = mutants.filter(({ isCorrect }) => isCorrect).length;
  const passing = variants.filter(({ isCorrect }) => isCorrect).length;
  const summary = [
    `${killed} of ${mutants.length} client mutants are killed, each by exactly the rules that it violates.`,
    `${passing} of ${variants.length} conforming clients cause no false positive.`,
  ];
  const text = `## Client mutants

Each runs against the mock server in virtual time, and is judged as a whole, one exchange at a time, and from a HAR file, with the same result.

| Client | Behavior | Killed by |
| --- | --- | --- |
${mutants.map(({ mutant, broken }) => `| \`${mutant.id}\` | ${mutant.title} | ${formatIds(broken) || '**survived**'} |`).join('\n')}

## Conforming clients

| Client | Behavior | Failures |
| --- | --- | --- |
${variants.map(({ variant, broken }) => `| \`${variant.id}\` | ${variant.title} | ${formatIds(broken) || 'none'} |`).join('\n')}

## Killed client mutants by rule

| Rule | Clients |
| --- | --- |
${clientRules.map(({ id }) => `| \`${id}\` | ${mutants.filter(({ broken }) => broken.includes(id)).length} |`).join('\n')}`;
  return {
    hasPassed: killed === mutants.length && passing === variants.length,
    summary,
    lines: [
      ...mutants.map(
        ({ mutant, broken, isCorrect }) =>
          `${(isCorrect ? 'killed' : 'SURVIVED').padEnd(13)} ${mutant.id}: ${broken.join(', ')}`,
      ),
      ...variants.flatMap(({ variant, broken, isCorrect }) =>
        isCorrect ? [] : [`FALSE POSITIVE ${variant.id}: ${broken.join(', ')}`],
      ),
    ],
    text,
  };
}

const formatIds = (ids: readonly string[]): string => ids.map((id) => `\`${id}\``).join(', ');
