/** Runs of the verifier against the reference service, over sockets. */
import { createHttpClient } from '../../src/proxy/http-client.js';
import type { Report } from '../../src/judge/index.js';
import { verify, type VerifyResult } from '../../src/verify/index.js';
import type { RunPrerequisite } from '../mutants/mutant.js';
import { startReferenceService } from '../reference-service/start.js';
import { prompts } from '../reference-service/job-scripts.js';
import type { ServiceHooks } from '../reference-service/hooks.js';
import { SkippingClock } from '../verify/skipping-clock.js';

/** Verifies the reference service with these hooks. */
export async function verifyReferenceService(
  variations: readonly ServiceHooks[],
  needs: readonly RunPrerequisite[] = [],
): Promise<VerifyResult> {
  const clock = new SkippingClock();
  const service = await startReferenceService({ variations, now: clock.now, delay: clock.delay });
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
      { transport: clock.track(client.transport), clock },
    );
  } finally {
    client.close();
    await service.close();
  }
}

/** The ids of the only mutant and the only variant to test. */
export const { MUTANT, VARIANT } = process.env;

/** The item with this id. Without an id, one of 24 items, to be fast; `npm run test:rules` takes all. */
export function chooseCases<Item extends { readonly id: string }>(
  catalogue: readonly Item[],
  id: string | undefined,
): readonly Item[] {
  if (id === undefined) return catalogue.filter((_, index) => index % 24 === 0);
  const chosen = catalogue.filter((item) => item.id === id);
  if (chosen.length === 0) throw new Error(`The catalogue has no ${id}.`);
  return chosen;
}

/** Whether a test also splits the journal in two: every third of the sampled items. */
export const isTruncated = (index: number): boolean => index % 36 === 0;

/** The failing rules of a report with their first messages, rules with a bug, and rules that warn, except for the given ones. */
export const formatFailures = ({ rules }: Report, warns: readonly string[] = []): readonly string[] =>
  rules
    .filter(
      ({ id, outcome }) =>
        outcome === 'fail' || outcome === 'error' || (outcome === 'warn' && !warns.includes(id)),
    )
    .map(({ id, outcome, findings, reason }) => {
      const message = findings.find(({ severity }) => severity === outcome)?.message ?? reason?.text ?? '';
      return `${id}${outcome === 'warn' ? ' (an undeclared warning)' : ''}: ${message}`;
    });

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
