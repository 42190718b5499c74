/** Verifies one mutant or variant and records which rules fail. */
import { createHttpClient } from '../../src/proxy/http-client.js';
import { verify, judge, type VerifyResult, type Report, type RuleReport } from '../../src/judge/index.js';
import type { Exchange } from '../../src/journal/exchange.js';
import { toHar } from '../../src/journal/har.js';
import { fromHar } from '../../src/journal/read-har.js';
import type { ConformingVariant } from '../variants/variant.js';
import type { Mutant, RunPrerequisite } from '../mutants/mutant.js';
import { keys } from '../reference-service/handle.js';
import { startPlainService } from '../reference-service/start.js';
import { prompts } from '../reference-service/job-scripts.js';
import type { ServiceHooks } from '../reference-service/hooks.js';
import { createSkippingClock } from '../verify/skipping-clock.js';
import { findFalsePositivesInParts, verdictText } from './truncated-recordings.js';

export interface MutantResult {
  readonly mutant: Mutant;
  /** Failing rules that cite a section of the mutant's broken promise, with warnings if the mutant can only cause those. */
  readonly detectedBy: readonly RuleReport[];
  /** Failing rules that cite only other sections. */
  readonly unrelatedFailures: readonly RuleReport[];
  readonly report: Report;
  /** Verdicts that differ when the journal is read back from a HAR file, and keys that the file contains. */
  readonly harRoundTrip: () => readonly string[];
}

/** Checks the plain service with variations. */
export async function checkVariation(
  variations: readonly ServiceHooks[],
  needs: readonly RunPrerequisite[] = [],
): Promise<VerifyResult> {
  const pace = createSkippingClock();
  const service = await startPlainService({ variations, now: pace.now });
  const client = createHttpClient();
  try {
    return await verify(
      {
        baseUrl: service.baseUrl,
        apiKey: service.keys.first,
        otherApiKey: service.keys.second,
        disabledApiKey: service.keys.disabled,
        requestsPerMinute: 0,
        questionPrompt: needs.includes('two-questions') ? prompts.twoQuestions : prompts.question,
        failurePrompt: prompts.failure,
        probeRateLimit: needs.includes('rate-limit'),
      },
      { transport: client.transport, pace },
    );
  } finally {
    client.close();
    await service.close();
  }
}

export async function runMutant(mutant: Mutant): Promise<MutantResult> {
  const { report, exchanges } = await checkVariation([mutant.hooks], mutant.needs);
  const failing = report.rules.filter(({ outcome }) => outcome === 'fail');
  const isRight = ({ sections }: RuleReport) => sections.some((section) => mutant.sections.includes(section));
  const isShown = ({ outcome }: RuleReport) => outcome === 'fail' || outcome === mutant.detectedAs;
  return {
    mutant,
    detectedBy: report.rules.filter(isShown).filter(isRight),
    unrelatedFailures: failing.filter((rule) => !isRight(rule)),
    report,
    harRoundTrip: () => differencesReadBack(exchanges, report),
  };
}

export async function runVariants(
  liberties: readonly ConformingVariant[],
): Promise<
  Pick<MutantResult, 'report' | 'harRoundTrip'> & { readonly cuts: (step?: number) => readonly string[] }
> {
  const { report, exchanges } = await checkVariation(liberties.map(({ hooks }) => hooks));
  return {
    report,
    cuts: (step) => findFalsePositivesInParts(exchanges, report.target, step),
    harRoundTrip: () => differencesReadBack(exchanges, report),
  };
}

function differencesReadBack(exchanges: readonly Exchange[], { target, tool }: Report): readonly string[] {
  const file = JSON.stringify(toHar(exchanges, tool));
  const { exchanges: read } = fromHar(JSON.parse(file));
  const live = judge(exchanges, { baseUrl: target }).map(verdictText);
  // Without a base address, the path prefix identifies the service.
  const differences = [judge(read, { baseUrl: target }), judge(read)].flatMap((verdicts) =>
    verdicts.map(verdictText).filter((text, index) => text !== live[index]),
  );
  const shown = Object.values(keys).filter((key) => file.includes(key));
  return [...differences, ...shown.map((key) => `the file contains the key ${key}`)];
}

/** Tests take every twelfth item of a catalogue, to be fast. `npm run prove` takes all. */
export const takeSample = <Item>(catalogue: readonly Item[]): Item[] =>
  catalogue.filter((_, index) => index % 12 === 0);

/** Whether a test also cuts the journal in two: every third of the sampled items. */
export const isTruncated = (index: number): boolean => index % 36 === 0;

/** Whether a test also reads the journal back from a HAR file: another third. */
export const isRoundTrip = (index: number): boolean => index % 36 === 24;

/** The failing rules of a report with their first messages, and rules with a bug. */
export const formatFailures = (report: Report): readonly string[] =>
  report.rules
    .filter(({ outcome }) => outcome === 'fail' || outcome === 'error')
    .map(({ id, findings, reason = '' }) => `${id}: ${findings[0]?.message ?? reason}`);

/** Maps a list with a number of parallel workers. Returns the results in the order of the list. */
export async function inParallel<Item, Result>(
  items: readonly Item[],
  workers: number,
  work: (item: Item) => Promise<Result>,
): Promise<readonly Result[]> {
  const results: Result[] = [];
  const queue = items.entries();
  const worker = async () => {
    for (const [index, item] of queue) results[index] = await work(item);
  };
  await Promise.all(Array.from({ length: workers }, worker));
  return results;
}
