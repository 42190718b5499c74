import type { Page } from '@playwright/test';
import { expect, test } from 'deckhand/playwright';

const status = (page: Page): Promise<string | null> => page.getByRole('status').textContent();

test('paused time passes in steps, and after each step the page has its responses', async ({
  page,
  deckhand,
}) => {
  await deckhand.stopTime(page);
  const began = await deckhand.clock.now();
  await page.goto('/?every=2000');
  await page.getByRole('button').click();
  await deckhand.settle();
  expect(await status(page)).toBe('generating');
  await deckhand.passTime('7s', page, { step: '2s' });
  expect(await deckhand.journal({ operation: 'getGenerationStatus' })).toHaveLength(4);
  expect(await page.evaluate(() => Date.now())).toBe(began + 7_000);
  expect(await deckhand.clock.now()).toBe(began + 7_000);
  await deckhand.passTime('5m', page);
  expect(await status(page)).toBe('completed');
  expect(await deckhand.journal({ operation: 'getGenerationStatus' })).toHaveLength(5);
});

test('an open page is paused, too', async ({ page, deckhand }) => {
  await page.goto('/?every=60000');
  await deckhand.stopTime(page);
  await page.getByRole('button').click();
  await deckhand.settle();
  expect(await status(page)).toBe('generating');
  await deckhand.passTime('5m', page);
  expect(await status(page)).toBe('completed');
});

test('a test waits for a delayed response only while the clock is paused', async ({ page, deckhand }) => {
  await deckhand.stopTime(page);
  await page.goto('/');
  await deckhand.arm({ on: 'startGeneration', latency: '30s' });
  await page.getByRole('button').click();
  await deckhand.settle();
  expect(await deckhand.clock.held()).toBe(1);
  expect(await status(page)).toBe('asking');
  await deckhand.passTime('30s', page);
  expect(await deckhand.clock.held()).toBe(0);
  expect(await status(page)).not.toBe('asking');
});

test('a stalled response, and a response that the test itself awaits, do not block the test', async ({
  page,
  deckhand,
}) => {
  await deckhand.stopTime(page);
  await page.goto('/');
  await deckhand.arm({ on: 'startGeneration', connection: 'stall' });
  await deckhand.arm({ on: 'listTemplates', latency: '5s' });
  const asked = deckhand.fetch('/templates');
  await page.getByRole('button').click();
  await deckhand.passTime('1s', page);
  expect(await deckhand.clock.held()).toBe(2);
  await deckhand.passTime('4s', page);
  expect((await asked).status).toBe(200);
  expect(await status(page)).toBe('asking');
});

test('requests by XMLHttpRequest count like requests by fetch', async ({ page, deckhand }) => {
  await deckhand.stopTime(page);
  await page.goto('/');
  await page.evaluate(() => {
    const request = new XMLHttpRequest();
    request.open('GET', '/api/v1/templates');
    request.setRequestHeader('x-api-key', 'some-key');
    request.onload = () => (document.title = String(request.status));
    request.send();
  });
  await deckhand.settle();
  expect(await page.evaluate(() => document.title)).toBe('200');
});

test('an error has a hint and the line of the test', async ({ page, deckhand }) => {
  await deckhand.stopTime(page);
  const mistakes = [
    () => deckhand.use('hapy-path' as never),
    () => deckhand.reply('gen_unknown', 'Yes'),
    () => deckhand.passTime('soon', page),
    () => deckhand.passTime('5s', page, { step: 0 }),
  ];
  const told: Error[] = [];
  for (const mistake of mistakes) await mistake().catch((error: Error) => told.push(error));
  expect(told.map((error) => error.message.split('\n')[0])).toEqual([
    expect.stringMatching(/There is no scenario "hapy-path"\. Did you mean happy-path\?$/),
    expect.stringContaining('gen_unknown'),
    '"soon" is not a time that can pass.',
    'Time cannot pass in steps of nothing.',
  ]);
  const [first] = told;
  expect(first?.stack?.split('\n').find((line) => line.startsWith('    at '))).toContain('time.spec.ts');
});
