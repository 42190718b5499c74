/** Every stored recording, and a recording of every bundled scenario: its stories are valid, and play the same states. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { bundledScenarios } from '../../../src/generated/bundled-scenarios.js';
import { headerOf, type Exchange } from '../../../src/journal/exchange.js';
import { toHar } from '../../../src/journal/har.js';
import { fromHar } from '../../../src/journal/read-har.js';
import { readHarFiles } from '../../../src/proxy/recording/har-source.js';
import { recordedJobs, type RecordedJob } from '../../../src/replay/story/jobs.js';
import { storyOf } from '../../../src/replay/story/story.js';
import { Texts } from '../../../src/replay/story/texts.js';
import { Recorder } from '../recorder.js';
import { outcomesOf, play, requestsOf, statesIn } from './play-story.js';

const FOLDER = join(import.meta.dirname, '../../recorders/recordings');

/** Its responses have no bodies, so no job has a story. */
const WITHOUT_BODIES = 'playwright-omit.har.gz';

function expectSameStates(job: RecordedJob): void {
  const polls = (job.trace?.polls ?? []).map(({ exchange }) => exchange);
  const recorded = statesIn(polls);
  const story = storyOf(job, new Texts(true));
  const played = play(story, requestsOf(job));
  expect(statesIn(played), JSON.stringify(story.scenario)).toEqual(recorded);
  expect(outcomesOf(played), JSON.stringify(story.scenario)).toEqual(outcomesOf(polls));
  // Without the texts, the story has as many states.
  const anonymous = play(storyOf(job, new Texts(false)), requestsOf(job));
  expect(statesIn(anonymous).map((state) => state.split(':')[0])).toEqual(
    recorded.map((state) => state.split(':')[0]),
  );
}

describe('the stories of the stored recordings', () => {
  it.each(readdirSync(FOLDER).filter((name) => name !== WITHOUT_BODIES))(
    '%s play the recorded states',
    async (name) => {
      const exchanges: Exchange[] = [];
      for await (const exchange of readHarFiles([join(FOLDER, name)])) exchanges.push(exchange);
      const { jobs } = recordedJobs(exchanges);
      expect(jobs.length).toBeGreaterThanOrEqual(9);
      for (const job of jobs) expectSameStates(job);
    },
  );
});

/** A client that polls, waits after a 429, and replies to each question that waits for ever. */
function record(name: string, every: number): readonly Exchange[] {
  const recorder = new Recorder(bundledScenarios[name]!);
  const id = recorder.start('dev') ?? 'none';
  for (let polls = 0; polls < 80; polls += 1) {
    const { response } = recorder.exchanges.at(-1)!;
    recorder.at += every + 1000 * Number(headerOf(response?.headers ?? [], 'retry-after') ?? 0);
    const text = recorder.poll('dev', id).response?.body?.text ?? '';
    if (/"status":"(?:completed|failed)"/.test(text)) break;
    if (text.includes('"awaiting_input"') && name !== 'unanswered-question') {
      recorder.at += 700;
      recorder.reply('dev', id);
    }
  }
  return recorder.exchanges;
}

describe('the story of a bundled scenario', () => {
  it.each(Object.keys(bundledScenarios))('%s plays the recorded states', (name) => {
    for (const every of [1100, 2900]) {
      const har = toHar(record(name, every), { name: 'test', version: '0' });
      const { jobs } = recordedJobs(fromHar(JSON.parse(JSON.stringify(har))).exchanges);
      expect(jobs).toHaveLength(1);
      for (const job of jobs) expectSameStates(job);
    }
  });
});
