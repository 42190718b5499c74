import { describe, expect, it } from 'vitest';
import type { Step } from '../../../src/generated/control-api.js';
import { scenarioOfSteps } from '../../scenario/test-scenarios.js';
import { ServiceHarness } from '../service-harness.js';

const ASK: Step = { ask: { message: 'Who?', timeout: '10s' } };
const END: Step = { complete: null };

/** A new job with these steps. */
async function startJob(...steps: Step[]) {
  const harness = ServiceHarness.of(scenarioOfSteps(...steps));
  return { harness, dev: harness.dev, id: await harness.dev.job() };
}

describe('POST /presentations/generate/:generationId/message', () => {
  it('resumes the job, and responds with its current status', async () => {
    const { harness, dev, id } = await startJob(ASK, { generate: { for: '2s', tokens: '5..9' } }, END);
    harness.advanceRealTime(3000);
    expect(await dev.reply(id)).toMatchObject({
      status: 202,
      body: { generation_id: id, status: 'generating', tokens_used: 5 },
    });
    harness.advanceRealTime(2000);
    expect((await dev.poll(id)).body.status).toBe('completed');
  });

  it('leads to the next question', async () => {
    const { dev, id } = await startJob(ASK, { ask: { message: 'Sure?' } }, END);
    expect((await dev.reply(id)).body).toMatchObject({ status: 'awaiting_input', message: 'Sure?' });
    expect((await dev.reply(id)).body.status).toBe('completed');
  });

  it('counts once when two messages arrive at the same instant', async () => {
    const { harness, dev, id } = await startJob(
      ASK,
      { generate: { for: '1s' } },
      { ask: { message: 'Sure?' } },
      END,
    );
    const replies = await Promise.all([dev.reply(id, 'One'), dev.reply(id, 'Two')]);
    expect(replies.map(({ status, body }) => [status, body.status])).toEqual([
      [202, 'generating'],
      [202, 'generating'],
    ]);
    harness.advanceRealTime(1000);
    expect((await dev.poll(id)).body).toMatchObject({ status: 'awaiting_input', message: 'Sure?' });
  });

  it('changes nothing while the job works, and does not answer a later question', async () => {
    const { harness, dev, id } = await startJob({ generate: { for: '2s' } }, ASK, END);
    const { body: before } = await dev.poll(id);
    expect(await dev.reply(id)).toMatchObject({ status: 202, body: before });
    harness.advanceRealTime(2000);
    expect((await dev.poll(id)).body.status).toBe('awaiting_input');
  });

  it('is in time up to, and not including, the end of the wait', async () => {
    const early = await startJob(ASK, END);
    early.harness.advanceRealTime(9999);
    expect((await early.dev.reply(early.id)).status).toBe(202);
    const late = await startJob(ASK, END);
    late.harness.advanceRealTime(10_000);
    expect(await late.dev.reply(late.id)).toMatchObject({
      status: 409,
      body: { code: 'generation_finished', detail: expect.stringContaining('is failed') },
    });
  });

  it('is rejected with 409 after the end of the job, and changes nothing', async () => {
    for (const end of [END, { fail: { error: 'Broken.' } }]) {
      const { dev, id } = await startJob(end);
      const { body: before } = await dev.poll(id);
      expect((await dev.reply(id)).status).toBe(409);
      expect((await dev.poll(id)).body).toEqual(before);
    }
  });

  it('does not answer a question of another workspace', async () => {
    const { harness, dev, id } = await startJob(ASK, END);
    expect(await harness.other.reply(id)).toMatchObject({
      status: 404,
      body: { code: 'unknown_generation' },
    });
    expect((await dev.poll(id)).body.status).toBe('awaiting_input');
    expect((await dev.reply('gen_nothing')).status).toBe(404);
  });
});
