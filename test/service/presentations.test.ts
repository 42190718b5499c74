import { describe, expect, it } from 'vitest';
import type { Scenario } from '../../src/generated/control-api.js';
import { toPresentationId } from '../../src/service/presentations.js';
import { scenarioOfSteps, completingScenario } from '../scenario/test-scenarios.js';
import { EPOCH, ServiceHarness } from './service-harness.js';

const TEN_SECONDS = scenarioOfSteps({ generate: { for: '10s', tokens: 90 } }, { complete: null });

/** A job of this scenario, and the id of its presentation. */
async function startJob(scenario: Scenario = TEN_SECONDS, prompt = 'A lesson about tides') {
  const harness = ServiceHarness.of(scenario);
  const job = await harness.dev.job(prompt);
  return { harness, job, id: toPresentationId(job), dev: harness.dev };
}

describe('the presentation of a job', () => {
  it('exists from the completion on, without a poll', async () => {
    const { harness, id, dev } = await startJob();
    harness.advanceRealTime(9999);
    expect((await dev.fetch(id)).status).toBe(404);
    harness.advanceRealTime(1);
    expect(await dev.fetch(id)).toMatchObject({ status: 200, body: { id } });
  });

  it('has the date of the completion, whenever it is fetched', async () => {
    const { harness, id, dev } = await startJob();
    harness.advanceRealTime(60_000);
    const { body: first } = await dev.fetch(id);
    const completion = new Date(EPOCH + 10_000).toISOString();
    expect(first).toMatchObject({ created_at: completion, updated_at: completion });
    harness.advanceRealTime(3_600_000);
    expect((await dev.fetch(id)).body).toEqual(first);
  });

  it('has a title from the prompt and sections from the outline of its template', async () => {
    const harness = ServiceHarness.of(completingScenario());
    const job = await harness.dev.job('Create a deck about tides', { template_id: 'tpl_report' });
    const { presentation } = (await harness.dev.poll(job)).body;
    const { body } = await harness.dev.templates();
    const { outline } = body.templates.find(({ id }: { id: string }) => id === 'tpl_report');
    expect(presentation.title).toBe('Tides');
    expect(presentation.sections.map(({ title }: { title: string }) => title)).toEqual(outline);
  });

  it('has the name of its template as a title when the prompt gives none', async () => {
    const { job, dev } = await startJob(completingScenario(), '[scenario: only]');
    expect((await dev.poll(job)).body.presentation.title).toBe('Pitch');
  });

  it('is the one in the scenario', async () => {
    const sections = [{ title: 'One' }, { title: 'Two', layout: 'quote' as const, bullets: ['Said'] }];
    const { job, dev } = await startJob(scenarioOfSteps({ complete: { title: '<b>', sections } }));
    expect((await dev.poll(job)).body.presentation).toMatchObject({
      title: '<b>',
      sections: [
        { id: 's1', title: 'One', layout: 'bullets', bullets: [] },
        { id: 's2', title: 'Two', layout: 'quote', bullets: ['Said'] },
      ],
    });
  });

  it('has as many sections as the scenario says, also zero', async () => {
    for (const count of [0, 1, 300]) {
      const { job, dev } = await startJob(scenarioOfSteps({ complete: { sections: count } }));
      expect((await dev.poll(job)).body.presentation.sections).toHaveLength(count);
    }
  });

  it('is the same for the same seed, and another for another seed', async () => {
    const deck = async (seed: number) => {
      const harness = ServiceHarness.of(completingScenario({ seed }));
      return (await harness.dev.poll(await harness.dev.job())).body.presentation;
    };
    expect(await deck(1)).toEqual(await deck(1));
    expect((await deck(2)).sections).not.toEqual((await deck(1)).sections);
  });

  it('has a URL on the mock server', async () => {
    const harness = new ServiceHarness({ scenario: 'instant', publicUrl: 'https://deckhand.test/' });
    const { presentation } = (await harness.dev.poll(await harness.dev.job())).body;
    expect(presentation.url).toBe(`https://deckhand.test/view/ws_dev/${presentation.id}`);
  });
});

describe('a renamed presentation of a job', () => {
  it('has its new title in both places; of the other fields, only the date has changed', async () => {
    const { harness, job, id, dev } = await startJob();
    harness.advanceRealTime(10_000);
    const { body: before } = await dev.fetch(id);
    harness.advanceRealTime(5000);
    const { body: renamed } = await dev.rename(id, 'Ebb and flow');
    expect(renamed).toEqual({
      ...before,
      title: 'Ebb and flow',
      updated_at: new Date(EPOCH + 15_000).toISOString(),
    });
    harness.advanceRealTime(5000);
    expect((await dev.fetch(id)).body).toEqual(renamed);
    expect((await dev.poll(job)).body.presentation).toEqual(renamed);
  });
});
