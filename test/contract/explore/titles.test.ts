import { expect, test } from 'vitest';
import { DIGITS, titlesFor } from '../../../src/contract/explore/texts.js';
import { fieldOf } from '../../../src/base/json.js';
import { checkVirtually } from '../virtual-run.js';

const [markup] = titlesFor.generated;
const [long] = titlesFor.created;
const bytes = (text: string) => Buffer.from(text);

test('the titles hold what services spoil', () => {
  expect(`${markup}${long}`).toMatch(/<b>.*&amp;.*"C:\\new".*'.*港/su);
  expect(long).toMatch(/ {2}.*\+.*%20/);
  expect(DIGITS).toMatch(/^0\d+$/);
});

test.each([
  [markup, 64],
  [long, 200],
])('a limit in bytes divides a character of %j', (title, limit) => {
  expect(bytes(title).length).toBeGreaterThan(limit);
  expect(bytes(title).subarray(0, limit).toString()).toContain('\uFFFD');
});

const renames = async (variations: Parameters<typeof checkVirtually>[0] = [], requestsPerMinute = 0) => {
  const { exchanges } = await checkVirtually(variations, ['question'], { requestsPerMinute });
  const sent = exchanges
    .filter(({ request }) => request.method === 'PATCH')
    .map(({ request }) => fieldOf(JSON.parse(request.body?.text ?? '{}'), 'title'));
  return { sent, requests: exchanges.length };
};

test.each([0, 20])('a run at %i requests a minute sends all of them', async (rate) => {
  expect((await renames([], rate)).sent).toEqual(expect.arrayContaining([markup, long, DIGITS]));
});

test('a service that refuses rare characters is renamed with an easier title', async () => {
  const refuses = {
    instead: ({ operation, input }: { operation: string | undefined; input: unknown }) =>
      operation === 'updatePresentation' && /[^\p{ASCII}]/u.test(String(fieldOf(input, 'title')))
        ? { status: 422, body: { error: 'characters' } }
        : undefined,
  };
  expect((await renames([refuses])).sent).toContain('Renamed by a check');
});
