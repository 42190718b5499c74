/**
 * The proof of the client rules as text: the rule that catches each mutant, and the good clients without violations.
 */
import { clientRules } from '../../src/judge/index.js';
import type { ConformingClient, ClientMutant } from './client-scenario.js';
import { clientLiberties } from './variants/all-client-variants.js';
import { clientMutants } from './mutants/all-client-mutants.js';
import { prove } from './run-case.js';

export interface ClientResults {
  readonly isProved: boolean;
  readonly summary: readonly string[];
  /** For a terminal, one line for each case. */
  readonly lines: readonly string[];
  /** Part of the table that `npm run prove` writes. */
  readonly text: string;
}

interface CaseResult {
  readonly broken: readonly string[];
  readonly isProved: boolean;
}

interface MutantRow extends CaseResult {
  readonly mutant: ClientMutant;
}

interface LibertyRow extends CaseResult {
  readonly liberty: ConformingClient;
}

export async function runAllClients(): Promise<ClientResults> {
  const mutants: MutantRow[] = [];
  for (const mutant of clientMutants) {
    const { broken, otherwise } = await prove(mutant);
    const isProved = otherwise.length === 0 && broken.toSorted().join() === mutant.breaks.toSorted().join();
    mutants.push({ mutant, broken, isProved });
  }
  const liberties: LibertyRow[] = [];
  for (const liberty of clientLiberties) {
    const { broken, otherwise } = await prove(liberty);
    liberties.push({ liberty, broken, isProved: broken.length === 0 && otherwise.length === 0 });
  }
  const caught = mutants.filter(({ isProved }) => isProved).length;
  const clean = liberties.filter(({ isProved }) => isProved).length;
  const summary = [
    `${caught} of ${mutants.length} bad clients are caught, each by exactly the rules it breaks.`,
    `${clean} of ${liberties.length} good clients raise nothing.`,
  ];
  const text = `## Bad clients

Each is played against the mock server in virtual time, and judged at once, one exchange at a time, and from a HAR file, with the same result.

| Client | What it does | Caught by |
| --- | --- | --- |
${mutants.map(({ mutant, broken }) => `| \`${mutant.id}\` | ${mutant.title} | ${coded(broken) || '**nothing**'} |`).join('\n')}

## Good clients

| Client | What it does | Accused by |
| --- | --- | --- |
${liberties.map(({ liberty, broken }) => `| \`${liberty.id}\` | ${liberty.title} | ${coded(broken) || 'none'} |`).join('\n')}

## Rules for clients, and how many of those clients each catches

| Rule | Clients |
| --- | --- |
${clientRules.map(({ id }) => `| \`${id}\` | ${mutants.filter(({ broken }) => broken.includes(id)).length} |`).join('\n')}`;
  return {
    isProved: caught === mutants.length && clean === liberties.length,
    summary,
    lines: [
      ...mutants.map(
        ({ mutant, broken, isProved }) =>
          `${isProved ? 'caught  ' : 'SURVIVES'} ${mutant.id}: ${broken.join(', ')}`,
      ),
      ...liberties.flatMap(({ liberty, broken, isProved }) =>
        isProved ? [] : [`ACCUSED ${liberty.id}: ${broken.join(', ')}`],
      ),
    ],
    text,
  };
}

const coded = (ids: readonly string[]): string => ids.map((id) => `\`${id}\``).join(', ');
