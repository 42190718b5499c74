/** Unspecified behavior is a warning or info, never a violation. */
import { expect, test } from 'vitest';
import { judge } from '../../../src/judge/judge.js';
import { journal, poll, presentation, start, type ExchangeLine } from '../build-journal.js';

const verdictOf = (id: string, exchanges: ReturnType<typeof journal>) =>
  judge(exchanges).find(({ rule }) => rule.id === id);
const messagesOf = (id: string, ...lines: readonly ExchangeLine[]) =>
  verdictOf(id, journal(...lines))?.findings.map(({ message }) => message);

const text: ExchangeLine['returned'] = [['content-type', 'text/plain']];

test.each([
  [404, 'warn'],
  [500, 'warn'],
  [502, 'not-covered'],
  [413, 'not-covered'],
])('an error body that is not JSON with %i is %s', (status, outcome) => {
  const [exchange] = journal({ request: 'GET /presentations/p', status, returned: text });
  if (!exchange?.response) throw new Error('The journal has no response.');
  const body = { text: 'Not here.', bytes: 9 };
  const judged = verdictOf('response/error-body-is-json', [
    { ...exchange, response: { ...exchange.response, body } },
  ]);
  expect(judged?.outcome).toBe(outcome);
  const json = journal({ request: 'GET /presentations/p', status, received: { error: 'Not here.' } });
  expect(verdictOf('response/error-body-is-json', json)?.outcome).not.toBe('warn');
});

test('what PATCH does to other fields than the title only warns', () => {
  const completed = poll({ status: 'completed', presentation });
  const patch: ExchangeLine = { request: 'PATCH /presentations/p', sent: { is_public: true }, received: {} };
  const fetched = (fields: object): ExchangeLine => ({
    request: 'GET /presentations/p',
    received: { ...presentation, ...fields },
  });
  const judged = (fields: object) =>
    messagesOf('rename/keeps-other-fields', start, completed, fetched({}), patch, fetched(fields));
  expect(judged({ is_public: true })).toEqual(['a PATCH changes is_public']);
  expect(judged({})).toEqual([]);
});
