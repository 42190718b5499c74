import { describe, expect } from 'vitest';
import { test as base, type VitestSandbox } from '../../../src/integrations/vitest.js';
import { deckClient } from './deck-client.js';

const test = base.extend({});

test.override('deckhandOptions', {
  origin: 'https://api.example.com',
  rateLimit: '3/1h',
  scenarios: {
    mine: { title: 'Mine', description: 'Fails.', steps: [{ fail: { error: 'The renderer failed.' } }] },
  },
});

test.beforeAll(({ sharedDeckhand }) =>
  sharedDeckhand.arrange(({ template }) => {
    const [first] = template.getAll();
    if (first) template.create({ ...first, id: 'tpl_mine' });
  }),
);

test('uses the origin of the file', async ({ deckhand }) => {
  expect(deckhand.baseUrl).toBe('https://api.example.com/api/v1');
  const client = deckClient(deckhand);
  deckhand.useScenario('instant');
  expect(await client.view(await client.start())).toMatchObject({
    presentation: {
      url: expect.stringMatching(
        /^https:\/\/api\.example\.com\/view\/ws_sandbox_uses-the-origin-of-the-file/,
      ),
    },
  });
});

test('uses the limits and the arranged data of the file', async ({ deckhand }) => {
  const statuses: number[] = [];
  for (let count = 0; count < 4; count += 1) statuses.push((await deckhand.fetch('/templates')).status);
  expect(statuses).toEqual([200, 200, 200, 429]);
  deckhand.clock.advance('1h');
  const { templates } = await (await deckhand.fetch('/templates')).json();
  expect(templates.map(({ id }: { id: string }) => id)).toContain('tpl_mine');
});

describe('with another scenario', () => {
  test.override('deckhandScenario', 'mine');
  test('uses it', async ({ deckhand }) => {
    const client = deckClient(deckhand);
    expect((await client.view(await client.start())).error).toBe('The renderer failed.');
  });
});

test('uses no other scenario elsewhere', async ({ deckhand }) => {
  expect(deckhand.info().scenario).toBeNull();
});

let tries = 0;
test('has an empty sandbox in each try', { retry: 2 }, async ({ deckhand }) => {
  tries += 1;
  expect(deckhand.jobs()).toEqual([]);
  await deckClient(deckhand).start();
  expect(tries).toBe(3);
});
test('has an empty sandbox in each repetition', { repeats: 2 }, async ({ deckhand }) => {
  expect(deckhand.jobs()).toEqual([]);
  await deckClient(deckhand).start();
});

const testWithOtherOptions = base.extend({
  deckhandOptions: { origin: 'https://other.example.com', scenario: 'instant' },
});
const testWithThirdOptions = base.extend({ deckhandOptions: { scenario: 'timeout-failure' } });

async function outcome(deckhand: VitestSandbox): Promise<string> {
  const client = deckClient(deckhand);
  const pollUrl = await client.start();
  deckhand.clock.advance('1h');
  return (await client.view(pollUrl)).status;
}

// All tests have the same title, and each has its own mock server.
test('has its own sandbox', async ({ deckhand }) => expect(await outcome(deckhand)).toBe('completed'));
testWithOtherOptions('has its own sandbox', async ({ deckhand }) =>
  expect(await outcome(deckhand)).toBe('completed'),
);
testWithThirdOptions('has its own sandbox', async ({ deckhand }) =>
  expect(await outcome(deckhand)).toBe('failed'),
);
