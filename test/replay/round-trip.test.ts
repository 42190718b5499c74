import { describe, expect, it } from 'vitest';
import fc, { cases } from '../fast-check.js';
import { holdStory } from '../../src/adapters/held-story.js';
import { replayJob } from '../../src/adapters/replay-job.js';
import { isTerminal, knownStatus } from '../../src/contract/trace/job.js';
import { bundledScenarios } from '../../src/generated/bundled-scenarios.js';
import type { Scenario } from '../../src/generated/control-api.js';
import type { Exchange } from '../../src/journal/exchange.js';
import { headerOf } from '../../src/journal/exchange.js';
import { fromHar, toHar } from '../../src/journal/har.js';
import { Anonymiser } from '../../src/replay/anonymiser.js';
import { recordedJobs } from '../../src/replay/recorded-jobs.js';
import { storyOf } from '../../src/replay/story.js';
import { parseScenario } from '../../src/scenario/parse.js';
import { writeScenario } from '../../src/scenario/write.js';
import { arbitraryScenario } from '../scenario/arbitrary-scenario.js';
import { Recorder, type Who } from './recording.js';

type Act = {
  readonly who: Who;
  readonly do: 'start' | 'poll' | 'reply' | 'fetch' | 'rename' | 'templates';
  readonly job: number;
};

/**
 * What clients record that know of a deck once they were shown it.
 * @param enough how many answers that show a job ended; the rest is left out then
 */
async function record(
  scenario: Scenario,
  acts: readonly (readonly [gap: number, act: Act])[],
  enough = Infinity,
): Promise<Exchange[]> {
  const recorder = new Recorder(scenario);
  const ids: Record<Who, string[]> = { dev: [], other: [] };
  const decks = new Map<string, string>();
  let ended = 0;
  for (const [gap, { who, do: what, job }] of acts) {
    recorder.at += gap;
    const id = ids[who][job % Math.max(1, ids[who].length)];
    const deck = id === undefined ? undefined : decks.get(id);
    if (what === 'start' || id === undefined) {
      const started = await recorder.start(who);
      if (started !== undefined) ids[who].push(started);
    } else if (what === 'templates') await recorder.send(who, 'GET', '/templates');
    else if (what === 'fetch' && deck !== undefined)
      await recorder.send(who, 'GET', `/presentations/${deck}`);
    else if (what === 'rename' && deck !== undefined)
      await recorder.send(who, 'PATCH', `/presentations/${deck}`, { title: 'Another title' });
    else {
      const { response, failure } = await (what === 'reply'
        ? recorder.reply(who, id)
        : recorder.poll(who, id));
      const view = failure === undefined ? parsed(response?.body?.text ?? '') : undefined;
      const shown: string | undefined = view?.presentation?.id;
      if (shown !== undefined) decks.set(id, shown);
      if (isTerminal(knownStatus(view?.status)) && (ended += 1) >= enough) break;
    }
  }
  return recorder.exchanges;
}

/** What a client sees of an answer, ids and addresses left out. */
function seen({ request, response, failure }: Exchange): unknown {
  if (failure !== undefined || !response) return `${failure} ${response?.status}`;
  const text = response.body?.text ?? '';
  const body = parsed(text);
  const { status, progress, tokens_used, message, error, presentation } = body ?? {};
  const isView = response.status < 300 && request.url.endsWith('/status');
  return {
    code: response.status,
    retryAfter: headerOf(response.headers, 'retry-after'),
    isJson: body !== 'no JSON',
    ...(isView && {
      view: {
        status,
        progress,
        tokens_used,
        message,
        error,
        deck: presentation && {
          title: presentation.title,
          sections: presentation.sections.length,
          is_public: presentation.is_public,
        },
      },
    }),
  };
}

function parsed(text: string) {
  try {
    return JSON.parse(text);
  } catch {
    return 'no JSON';
  }
}

/** Makes a story of every job of a recording, as a file, and plays it to the same requests; how many jobs there are. */
async function roundTrip(exchanges: readonly Exchange[], keepsText: boolean): Promise<number> {
  const names = new Anonymiser(keepsText);
  const recording = fromHar(JSON.parse(JSON.stringify(toHar(exchanges, { name: 'test', version: '0' }))));
  const { jobs } = recordedJobs(recording.exchanges);
  for (const job of jobs) {
    const story = storyOf(job, names);
    const { scenario, mistakes, differences } = await holdStory(job, story);
    const text = writeScenario(scenario, story.comments);
    expect([mistakes, differences], text).toEqual([[], []]);
    const read = parseScenario({ name: 'again', file: 'again.yaml', text });
    if ('errors' in read)
      throw new Error(`${read.errors.map((error) => error.format()).join('\n')}\n${text}`);
    if (!keepsText) continue;
    const again = await replayJob(job, read.timeline);
    const told = (list: readonly Exchange[]): unknown =>
      list.map((exchange, index) => {
        const { operation, ordinal, after } = job.calls[index]!;
        return [`${operation} ${ordinal} after ${after}`, seen(exchange)];
      });
    expect(told(again), text).toEqual(told(job.calls.map(({ exchange }) => exchange)));
  }
  return jobs.length;
}

const gap = fc.oneof(fc.constantFrom(0, 1, 250, 3000), fc.nat({ max: 1500 }));
const act: fc.Arbitrary<Act> = fc.record({
  who: fc.constantFrom('dev' as const, 'dev' as const, 'other' as const),
  do: fc.oneof(
    { weight: 8, arbitrary: fc.constant('poll' as const) },
    { weight: 2, arbitrary: fc.constant('reply' as const) },
    {
      weight: 2,
      arbitrary: fc.constantFrom('start', 'fetch', 'rename', 'templates'),
    },
  ),
  job: fc.nat({ max: 5 }),
});
const acts = fc.array(fc.tuple(gap, act), { minLength: 1, maxLength: 40 });

/** One client that polls at irregular instants and answers what it is asked. */
const polling = (every: number): [number, Act][] =>
  Array.from({ length: 100 }, (_, index) => [
    every + ((index * 7919) % 401),
    { who: 'dev', do: index % 7 === 5 ? 'reply' : 'poll', job: 0 },
  ]);

describe('a story made from a recording', () => {
  it.each(Object.keys(bundledScenarios))('of %s shows the same again', async (name) => {
    for (const every of [300, 1100, 2900]) {
      const recording = await record(bundledScenarios[name]!, polling(every), 8);
      for (const keepsText of every === 1100 ? [true, false] : [true])
        expect(await roundTrip(recording, keepsText)).toBeGreaterThan(0);
    }
  });

  it('of any scenario shows the same again, whatever was asked when', { timeout: 60_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(arbitraryScenario, acts, fc.boolean(), async (scenario, played, keepsText) => {
        await roundTrip(await record(scenario, played), keepsText);
      }),
      cases(60),
    );
  });
});
