import { describe, expect, it } from 'vitest';
import { Deckhand } from '../../../src/app/deckhand.js';
import type { ScenarioName } from '../../../src/app/scenario-names.js';
import type { Har } from '../../../src/journal/har.js';
import { compileScenarioText } from '../../../src/scenario/compile-text.js';
import { ScenarioLibrary } from '../../../src/scenario/library.js';
import fc, { cases } from '../../fast-check.js';
import { ControlHarness } from './control-harness.js';

interface Intervention {
  /** Milliseconds since the start of the job. */
  readonly at: number;
  readonly kind: 'reply' | 'ask' | 'fail' | 'complete' | 'stall';
}

const RUN = {
  reply: 'replyToJob',
  ask: 'askQuestion',
  fail: 'failJob',
  complete: 'completeJob',
  stall: 'stallJob',
} as const;
const BODIES: Readonly<Record<Intervention['kind'], object | undefined>> = {
  reply: { message: 'So.' },
  ask: { message: 'Which tone?' },
  fail: { error: 'It broke.' },
  complete: { title: 'Mine' },
  stall: undefined,
};

async function play(harness: ControlHarness, interventions: readonly Intervention[]): Promise<string> {
  const id = await harness.job();
  const startedAt = harness.at;
  for (const { at, kind } of interventions) {
    harness.at = startedAt + at;
    await harness.errorOf(RUN[kind], { job: id }, BODIES[kind]);
  }
  return id;
}

/** A harness whose jobs play a scenario of this text. */
function stageOf(text: string): ControlHarness {
  const parsed = compileScenarioText({ name: 'only', file: 'only.yaml', text });
  if ('errors' in parsed) throw new Error(parsed.errors.map((error) => error.format()).join('\n') + text);
  const library = new ScenarioLibrary();
  library.set(parsed.timeline);
  return new ControlHarness({ scenario: 'only' }, library);
}

const textOf = async (harness: ControlHarness, id: string): Promise<string> =>
  (await harness.run('getJobScenario', { job: id })).text;

/** A recording of one start and one poll. */
async function recordJob(): Promise<Har> {
  const deckhand = new Deckhand({ scenario: 'instant' });
  const headers = { 'x-api-key': 'deckhand-dev-key', 'content-type': 'application/json' };
  const api = 'http://localhost/api/v1/presentations/generate';
  const started = await deckhand.fetch(api, { method: 'POST', headers, body: '{"prompt":"A pitch"}' });
  const { generation_id: id } = (await started.json()) as { generation_id: string };
  await deckhand.fetch(`${api}/${id}/status`, { headers });
  return deckhand.workspace('ws_dev').har();
}

describe('the scenario of a job', () => {
  it('has its exact times, its added question and its end, and says when replies came', async () => {
    const harness = new ControlHarness({ scenario: 'asks-a-question' });
    const id = await play(harness, [
      { at: 8000, kind: 'reply' },
      { at: 9500, kind: 'ask' },
      { at: 12_000, kind: 'reply' },
      { at: 13_000, kind: 'fail' },
    ]);
    const { name, text } = await harness.run('getJobScenario', { job: id });
    expect(name).toBe('asks-a-question-job');
    expect(text).toMatchInlineSnapshot(`
      "# Made from the job gen_e6zzgs3t4wb1n5g9, which played asks-a-question.
      # Replies arrived 8s, 12s after the start.

      title: Asks one question and waits
      description: |
        After three seconds, the job asks a question and waits without a limit. The reply lets it finish.
        Exercises the question screen, sending the reply, and the return to progress.
      steps:
        - generate: { for: 3s, current_step: Reading the prompt, tokens: 0..310 }
        - ask: { message: 'Who is the audience: people who decide, or people who do the work?' }
        - generate: { for: 1.5s, current_step: 'Writing slide {slide} of {slides_total}', slides: 0..2, tokens: 310..852 }
        - ask: { message: Which tone? }
        - generate: { for: 1s, current_step: 'Writing slide {slide} of {slides_total}', slides: 2..3, tokens: 853..1214 }
        - fail: { error: It broke. }
      "
    `);
  });

  it('of a job that runs has the steps that its scenario plans', async () => {
    const harness = new ControlHarness();
    const id = await harness.job();
    harness.at += 2000;
    const text = await textOf(harness, id);
    expect(text).toContain('# The job had not ended. The steps after 2s are those that its scenario plans.');
    expect(text).toMatch(/- complete:/);
  });

  it('has the faults that a user added to its polls, where they were', async () => {
    const harness = new ControlHarness();
    const id = await harness.job();
    await harness.poll(id);
    await harness.run('addFault', {}, { times: 2, response: { status: 429, retry_after: '5s' } });
    for (let polls = 0; polls < 2; polls += 1) await harness.poll(id);
    await harness.poll(id);
    await harness.run(
      'addFault',
      {},
      { response: { status: 503, body: { oops: true } }, corrupt: 'malformed' },
    );
    await harness.poll(id);
    const text = await textOf(harness, id);
    const replayed = stageOf(text);
    const again = await replayed.job();
    const statuses: number[] = [];
    for (let polls = 0; polls < 6; polls += 1)
      statuses.push((await replayed.api('GET', `/presentations/generate/${again}/status`)).status);
    expect(statuses).toEqual([200, 429, 429, 200, 503, 200]);
    expect(text).toContain('requests: 2..3, response: { status: 429, retry_after: 5s }');
    expect(text).toContain('corrupt: malformed');
  });

  it('of a recording is refused in one sentence', async () => {
    const replay = new ControlHarness({ replay: await recordJob() });
    const { generation_id: job } = await replay.run('startJob', {}, { prompt: 'A pitch' });
    await expect(replay.run('getJobScenario', { job })).rejects.toThrow(
      'The job belongs to a recording. "deckhand scenario from-har" makes a scenario of its HAR file.',
    );
  });

  it('plays the same again: each status, question and error at the same time', async () => {
    const scenario = fc.constantFrom<ScenarioName[]>(
      'happy-path',
      'asks-a-question',
      'asks-twice',
      'never-ends',
      'timeout-failure',
      'slow-progress',
    );
    const arbitraryInterventions = fc.array(
      fc.record({
        at: fc.integer({ min: 0, max: 400 }).map((tenths) => tenths * 100),
        kind: fc.constantFrom<Intervention['kind'][]>(
          'reply',
          'reply',
          'reply',
          'ask',
          'stall',
          'fail',
          'complete',
        ),
      }),
      { maxLength: 6 },
    );
    await fc.assert(
      fc.asyncProperty(scenario, arbitraryInterventions, async (name, unordered) => {
        const interventions = unordered.toSorted((one, other) => one.at - other.at);
        const harness = new ControlHarness({ scenario: name });
        const startedAt = harness.at;
        const id = await play(harness, interventions);
        const text = await textOf(harness, id);
        const replayed = stageOf(text);
        const again = await play(
          replayed,
          interventions.filter(({ kind }) => kind === 'reply'),
        );
        for (let at = 0; at <= 60_000; at += 500) {
          const seen = [
            [harness, id],
            [replayed, again],
          ] as const;
          const [one, other] = await Promise.all(
            seen.map(async ([where, job]) => {
              const { status_response: view } = await where.run('getJob', { job }, undefined, {
                at: String(startedAt + at),
              });
              const { status, message, error } = view as Record<string, unknown>;
              return { at, status, message, error };
            }),
          );
          expect(other, text).toEqual(one);
        }
      }),
      cases(60),
    );
  });
});
