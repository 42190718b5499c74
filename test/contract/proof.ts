/** Runs the check against one mutant or liberty, and says whether the judge did what it should. */
import { wireClient } from '../../src/adapters/wire-client.js';
import { check, judge, type Check, type Report, type RuleReport } from '../../src/contract/index.js';
import type { Exchange } from '../../src/journal/exchange.js';
import { fromHar, toHar } from '../../src/journal/har.js';
import type { Liberty } from '../liberties/liberty.js';
import type { Mutant, Need } from '../mutants/mutant.js';
import { keys } from '../mutants/plain-service/handle.js';
import { startPlainService } from '../mutants/plain-service/start.js';
import { prompts } from '../mutants/plain-service/stages.js';
import type { Variation } from '../mutants/plain-service/variation.js';
import { hastyPace } from './hasty-pace.js';
import { differencesInParts, slandersInParts, textOf } from './judged-in-parts.js';

export interface MutantProof {
  readonly mutant: Mutant;
  /** Failing rules that cite a section the mutant breaks. */
  readonly caughtBy: readonly RuleReport[];
  /** Failing rules that cite only others. */
  readonly strays: readonly RuleReport[];
  readonly report: Report;
  /** Verdicts that come out otherwise when the journal is judged in parts. Takes longer than the rest of a proof. */
  readonly differences: () => readonly string[];
  /** Verdicts that come out otherwise when the journal is read back from its HAR file, with keys that it shows. */
  readonly readBack: () => readonly string[];
}

/** The check of a service that varies from the plain one. */
export async function checkVariation(
  variations: readonly Variation[],
  needs: readonly Need[] = [],
): Promise<Check> {
  const pace = hastyPace();
  const service = await startPlainService({ variations, now: pace.now });
  const client = wireClient();
  try {
    return await check(
      {
        baseUrl: service.baseUrl,
        apiKey: service.keys.first,
        otherApiKey: service.keys.second,
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

export async function proveMutant(mutant: Mutant): Promise<MutantProof> {
  const { report, exchanges } = await checkVariation([mutant.apply], mutant.needs);
  const failing = report.rules.filter(({ outcome }) => outcome === 'fail');
  const isRight = ({ sections }: RuleReport) => sections.some((section) => mutant.sections.includes(section));
  return {
    mutant,
    caughtBy: failing.filter(isRight),
    strays: failing.filter((rule) => !isRight(rule)),
    report,
    differences: () => differencesInParts(exchanges, report.target),
    readBack: () => differencesReadBack(exchanges, report),
  };
}

export async function proveLiberties(
  liberties: readonly Liberty[],
): Promise<
  Pick<MutantProof, 'report' | 'differences' | 'readBack'> & { readonly slanders: () => readonly string[] }
> {
  const { report, exchanges } = await checkVariation(liberties.map(({ apply }) => apply));
  return {
    report,
    differences: () => differencesInParts(exchanges, report.target),
    slanders: () => slandersInParts(exchanges, report.target),
    readBack: () => differencesReadBack(exchanges, report),
  };
}

function differencesReadBack(exchanges: readonly Exchange[], { target, tool }: Report): readonly string[] {
  const file = JSON.stringify(toHar(exchanges, tool));
  const { exchanges: read } = fromHar(JSON.parse(file));
  const live = judge(exchanges, { baseUrl: target }).map(textOf);
  // Where the address is not known, the path tells it.
  const differences = [judge(read, { baseUrl: target }), judge(read)].flatMap((verdicts) =>
    verdicts.map(textOf).filter((text, index) => text !== live[index]),
  );
  const shown = Object.values(keys).filter((key) => file.includes(key));
  return [...differences, ...shown.map((key) => `it shows the key ${key}`)];
}

/** Every twelfth of a catalogue is for the tests, which so end sooner; `npm run prove` takes all. */
export const sampled = <Item>(catalogue: readonly Item[]): Item[] =>
  catalogue.filter((_, index) => index % 12 === 0);

/** Of those every third is judged in parts, too. */
export const isInParts = (index: number): boolean => index % 36 === 0;

/** And another third read back from a HAR file. */
export const isReadBack = (index: number): boolean => index % 36 === 24;

/** What a report accuses the target of, and the rules that broke. */
export const failuresOf = (report: Report): readonly string[] =>
  report.rules
    .filter(({ outcome }) => outcome === 'fail' || outcome === 'error')
    .map(({ id, findings, reason = '' }) => `${id}: ${findings[0]?.message ?? reason}`);

/** Works off a list with so many hands; the results in the order of the list. */
export async function inParallel<Item, Result>(
  items: readonly Item[],
  hands: number,
  work: (item: Item) => Promise<Result>,
): Promise<readonly Result[]> {
  const results: Result[] = [];
  const queue = items.entries();
  const hand = async () => {
    for (const [index, item] of queue) results[index] = await work(item);
  };
  await Promise.all(Array.from({ length: hands }, hand));
  return results;
}
