/** Verifies one mutant or conforming variant, and records which rules fail. */
import { createHttpClient } from '../../src/proxy/http-client.js';
import { judge, type Report, type RuleReport } from '../../src/judge/index.js';
import { verify, type VerifyResult } from '../../src/verify/index.js';
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
  /** Failing rules that cite a section of the mutant, and warnings if the mutant can cause only these. */
  readonly detectedBy: readonly RuleReport[];
  /** Failing rules that cite only other sections. */
  readonly unrelatedFailures: readonly RuleReport[];
  readonly report: Report;
  /** Verdicts that change if the journal is written to a HAR file and read back, and keys in the file. */
  readonly harRoundTrip: () => readonly string[];
}

/** Verifies the reference service with these hooks. */
export async function verifyReferenceService(
  variations: readonly ServiceHooks[],
  needs: readonly RunPrerequisite[] = [],
): Promise<VerifyResult> {
  const clock = createSkippingClock();
  const service = await startPlainService({ variations, now: clock.now });
  const client = createHttpClient();
  try {
    return await verify(
      {
        baseUrl: service.baseUrl,
        apiKey: service.keys.first,
        otherApiKey: service.keys.second,
        apiKeyWithoutAccess: service.keys.disabled,
        requestsPerMinute: 0,
        questionPrompt: needs.includes('two-questions') ? prompts.twoQuestions : prompts.question,
        failurePrompt: prompts.failure,
        probeRateLimit: needs.includes('rate-limit'),
      },
      { transport: client.transport, pace: clock },
    );
  } finally {
    client.close();
    await service.close();
  }
}

export async function runMutant(mutant: Mutant): Promise<MutantResult> {
  const { report, exchanges } = await verifyReferenceService([mutant.hooks], mutant.needs);
  const failing = report.rules.filter(({ outcome }) => outcome === 'fail');
  const hasSection = ({ sections }: RuleReport) =>
    sections.some((section) => mutant.sections.includes(section));
  const isDetected = ({ outcome }: RuleReport) => outcome === 'fail' || outcome === mutant.detectedAs;
  return {
    mutant,
    detectedBy: report.rules.filter(isDetected).filter(hasSection),
    unrelatedFailures: failing.filter((rule) => !hasSection(rule)),
    report,
    harRoundTrip: () => compareHarRoundTrip(exchanges, report),
  };
}

export async function runVariants(
  variants: readonly ConformingVariant[],
): Promise<
  Pick<MutantResult, 'report' | 'harRoundTrip'> & { readonly truncated: (step?: number) => readonly string[] }
> {
  const { report, exchanges } = await verifyReferenceService(variants.map(({ hooks }) => hooks));
  return {
    report,
    truncated: (step) => findFalsePositivesInParts(exchanges, report.target, step),
    harRoundTrip: () => compareHarRoundTrip(exchanges, report),
  };
}

function compareHarRoundTrip(exchanges: readonly Exchange[], { target, tool }: Report): readonly string[] {
  const file = JSON.stringify(toHar(exchanges, tool));
  const { exchanges: read } = fromHar(JSON.parse(file));
  const live = judge(exchanges, { baseUrl: target }).map(verdictText);
  // Without a base URL, the path prefix identifies the service.
  const differences = [judge(read, { baseUrl: target }), judge(read)].flatMap((verdicts) =>
    verdicts.map(verdictText).filter((text, index) => text !== live[index]),
  );
  const leaked = Object.values(keys).filter((key) => file.includes(key));
  return [...differences, ...leaked.map((key) => `the file contains the key ${key}`)];
}

/** Tests take every twelfth item of a catalogue, to be fast. `npm run test:rules` takes all. */
export const takeSample = <Item>(catalogue: readonly Item[]): Item[] =>
  catalogue.filter((_, index) => index % 12 === 0);

/** Whether a test also splits the journal in two: every third of the sampled items. */
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
