import { expect, test } from 'deckhand/playwright';

const API = 'https://api.example.com/api/v1';

// Both have the same title, like tests of several runs at one server.
for (const prompt of ['Harbour taxis', 'Night trains'])
  test.describe(prompt, () => {
    test('two parallel tests use only their own sandbox', async ({ page, deckhand, request }, testInfo) => {
      await deckhand.useScenario('slow-progress');
      await deckhand.clock.pause();
      await page.goto(`/?api=${API}`);
      await page.getByLabel('Prompt').fill(prompt);
      await page.getByRole('button').click();
      await expect(page.getByRole('status')).toHaveText('generating');
      // Both have a job by now, and each waits for the other.
      await request.get(`/meet?at=${encodeURIComponent(testInfo.project.name)}`);
      const jobs = await deckhand.jobs();
      expect(jobs.map((job) => job.prompt)).toEqual([prompt]);
      await deckhand.clock.advance('1h');
      await expect(page.getByRole('status')).toHaveText('completed');
      await expect(deckhand).toHaveReceived('startGeneration', { times: 1, body: { prompt } });
    });
  });
