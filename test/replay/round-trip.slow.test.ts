import { describe, expect, it } from 'vitest';
import fc, { cases } from '../fast-check.js';
import { checkedReplay } from '../../src/playback/replay-check.js';
import { replayJob } from '../../src/playback/replay-job.js';
import { isTerminal, knownStatus } from '../../src/contract/trace/job.js';
import { bundledScenarios } from '../../src/generated/bundled-scenarios.js';
import type { Scenario } from '../../src/generated/control-api.js';
import type { Exchange } from '../../src/journal/exchange.js';
import { headerOf } from '../../src/journal/exchange.js';
import { fromHar, toHar } from '../../src/journal/har.js';
import { Anonymiser } from '../../src/replay/anonymiser.js';
import { checkedWorkspace } from '../../src/playback/workspace-check.js';
import { recordedWorkspaces } from '../../src/replay/recorded-workspaces.js';
import { recordedJobs } from '../../src/replay/recorded-jobs.js';
import { parseScenario } from '../../src/scenario/parse.js';
import { writeScenario } from '../../src/scenario/write.js';
import { arbitraryScenario } from '../scenario/arbitrary-scenario.js';
import { Recorder, type KeyName } from './recorder.js';

type Action = {
  readonly key: KeyName;
  readonly do: 'start' | 'poll' | 'reply' | 'fetch' | 'rename' | 'templates';
  readonly job: number;
};

/**
 * Records clients that fetch a presentation after a poll has shown it.
 * @param enough stops after this many polls of ended jobs
 */
async function record(
  scenario: Scenario,
  actions: readonly (readonly [gap: number, action: Action])[],
  enough = Infinity,
): Promise<Exchange[]> {
  const recorder = new Recorder(scenario);
  const ids: Record<KeyName, string[]> = { dev: [], other: [] };
  const decks = new Map<string, string>();
  let ended = 0;
  for (const [gap, { key, do: what, job }] of actions) {
    recorder.at += gap;
    const id = ids[key][job % Math.max(1, ids[key].length)];
    const deck = id === undefined ? undefined : decks.get(id);
    if (what === 'start' || id === undefined) {
      const started = await recorder.start(key);
      if (started !== undefined) ids[key].push(started);
    } else if (what === 'templates') await recorder.send(key, 'GET', '/templates');
    else if (what === 'fetch' && deck !== undefined)
      await recorder.send(key, 'GET', `/presentations/${deck}`);
    else if (what === 'rename' && deck !== undefined)
      await recorder.send(key, 'PATCH', `/presentations/${deck}`, { title: 'Another title' });
    else {
      const { response, failure } = await (what === 'reply'
        ? recorder.reply(key, id)
        : recorder.poll(key, id));
      const view = failure === undefined ? parsed(response?.body?.text ?? '') : undefined;
      const shown: string | undefined = view?.presentation?.id;
      if (shown !== undefined) decks.set(id, shown);
      if (isTerminal(knownStatus(view?.status)) && (ended += 1) >= enough) break;
    }
  }
  return recorder.exchanges;
}

/** The visible parts of a response, without ids and addresses. */
function visible({ request, response, failure }: Exchange): unknown {
  if (failure !== undefined || !response) return `${failure} ${response?.status}`;
  const text = response.body?.text ?? '';
  const body = parsed(text);
  const { status, progress, tokens_used, message, error, presentation } = body ?? {};
  const isView = response.status < 300 && request.url.endsWith('/status');
  return {
    code: response.status,
    retryAfter: headerOf(response.headers, 'retry-after'),
    isJson: body !== 'not JSON',
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
    return 'not JSON';
  }
}

/** Writes each job of a recording as a file and plays it to the same requests. Returns the number of jobs. */
async function roundTrip(exchanges: readonly Exchange[], keepsText: boolean): Promise<number> {
  const names = new Anonymiser(keepsText);
  const recording = fromHar(JSON.parse(JSON.stringify(toHar(exchanges, { name: 'test', version: '0' }))));
  const { jobs } = recordedJobs(recording.exchanges);
  for (const job of jobs) {
    const { scenario, mistakes, differences, comments } = await checkedReplay(job, names);
    const text = writeScenario(scenario, comments);
    expect([mistakes, differences], text).toEqual([[], []]);
    const read = parseScenario({ name: 'again', file: 'again.yaml', text });
    if ('errors' in read)
      throw new Error(`${read.errors.map((error) => error.format()).join('\n')}\n${text}`);
    if (!keepsText) continue;
    const { calls } = await replayJob(job, read.timeline);
    const again = calls.map(({ exchange }) => exchange);
    const summary = (list: readonly Exchange[]): unknown =>
      list.map((exchange, index) => {
        const { operation, ordinal, after } = job.calls[index]!;
        return [`${operation} ${ordinal} after ${after}`, visible(exchange)];
      });
    expect(summary(again), text).toEqual(summary(job.calls.map(({ exchange }) => exchange)));
  }
  return jobs.length;
}

/** Makes a replay of the whole recording, with all its jobs and workspaces. Returns the number of workspaces. */
async function wholeTrip(exchanges: readonly Exchange[], keepsText: boolean): Promise<number> {
  const names = new Anonymiser(keepsText);
  const recording = fromHar(JSON.parse(JSON.stringify(toHar(exchanges, { name: 'test', version: '0' }))));
  const { workspaces, leftOut } = recordedWorkspaces(recording.exchanges);
  for (const workspace of workspaces) {
    const { scenario, mistakes, differences, comments } = await checkedWorkspace(workspace, names);
    expect([mistakes, differences, leftOut], writeScenario(scenario, comments)).toEqual([[], [], []]);
  }
  return workspaces.length;
}

const gap = fc.oneof(fc.constantFrom(0, 1, 250, 3000), fc.nat({ max: 1500 }));
const action: fc.Arbitrary<Action> = fc.record({
  key: fc.constantFrom('dev' as const, 'dev' as const, 'other' as const),
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
const actions = fc.array(fc.tuple(gap, action), { minLength: 1, maxLength: 40 });

/** One client that polls at irregular times and replies to questions. */
const polling = (every: number): [number, Action][] =>
  Array.from({ length: 100 }, (_, index) => [
    every + ((index * 7919) % 401),
    { key: 'dev', do: index % 7 === 5 ? 'reply' : 'poll', job: 0 },
  ]);

describe('a scenario made from a recording', () => {
  it.each(Object.keys(bundledScenarios))('of %s gives the same responses', async (name) => {
    for (const every of [300, 1100, 2900]) {
      const recording = await record(bundledScenarios[name]!, polling(every), 8);
      for (const keepsText of every === 1100 ? [true, false] : [true])
        expect([(await roundTrip(recording, keepsText)) > 0, await wholeTrip(recording, keepsText)]).toEqual([
          true,
          1,
        ]);
    }
  });

  it('of any scenario gives the same responses to any requests', { timeout: 60_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(arbitraryScenario, actions, fc.boolean(), async (scenario, played, keepsText) => {
        const recording = await record(scenario, played);
        await roundTrip(recording, keepsText);
        await wholeTrip(recording, keepsText);
      }),
      cases(60),
    );
  });
});
