import { describe, expect, it } from 'vitest';
import { scenarioOfSteps } from '../../scenario/test-scenarios.js';
import { ServiceHarness } from '../service-harness.js';

const TWO_STEPS = scenarioOfSteps(
  { generate: { for: '2s' } },
  {
    generate: {
      for: '8s',
      tokens: '10..90',
      slides: '0%..100%',
      current_step: 'Slide {slide} of {slides_total}',
    },
  },
  { complete: null },
);

describe('GET /presentations/generate/:generationId/status', () => {
  it('follows the job through its scenario', async () => {
    const harness = ServiceHarness.of(TWO_STEPS);
    const id = await harness.dev.job();
    const at = async (milliseconds: number) => {
      harness.at += milliseconds;
      return (await harness.dev.poll(id)).body;
    };
    expect(await at(0)).toEqual({ generation_id: id, status: 'generating' });
    expect(await at(1999)).toEqual({ generation_id: id, status: 'generating' });
    expect(await at(1)).toEqual({
      generation_id: id,
      status: 'generating',
      progress: { slides_total: 8, slides_completed: 0, current_step: 'Slide 1 of 8' },
      tokens_used: 10,
    });
    expect(await at(4000)).toMatchObject({ progress: { slides_completed: 4 }, tokens_used: 50 });
    const completed = await at(4000);
    expect(completed).toMatchObject({ status: 'completed', tokens_used: 90 });
    expect(completed.presentation.sections).toHaveLength(8);
  });

  it('has as many slides in its total as the deck at the end', async () => {
    const { dev } = ServiceHarness.of(
      scenarioOfSteps({ generate: { for: '2s', slides: '1..3' } }, { complete: { sections: 3 } }),
    );
    expect((await dev.poll(await dev.job())).body.progress.slides_total).toBe(3);
  });

  it('has no tokens before there are any', async () => {
    const harness = ServiceHarness.of(
      scenarioOfSteps({ generate: { for: '2s', tokens: '0..10' } }, { complete: null }),
    );
    const id = await harness.dev.job();
    expect((await harness.dev.poll(id)).body).not.toHaveProperty('tokens_used');
    harness.advanceRealTime(200);
    expect((await harness.dev.poll(id)).body.tokens_used).toBe(1);
  });

  it('of a completed job stays the same', async () => {
    const harness = ServiceHarness.of(TWO_STEPS);
    const id = await harness.dev.job();
    harness.advanceRealTime(10_000);
    const { body } = await harness.dev.poll(id);
    for (const gap of [0, 1, 60_000, 86_400_000]) {
      harness.advanceRealTime(gap);
      expect((await harness.dev.poll(id)).body).toEqual(body);
    }
  });

  it('treats a job of another workspace like a missing one', async () => {
    const { dev, other } = new ServiceHarness();
    const mine = await dev.job();
    const nothing = 'gen_0000000000000000';
    const [theirs, none] = [await other.poll(mine), await other.poll(nothing)];
    expect([theirs.status, none.status]).toEqual([404, 404]);
    expect(theirs.body).toEqual({ ...none.body, detail: none.body.detail.replace(nothing, mine) });
  });

  it.each(['__proto__', 'x'.repeat(5000)])('finds no job for %j', async (id) => {
    const { status, body } = await new ServiceHarness().dev.poll(id);
    expect([status, body.code]).toEqual([404, 'unknown_generation']);
    expect(body.detail.length).toBeLessThan(200);
  });

  it('draws its times from the seed: the same for the same job, others for the next', async () => {
    const ends = async () => {
      const harness = ServiceHarness.of(scenarioOfSteps({ generate: { for: '1s..9s' } }, { complete: null }));
      const ids = [await harness.dev.job(), await harness.dev.job(), await harness.dev.job()];
      harness.advanceRealTime(9000);
      const views = await Promise.all(ids.map((id) => harness.dev.poll(id)));
      return views.map(({ body }) => body.presentation.created_at);
    };
    const drawn = await ends();
    expect(new Set(drawn).size).toBe(3);
    expect(await ends()).toEqual(drawn);
  });
});
