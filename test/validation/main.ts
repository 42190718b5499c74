/**
 * `npm run test:rules`: the proof of the rules. Judges every mutant, conforming variant, combination, recording and client, and prints one
 * sentence and a file for each wrong verdict. `--sample` leaves out the combinations and takes an eighth of the others.
 */
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { pluralize } from '../../src/base/text/pluralize.js';
import { findWrongVerdicts, recordings } from '../judge/recordings/recordings.js';
import { runClient } from '../clients/run-case.js';
import { clientMutants } from '../clients/mutants/all-client-mutants.js';
import { clientVariants } from '../clients/variants/all-client-variants.js';
import { mutants } from '../mutants/mutants.js';
import { createInterruptedTranscript, createTranscript, EVERY_PREREQUISITE } from '../mutants/transcript.js';
import { fixedCombinations, getDeclaredWarnings } from '../variants/combinations.js';
import { variants } from '../variants/variants.js';
import { accusation, formatSentences, judgeMutant, type Failure } from './failures.js';
import { lostAtDefaultRate, lostMutants } from './lost-mutants.js';
import { findFalsePositivesInParts } from './truncated-recordings.js';
import { verifyInVirtualTime } from '../verify/virtual-time-run.js';
import { formatFailures, inParallel, verifyReferenceService } from './run-case.js';

const { sample: isSample = false } = parseArgs({ options: { sample: { type: 'boolean' } } }).values;
/** Another eighth for each seed. */
const first = Number(process.env['DECKHAND_TEST_SEED'] ?? 0) % 8;
const take = <Item>(all: readonly Item[]): readonly Item[] =>
  isSample ? all.filter((_, index) => index % 8 === first) : all;

const workers = 2 * availableParallelism();
/** The number of wrong verdicts. */
let wrongVerdicts = 0;

const findable = mutants.filter(({ id }) => lostMutants[id] === undefined);
await check('mutants are found, each by a rule that cites its section', take(findable), async (mutant) => {
  const { report } = await verifyReferenceService([mutant.hooks], mutant.needs);
  return judgeMutant(mutant, report);
});
await check(
  'mutants are found at 20 requests a minute',
  take(findable.filter(({ id }) => lostAtDefaultRate[id] === undefined)),
  async (mutant) => {
    const { report } = await verifyInVirtualTime([mutant.hooks], mutant.needs, { requestsPerMinute: 20 });
    return judgeMutant(mutant, report, 'at 20 requests a minute');
  },
);
for (const [id, reason] of Object.entries({ ...lostMutants, ...lostAtDefaultRate }))
  console.log(`  not among them: ${id}. ${reason}`);
await check('conforming variants are not accused', take(variants), async (variant) => {
  const { report, exchanges } = await verifyReferenceService([variant.hooks]);
  const { warns = [] } = variant;
  const inParts = findFalsePositivesInParts(exchanges, {
    baseUrl: report.target,
    warns,
    step: isSample ? 12 : 3,
  });
  return accusation([variant], [...formatFailures(report, warns), ...inParts]);
});
await check(
  'conforming variants are not accused at 20 requests a minute',
  take(variants),
  async (variant) => {
    const { report } = await verifyInVirtualTime([variant.hooks], [], { requestsPerMinute: 20 });
    return accusation([variant], formatFailures(report, variant.warns));
  },
);
await check(
  'combinations of variants are not accused',
  isSample ? [] : fixedCombinations(),
  async (chosen) => {
    const { report, exchanges } = await verifyReferenceService(chosen.map(({ hooks }) => hooks));
    const warns = getDeclaredWarnings(chosen);
    const inParts = findFalsePositivesInParts(exchanges, { baseUrl: report.target, warns });
    return accusation(chosen, [...formatFailures(report, warns), ...inParts]);
  },
);
await check(
  'runs of mutants and variants share no state',
  take([...mutants, ...variants.map((variant) => ({ ...variant, needs: EVERY_PREREQUISITE }))]),
  ({ id, hooks, needs = [] }) => {
    const alone = createTranscript([hooks], needs).join('\n');
    if (createInterruptedTranscript([hooks], needs).join('\n') === alone) return [];
    return [
      { sentence: `The state of one run of ${id} shows in another run.`, file: 'test/mutants/catalogue' },
    ];
  },
);
await check('recordings are judged as they should be', recordings, (recording) => {
  const wrong = findWrongVerdicts(recording);
  if (wrong.length === 0) return [];
  const sentence = `The recording “${recording.title}” is judged wrongly: ${wrong.join('; ')}.`;
  return [{ sentence, file: 'test/judge/recordings' }];
});
await check(
  'bad clients are found, each by exactly the rules that it breaks',
  take(clientMutants),
  async (mutant) => {
    const { broken, otherwise } = await runClient(mutant);
    if (otherwise.length === 0 && broken.toSorted().join() === mutant.breaks.toSorted().join()) return [];
    const sentence = `The client “${mutant.title}” (${mutant.id}) must break ${mutant.breaks.join(', ')}; it breaks ${[broken.join(', ') || 'no rule', ...otherwise].join('; ')}.`;
    return [{ sentence, file: 'test/clients/mutants' }];
  },
);
await check('conforming clients are not accused', take(clientVariants), async (client) => {
  const { broken, otherwise } = await runClient(client);
  if (broken.length === 0 && otherwise.length === 0) return [];
  const sentence = `The conforming client “${client.title}” (${client.id}) was accused: ${[...broken, ...otherwise].join('; ')}.`;
  return [{ sentence, file: 'test/clients/variants' }];
});

process.exitCode = wrongVerdicts > 0 ? 1 : 0;

/** Judges all items, and prints the failures and then the count. */
async function check<Item>(
  claim: string,
  items: readonly Item[],
  judge: (item: Item) => readonly Failure[] | Promise<readonly Failure[]>,
): Promise<void> {
  if (items.length === 0) return;
  const results = await inParallel(items, workers, async (item) => judge(item));
  const failures = results.flat();
  if (failures.length > 0) console.log(formatSentences(failures));
  const wrong = results.filter(({ length }) => length > 0).length;
  wrongVerdicts += wrong;
  console.log(
    `${items.length - wrong} of ${items.length} ${claim}${wrong > 0 ? `: ${pluralize(wrong, 'is', 'are')} not` : ''}`,
  );
}
