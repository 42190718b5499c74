/**
 * `npm run test:rules`: judges every mutant, conforming variant, recording and client, prints the results, and writes the table
 * to node_modules/.cache/deckhand/validation.md. `--sample` takes an eighth of the generated and combined mutants.
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
import { variants } from '../variants/variants.js';
import type { ConformingVariant } from '../variants/variant.js';
import { mutants } from '../mutants/mutants.js';
import { computeRuleCoverage, formatRuleCoverage, type RuleCoverage } from './rule-coverage.js';
import type { ValidationSection } from './section.js';
import { formatFailures, inParallel, runVariants, runMutant, type MutantResult } from './run-case.js';

const FILE = 'node_modules/.cache/deckhand/validation.md';
const { sample: isSample = false } = parseArgs({ options: { sample: { type: 'boolean' } } }).values;
const virtualTimeSections = startVirtualTimeSections();

const combinations = fixedCombinations();

const workers = 2 * availableParallelism();
const mutantResults = await inParallel(mutants, workers, runMutant);
const variantResults = await inParallel(variants, workers, async (variant) => ({
  names: [variant.id],
  title: variant.title,
  ...(await findFalsePositives([variant])),
}));
const combinationResults = await inParallel(combinations, workers, async (chosen) => ({
  names: chosen.map(({ id }) => id),
  title: '',
  ...(await findFalsePositives(chosen)),
}));

/** Starts the sections that need no socket in another process. */
async function startVirtualTimeSections(): Promise<readonly ValidationSection[]> {
  const child = fork(
    fileURLToPath(new URL('virtual-time-sections.ts', import.meta.url)),
    isSample ? ['--sample'] : [],
  );
  const sections = once(child, 'message').then(([message]) => message as readonly ValidationSection[]);
  // All messages arrive before it.
  const end = once(child, 'disconnect').then(() =>
    Promise.reject(new Error('The process of the sections in virtual time ended without a result.')),
  );
  return Promise.race([sections, end]);
}

/** Failures for a conforming service: by its journal, by the journal split in two, and by its HAR file. */
async function findFalsePositives(
  chosen: readonly ConformingVariant[],
): Promise<{ readonly failures: readonly string[]; readonly coverage: RuleCoverage }> {
  const { report, truncated, harRoundTrip } = await runVariants(chosen);
  return {
    failures: [...formatFailures(report), ...truncated(isSample ? 12 : 3), ...harRoundTrip()],
    coverage: computeRuleCoverage(chosen, report),
  };
}

/** Verdicts that change if the journal is read back from its HAR file. */
const roundTripFailures = mutantResults.flatMap(({ mutant, harRoundTrip }) =>
  harRoundTrip().map((difference) => `HAR ROUND TRIP ${mutant.id}: ${difference}`),
);

const isKilled = ({ detectedBy, unrelatedFailures }: MutantResult) =>
  detectedBy.length > 0 && unrelatedFailures.length === 0;
const falsePositives = [...variantResults, ...combinationResults].filter(
  ({ failures }) => failures.length > 0,
);
const passingVariants = variantResults.filter(({ failures }) => failures.length === 0).length;
const passingCombinations = combinationResults.filter(({ failures }) => failures.length === 0).length;
const coverages = [
  formatRuleCoverage(
    'conforming variants',
    variantResults.map(({ coverage }) => coverage),
  ),
  formatRuleCoverage(
    'combinations of variants',
    combinationResults.map(({ coverage }) => coverage),
  ),
];
const clients = await runAllClients();
const sections = await virtualTimeSections;
const summary = [
  `${mutantResults.filter(isKilled).length} of ${mutants.length} mutants are killed, each by a rule that cites its section. No rule of another section fails.`,
  `${passingVariants} of ${variants.length} conforming variants and ${passingCombinations} of ${combinations.length} combinations of variants cause no false positive.`,
  ...coverages.map(({ summary }) => summary),
  ...sections.flatMap((section) => section.summary),
  ...clients.summary,
];

const killsByRule = new Map(serviceRules.map(({ id }) => [id, 0]));
for (const { detectedBy } of mutantResults)
  for (const { id } of detectedBy) killsByRule.set(id, (killsByRule.get(id) ?? 0) + 1);
const rulesThatFail = serviceRules.filter(({ level }) => level !== 'may');

const document = `# Validation of the rules

Written by \`npm run test:rules\`; do not edit.

${summary.join('\n')}

## Mutants: the reference service with one violation

| Mutant | Violation | Sections | Killed by |
| --- | --- | --- | --- |
${mutantResults.map(formatMutantRow).join('\n')}

## Conforming variants

| Variant | Choice | Failures | Rules not covered without an explanation |
| --- | --- | --- | --- |
${[...variantResults, ...combinationResults].map(({ names, title, failures, coverage }) => `| \`${names.join(' + ')}\` | ${title} | ${failures.join('; ') || 'none'} | ${(100 * coverage.share).toFixed(1)} % |`).join('\n')}

## Killed mutants by rule

| Rule | Mutants |
| --- | --- |
${rulesThatFail.map(({ id }) => `| \`${id}\` | ${killsByRule.get(id) ?? 0} |`).join('\n')}

${sections
  .map(({ text }) => text)
  .filter((text) => text !== '')
  .join('\n\n')}

${clients.text}
`;

mkdirSync(dirname(FILE), { recursive: true });
writeFileSync(FILE, document);
for (const result of mutantResults) console.log(formatMutantLine(result));
for (const { names, failures } of falsePositives)
  console.log(`FALSE POSITIVE ${names.join(' + ')}\n    ${failures.join('\n    ')}`);
for (const { lines } of coverages) for (const line of lines) console.log(line);
const sectionFailures = sections.flatMap(({ failures }) => failures);
for (const line of [...roundTripFailures, ...sectionFailures, ...clients.lines]) console.log(line);
console.log(`\n${summary.join('\n')}\nThe full table: ${FILE}`);
const hasFailed =
  falsePositives.length + roundTripFailures.length + sectionFailures.length > 0 ||
  !mutantResults.every(isKilled) ||
  !clients.hasPassed;
process.exitCode = hasFailed ? 1 : 0;

function formatMutantRow({ mutant, detectedBy, unrelatedFailures }: MutantResult): string {
  const by = detectedBy.map(({ id }) => `\`${id}\``).join(', ') || '**survived**';
  const wrongSection =
    unrelatedFailures.length === 0
      ? ''
      : `; **wrong section: ${unrelatedFailures.map(({ id }) => id).join(', ')}**`;
  return `| \`${mutant.id}\` | ${mutant.title} | ${mutant.sections.join(', ')} | ${by}${wrongSection} |`;
}

function formatMutantLine(result: MutantResult): string {
  const { mutant, detectedBy, unrelatedFailures } = result;
  const label = isKilled(result) ? 'killed' : detectedBy.length === 0 ? 'SURVIVED' : 'WRONG SECTION';
  return `${label.padEnd(13)} ${mutant.id} (${mutant.sections.join(', ')}): ${[...detectedBy, ...unrelatedFailures].map(({ id }) => id).join(', ')}`;
}
