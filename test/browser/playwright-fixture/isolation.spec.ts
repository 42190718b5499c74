import { expect, test } from 'deckhand/playwright';

const API = 'https://api.example.com/api/v1';

// By one title, as those of many runs at one server have.
for (const prompt of ['Harbour taxis', 'Night trains'])
  test.describe(prompt, () => {
    test('one of two tests at a time sees its own sandbox alone', async ({
      page,
      deckhand,
      request,
    }, testInfo) => {
      await deckhand.use('slow-progress');
      await deckhand.clock.pause();
      await page.goto(`/?api=${API}`);
      await page.getByLabel('Prompt').fill(prompt);
      await page.getByRole('button').click();
      await expect(page.getByRole('status')).toHaveText('generating');
      // Both have a job by now, and neither goes on before the other has.
      await request.get(`/meet?at=${encodeURIComponent(testInfo.project.name)}`);
      const jobs = await deckhand.jobs();
      expect(jobs.map((job) => job.prompt)).toEqual([prompt]);
      await deckhand.clock.advance('1h');
      await expect(page.getByRole('status')).toHaveText('completed');
      await expect(deckhand).toHaveReceived('startGeneration', { times: 1, body: { prompt } });
    });
  });
