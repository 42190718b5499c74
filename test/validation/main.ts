/**
 * `npm run prove`: judges every mutant, liberty, recording and client, prints the results, and writes the table
 * to node_modules/.cache/deckhand/proof.md.
 * `-- --sample` takes every eighth derived mutant and cross, and cuts each journal a fourth as often.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { serviceRules } from '../../src/judge/index.js';
import { runAllClients } from '../clients/results-table.js';
import { fixedCombinations } from '../variants/combinations.js';
import { liberties } from '../variants/variants.js';
import type { ConformingVariant } from '../variants/variant.js';
import { mutants } from '../mutants/mutants.js';
import { computeRuleCoverage, formatRuleCoverage, type RuleCoverage } from './rule-coverage.js';
import type { ProofPart } from './section.js';
import { formatFailures, inParallel, runVariants, runMutant, type MutantResult } from './run-case.js';

const FILE = 'node_modules/.cache/deckhand/proof.md';
const { sample: isSample = false } = parseArgs({ options: { sample: { type: 'boolean' } } }).values;
const virtual = inVirtualTime();

const combinations = fixedCombinations();

const workers = 2 * availableParallelism();
const proofs = await inParallel(mutants, workers, runMutant);
const variantResults = await inParallel(liberties, workers, async (liberty) => ({
  names: [liberty.id],
  title: liberty.title,
  ...(await findFalsePositives([liberty])),
}));
const combinationResults = await inParallel(combinations, workers, async (chosen) => ({
  names: chosen.map(({ id }) => id),
  title: '',
  ...(await findFalsePositives(chosen)),
}));

/** What needs no socket is computed in a process of its own, at the same time. */
async function inVirtualTime(): Promise<readonly ProofPart[]> {
  const child = fork(
    fileURLToPath(new URL('virtual-time-sections.ts', import.meta.url)),
    isSample ? ['--sample'] : [],
  );
  const parts = once(child, 'message').then(([message]) => message as readonly ProofPart[]);
  // All messages come before it.
  const end = once(child, 'disconnect').then(() =>
    Promise.reject(new Error('The process of the parts in virtual time ended without a result.')),
  );
  return Promise.race([parts, end]);
}

/** The accusations against a service that takes these liberties: by its journal, by the journal cut in two, and by its HAR file. */
async function findFalsePositives(
  chosen: readonly ConformingVariant[],
): Promise<{ readonly failures: readonly string[]; readonly depth: RuleCoverage }> {
  const { report, cuts, harRoundTrip } = await runVariants(chosen);
  return {
    failures: [...formatFailures(report), ...cuts(isSample ? 12 : 3), ...harRoundTrip()],
    depth: computeRuleCoverage(chosen, report),
  };
}

/** A journal that is read back from its HAR file gets the same verdicts. */
const differing = proofs.flatMap(({ mutant, harRoundTrip }) =>
  harRoundTrip().map((difference) => `READ BACK ${mutant.id}: ${difference}`),
);

const isProved = ({ detectedBy, unrelatedFailures }: MutantResult) =>
  detectedBy.length > 0 && unrelatedFailures.length === 0;
const accused = [...variantResults, ...combinationResults].filter(({ failures }) => failures.length > 0);
const cleanAlone = variantResults.filter(({ failures }) => failures.length === 0).length;
const cleanTogether = combinationResults.filter(({ failures }) => failures.length === 0).length;
const depths = [
  formatRuleCoverage(
    'liberties',
    variantResults.map(({ depth }) => depth),
  ),
  formatRuleCoverage(
    'combinations of liberties',
    combinationResults.map(({ depth }) => depth),
  ),
];
const clients = await runAllClients();
const parts = await virtual;
const summary = [
  `${proofs.filter(isProved).length} of ${mutants.length} mutants are caught, each by a rule that cites its section. No rule of other sections fails.`,
  `${cleanAlone} of ${liberties.length} liberties and ${cleanTogether} of ${combinations.length} combinations of liberties raise nothing.`,
  ...depths.map(({ summary }) => summary),
  ...parts.flatMap((part) => part.summary),
  ...clients.summary,
];

const catches = new Map(serviceRules.map(({ id }) => [id, 0]));
for (const { detectedBy } of proofs)
  for (const { id } of detectedBy) catches.set(id, (catches.get(id) ?? 0) + 1);
const judging = serviceRules.filter(({ level }) => level !== 'may');

const document = `# Proof that the judge works

Written by \`npm run prove\`; do not edit.

${summary.join('\n')}

## Mutants: services with one broken promise

| Mutant | The broken promise | Sections | Caught by |
| --- | --- | --- | --- |
${proofs.map(mutantRow).join('\n')}

## Liberties: services that make another allowed choice

| Liberty | The choice | Failures | Unreached without a reason |
| --- | --- | --- | --- |
${[...variantResults, ...combinationResults].map(({ names, title, failures, depth }) => `| \`${names.join(' + ')}\` | ${title} | ${failures.join('; ') || 'none'} | ${(100 * depth.share).toFixed(1)} % |`).join('\n')}

## Rules, and how many mutants each catches

| Rule | Mutants |
| --- | --- |
${judging.map(({ id }) => `| \`${id}\` | ${catches.get(id) ?? 0} |`).join('\n')}

${parts
  .map(({ text }) => text)
  .filter((text) => text !== '')
  .join('\n\n')}

${clients.text}
`;

mkdirSync(dirname(FILE), { recursive: true });
writeFileSync(FILE, document);
for (const proof of proofs) console.log(matrixLine(proof));
for (const { names, failures } of accused)
  console.log(`ACCUSED ${names.join(' + ')}\n    ${failures.join('\n    ')}`);
for (const { lines } of depths) for (const line of lines) console.log(line);
const broken = parts.flatMap(({ failures }) => failures);
for (const line of [...differing, ...broken, ...clients.lines]) console.log(line);
console.log(`\n${summary.join('\n')}\nThe whole table: ${FILE}`);
const hasFailed =
  accused.length + differing.length + broken.length > 0 || !proofs.every(isProved) || !clients.isProved;
process.exitCode = hasFailed ? 1 : 0;

function mutantRow({ mutant, detectedBy, unrelatedFailures }: MutantResult): string {
  const by = detectedBy.map(({ id }) => `\`${id}\``).join(', ') || '**nothing**';
  const stray =
    unrelatedFailures.length === 0 ? '' : `; **astray: ${unrelatedFailures.map(({ id }) => id).join(', ')}**`;
  return `| \`${mutant.id}\` | ${mutant.title} | ${mutant.sections.join(', ')} | ${by}${stray} |`;
}

function matrixLine(proof: MutantResult): string {
  const { mutant, detectedBy, unrelatedFailures } = proof;
  const word = isProved(proof) ? 'caught  ' : detectedBy.length === 0 ? 'SURVIVES' : 'ASTRAY  ';
  return `${word} ${mutant.id} (${mutant.sections.join(', ')}): ${[...detectedBy, ...unrelatedFailures].map(({ id }) => id).join(', ')}`;
}
