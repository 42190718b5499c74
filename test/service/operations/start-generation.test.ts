import { describe, expect, it } from 'vitest';
import { limits } from '../../../src/generated/limits.js';
import { template } from '../store/test-registry.js';
import { ServiceHarness } from '../service-harness.js';

describe('POST /presentations/generate', () => {
  it('responds immediately with the URL to poll', async () => {
    const { status, headers, body } = await new ServiceHarness().dev.start('A lesson about tides');
    const path = `/api/v1/presentations/generate/${body.generation_id}/status`;
    expect(status).toBe(202);
    expect(headers['Location']).toBe(path);
    expect(body).toEqual({
      generation_id: expect.stringMatching(/^gen_[0-9a-z]{16}$/),
      status: 'generating',
      poll_url: path,
    });
  });

  it('is generating in the response even when the deck is ready immediately', async () => {
    const { dev } = new ServiceHarness({ scenario: 'instant' });
    const { body } = await dev.start('Tides');
    expect(body.status).toBe('generating');
    expect((await dev.poll(body.generation_id)).body.status).toBe('completed');
  });

  it('starts the same jobs for the same seed, and others for another seed', async () => {
    const ids = async (seed: number) => {
      const { dev } = new ServiceHarness({ seed });
      return [await dev.job(), await dev.job()];
    };
    expect(await ids(1)).toEqual(await ids(1));
    expect(await ids(2)).not.toEqual(await ids(1));
  });

  it("takes the workspace's first template by default", async () => {
    const harness = new ServiceHarness({ scenario: 'instant' });
    await harness.deckhand.arrange((data) =>
      data.template.create({ ...template('tpl_own', 'ws_dev'), outline: ['Mine'], slideCount: 1 }),
    );
    const firstHeading = async (client: typeof harness.dev) =>
      (await client.poll(await client.job())).body.presentation.sections[0].title;
    expect(await firstHeading(harness.dev)).toBe('Mine');
    expect(await firstHeading(harness.other)).toBe('The problem');
  });

  it('rejects a missing template and one of another workspace', async () => {
    const harness = new ServiceHarness();
    await harness.deckhand.arrange((data) => data.template.create(template('tpl_own', 'ws_dev')));
    expect(await harness.other.start('Tides', { template_id: 'tpl_own' })).toMatchObject({
      status: 400,
      body: { code: 'invalid_body', errors: [{ pointer: '/template_id' }] },
    });
    expect((await harness.dev.start('Tides', { template_id: 'tpl_own' })).status).toBe(202);
  });

  it.each([
    ['nothing but spaces', '   '],
    ['as much as is allowed', 'x'.repeat(limits.prompt_max_length)],
  ])('accepts a prompt of %s', async (_, prompt) => {
    const { dev } = new ServiceHarness({ scenario: 'instant' });
    const { presentation } = (await dev.poll(await dev.job(prompt))).body;
    expect(presentation.title.length).toBeGreaterThan(0);
  });
});
