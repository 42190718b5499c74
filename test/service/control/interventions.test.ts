import { beforeEach, describe, expect, it } from 'vitest';
import fc, { cases } from '../../fast-check.js';
import { compileScenario } from '../../../src/scenario/compile.js';
import { appendEvent } from '../../../src/service/interventions.js';
import { projectJob } from '../../../src/service/project-job.js';
import type { Job } from '../../../src/service/store/store.js';
import { ControlHarness } from './control-harness.js';

let harness: ControlHarness;
let id: string;

beforeEach(async () => {
  harness = new ControlHarness({ scenario: 'slow-progress' });
  id = await harness.job();
  harness.advanceRealTime(20_000);
});

describe('a job with an injected question', () => {
  it('asks immediately, and resumes there after the reply', async () => {
    const before = await harness.poll(id);
    await harness.run('askQuestion', { job: id }, { message: 'Which audience?' });
    expect(await harness.poll(id)).toMatchObject({ status: 'awaiting_input', message: 'Which audience?' });
    harness.advanceRealTime(3_600_000);
    expect(await harness.poll(id)).toMatchObject({ status: 'awaiting_input' });
    expect((await harness.reply(id)).body).toEqual(before);
    harness.advanceRealTime(600_000);
    expect(await harness.poll(id)).toMatchObject({ status: 'completed' });
  });

  it('asks its own question again after the injected one', async () => {
    await harness.run('useScenario', {}, { name: 'asks-a-question' });
    const asking = await harness.job();
    while ((await harness.poll(asking)).status !== 'awaiting_input') harness.advanceRealTime(1000);
    const own = await harness.poll(asking);
    await harness.run('askQuestion', { job: asking }, { message: 'Another one?' });
    await harness.reply(asking);
    expect(await harness.poll(asking)).toEqual(own);
    expect((await harness.reply(asking)).body.status).toBe('generating');
  });
});

describe('a job that is ended', () => {
  it('has failed with the given text, and stays failed', async () => {
    await harness.run('failJob', { job: id }, { error: 'Out of memory.' });
    const failed = { generation_id: id, status: 'failed', error: 'Out of memory.' };
    expect(await harness.poll(id)).toEqual(failed);
    harness.advanceRealTime(9e9);
    expect(await harness.poll(id)).toEqual(failed);
    const message = { message: 'x' };
    expect(await harness.errorOf('askQuestion', { job: id }, message)).toBe('job-conflict');
    expect(await harness.errorOf('replyToJob', { job: id }, message)).toBe('job-conflict');
    expect(await harness.errorOf('failJob', { job: id }, { error: 'x' })).toBe('job-conflict');
    expect(await harness.errorOf('completeJob', { job: id })).toBe('job-conflict');
    expect(await harness.errorOf('stallJob', { job: id })).toBe('job-conflict');
  });
});

describe('a stalled job', () => {
  it('does not go on until it is ended', async () => {
    const before = await harness.poll(id);
    await harness.run('stallJob', { job: id });
    harness.advanceRealTime(9e9);
    expect(await harness.poll(id)).toEqual(before);
    expect((await harness.run('getJob', { job: id })).position.until).toBeNull();
    await harness.run('failJob', { job: id }, { error: 'Enough.' });
    expect(await harness.poll(id)).toMatchObject({ status: 'failed' });
  });
});

describe('the timeline of a job', () => {
  it('has a part for each intervention, and a view for each instant', async () => {
    await harness.run('askQuestion', { job: id }, { message: 'Who?' });
    harness.advanceRealTime(5000);
    await harness.run('replyToJob', { job: id }, { message: 'Me.' });
    const { timeline = [], started_at } = await harness.run('getJob', { job: id });
    const question = timeline.find(({ status }) => status === 'awaiting_input');
    expect(question).toMatchObject({ text: 'Who?' });
    expect(Date.parse(question?.until ?? '') - Date.parse(question?.from ?? '')).toBe(5000);
    expect(timeline[0]?.from).toBe(started_at);
    for (const [index, part] of timeline.entries())
      if (index > 0) expect(part.from).toBe(timeline[index - 1]?.until);
    const then = await harness.run('getJob', { job: id }, undefined, { at: question?.from });
    expect(then.status_response).toMatchObject({ status: 'awaiting_input', message: 'Who?' });
  });
});

it('whatever interventions there are, tokens never fall and the end of a job is final', () => {
  const compiled = compileScenario('any', {
    title: 'T',
    description: 'D',
    steps: [
      { generate: { for: '10s', slides: '0..4', tokens: '0..100' } },
      { ask: { message: 'Who?', timeout: '20s' } },
      { generate: { for: '10s', slides: 8, tokens: 200 } },
      { complete: null },
    ],
  });
  if ('issues' in compiled) throw new Error('no scenario');
  const { timeline } = compiled;
  const template = { id: 't', name: 'T', description: '', outline: ['A'], slideCount: 8, workspaceId: '*' };
  const bare: Job = {
    id: 'gen_1',
    workspaceId: 'w',
    startedAt: 1000,
    prompt: 'P',
    template,
    timelineId: timeline.id,
    seed: 1,
    events: [],
  };
  const event = fc.oneof(
    fc.record({ kind: fc.constant('reply' as const), step: fc.integer({ min: 0, max: 12 }) }),
    fc.record({ kind: fc.constant('ask' as const), message: fc.constant('?') }),
    fc.constant({ kind: 'stall' as const }),
    fc.constant({ kind: 'fail' as const, error: '!' }),
    fc.constant({ kind: 'complete' as const }),
  );
  fc.assert(
    fc.property(
      fc.array(fc.tuple(event, fc.integer({ min: 0, max: 20_000 })), { maxLength: 6 }),
      (events) => {
        let at = 1000;
        const job = events.reduce(
          (one, [what, later]) => appendEvent(one, { ...what, at: (at += later) }),
          bare,
        );
        let tokens = 0;
        let end: string | undefined;
        for (let now = 1000; now < 200_000; now += 997) {
          const state = projectJob(timeline, job, 8, now);
          if (end !== undefined) expect(JSON.stringify(state)).toBe(end);
          if (state.status === 'completed' || state.status === 'failed') end = JSON.stringify(state);
          if (state.status === 'generating' || state.status === 'completed') {
            expect(state.tokens).toBeGreaterThanOrEqual(tokens);
            tokens = state.tokens;
          }
          expect(state.since).toBeLessThanOrEqual(now);
          expect(state.until).toBeGreaterThan(now);
        }
      },
    ),
    cases(100),
  );
});
