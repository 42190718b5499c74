import { describe, expect, it } from 'vitest';
import { bundledScenarios } from '../../src/generated/bundled-scenarios.js';
import type { JobView } from '../../src/generated/presentation-api.js';
import { compileOrThrow } from '../scenario/test-scenarios.js';
import { validateResponse } from './validate-response.js';
import { ServiceHarness, type ClientResponse } from './service-harness.js';
import type { ScenarioName } from '../../src/app/scenario-names.js';

/** A client that polls, answers questions, respects Retry-After, and fetches its deck. */
async function played(
  scenario: string,
  every: number,
  replyAfter: number | undefined,
): Promise<ClientResponse[]> {
  const harness = new ServiceHarness({ scenario: scenario as ScenarioName });
  const seen = [await harness.dev.templates(), await harness.dev.start('A pitch for electric harbour taxis')];
  const id: string | undefined = seen[1]!.body.generation_id;
  if (id === undefined) return seen;
  for (let poll = 0; poll < 400; poll += 1) {
    harness.advanceRealTime(every);
    const reply = await harness.dev.poll(id);
    seen.push(reply);
    if (reply.status === 429) harness.advanceRealTime(Number(reply.headers['Retry-After'] ?? 1) * 1000);
    const status = reply.status === 200 && (reply.body.status as JobView['status'] | undefined);
    if (status === 'awaiting_input' && replyAfter !== undefined) {
      harness.advanceRealTime(replyAfter);
      seen.push(await harness.dev.reply(id));
    }
    if (status === 'completed' || status === 'failed') break;
  }
  const presentation = id.replace('gen_', 'pres_');
  seen.push(await harness.dev.reply(id), await harness.dev.poll(id), await harness.dev.fetch(presentation));
  seen.push(
    await harness.dev.rename(presentation, 'Renamed'),
    await harness.dev.create({ template_id: 'tpl_pitch' }),
  );
  return seen;
}

const isMalformed = ({ response }: ClientResponse): boolean => response.metadata.fault === 'malformed body';
const views = (seen: readonly ClientResponse[]): JobView[] =>
  seen
    .filter(
      ({ status, response }) => status === 200 && response.metadata.operationId === 'getGenerationStatus',
    )
    .map(({ body }) => body);

describe.each(Object.keys(bundledScenarios))('under %s', (name) => {
  const { violates } = compileOrThrow(bundledScenarios[name]!, name);

  it.each([
    [700, 400],
    [3000, 4000],
    [1100, undefined],
  ])(
    'every response keeps the contract, with a poll every %d ms and a reply after %s ms',
    async (every, replyAfter) => {
      const seen = await played(name, every, replyAfter);
      expect(seen.filter(isMalformed).length).toBe(violates.length > 0 ? 1 : 0);
      for (const reply of seen) if (!isMalformed(reply)) expect(validateResponse(reply.response)).toEqual([]);
    },
  );
});

describe('the behaviour of', () => {
  /** The states in the view of a client, each once. */
  const states = async (name: string, replyAfter: number | undefined) =>
    views((await played(name, 700, replyAfter)).filter((reply) => !isMalformed(reply)))
      .map(({ status }) => status)
      .filter((status, index, all) => status !== all[index - 1]);

  it.each([
    ['happy-path', ['generating', 'completed']],
    ['instant', ['completed']],
    ['asks-a-question', ['generating', 'awaiting_input', 'generating', 'completed']],
    [
      'asks-twice',
      ['generating', 'awaiting_input', 'generating', 'awaiting_input', 'generating', 'completed'],
    ],
    ['unanswered-question', ['generating', 'awaiting_input', 'generating', 'completed']],
    ['timeout-failure', ['generating', 'failed']],
    ['upstream-error', ['generating', 'failed']],
    ['never-ends', ['generating']],
    ['api-disabled', []],
  ])('%s is %j', async (name, expected) => {
    expect(await states(name, 400)).toEqual(expected);
  });

  it('rate-limited has five 429s with a hint, rate-limited-no-retry-after four without', async () => {
    const hints = async (name: string) =>
      (await played(name, 700, 400))
        .filter(({ status }) => status === 429)
        .map(({ headers }) => headers['Retry-After']);
    expect(await hints('rate-limited')).toEqual(['2', '2', '2', '2', '2']);
    expect(await hints('rate-limited-no-retry-after')).toEqual([undefined, undefined, undefined, undefined]);
  });

  it('flaky-network has a slow response, a reset and a 502, and recovers', async () => {
    const seen = await played('flaky-network', 3000, 400);
    const polls = seen.filter(({ response }) => response.metadata.operationId === 'getGenerationStatus');
    expect(polls.slice(0, 5).map(({ response }) => response.metadata.fault)).toEqual([
      undefined,
      'delayed',
      'resets the connection',
      'responds 502',
      'delayed',
    ]);
    expect(views(seen).at(-1)?.status).toBe('completed');
  });

  it('broken-responses has one truncated body, one that is not JSON, and one in drops', async () => {
    const polls = views(await played('broken-responses', 3000, 400));
    const faults = (await played('broken-responses', 3000, 400)).flatMap(
      ({ response }) => response.metadata.fault ?? [],
    );
    expect(faults).toEqual(['truncated body', 'malformed body', 'slow body']);
    expect(polls.at(-1)?.status).toBe('completed');
  });
});
