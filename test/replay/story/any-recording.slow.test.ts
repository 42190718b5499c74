import { expect, it } from 'vitest';
import fc, { cases } from '../../fast-check.js';
import type { Scenario } from '../../../src/generated/control-api.js';
import type { Exchange } from '../../../src/journal/exchange.js';
import { toHar } from '../../../src/journal/har.js';
import { fromHar } from '../../../src/journal/read-har.js';
import { recordedJobs } from '../../../src/replay/story/jobs.js';
import { storyOf } from '../../../src/replay/story/story.js';
import { Texts } from '../../../src/replay/story/texts.js';
import { arbitraryScenario } from '../../scenario/arbitrary-scenario.js';
import { Recorder, type KeyName } from '../recorder.js';
import { play, requestsOf, statesIn, timelineOfFile } from './play-story.js';

interface Action {
  readonly gap: number;
  readonly key: KeyName;
  readonly kind: 'start' | 'poll' | 'reply' | 'templates';
  readonly job: number;
}

const action: fc.Arbitrary<Action> = fc.record({
  gap: fc.oneof(fc.constantFrom(1, 250, 3000), fc.integer({ min: 1, max: 1500 })),
  key: fc.constantFrom('dev' as const, 'dev' as const, 'other' as const),
  kind: fc.oneof(
    { weight: 8, arbitrary: fc.constant('poll' as const) },
    { weight: 2, arbitrary: fc.constant('reply' as const) },
    { weight: 1, arbitrary: fc.constantFrom('start' as const, 'templates' as const) },
  ),
  job: fc.nat({ max: 5 }),
});

function record(scenario: Scenario, actions: readonly Action[]): readonly Exchange[] {
  const recorder = new Recorder(scenario);
  const ids: Record<KeyName, string[]> = { dev: [], other: [] };
  for (const { gap, key, kind, job } of actions) {
    recorder.at += gap;
    const id = ids[key][job % Math.max(1, ids[key].length)];
    if (kind === 'start' || id === undefined) {
      const started = recorder.start(key);
      if (started !== undefined) ids[key].push(started);
    } else if (kind === 'templates') recorder.send(key, 'GET', '/templates');
    else if (kind === 'reply') recorder.reply(key, id);
    else recorder.poll(key, id);
  }
  return recorder.exchanges;
}

it('the story of any recording is valid, and plays the recorded states', { timeout: 120_000 }, () => {
  fc.assert(
    fc.property(arbitraryScenario, fc.array(action, { minLength: 1, maxLength: 40 }), (scenario, actions) => {
      const har = toHar(record(scenario, actions), { name: 'test', version: '0' });
      for (const job of recordedJobs(fromHar(JSON.parse(JSON.stringify(har))).exchanges).jobs) {
        timelineOfFile(storyOf(job, new Texts(false)));
        const story = storyOf(job, new Texts(true));
        // The requests of other jobs count for a rate limit, too, and are not played here.
        if (story.scenario.rate_limit !== undefined) continue;
        const polls = (job.trace?.polls ?? []).map(({ exchange }) => exchange);
        expect(statesIn(play(story, requestsOf(job))), JSON.stringify(story)).toEqual(statesIn(polls));
      }
    }),
    cases(200),
  );
});
