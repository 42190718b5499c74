/** What findings about seen responses cite, which of them are one story, and that a misdirected view is evidence of nothing else. */
import { expect, test } from 'vitest';
import { judge } from '../../../src/judge/judge.js';
import { journal, poll, start, type ExchangeLine } from '../build-journal.js';
import {
  completed,
  created,
  fetched,
  job,
  rejected,
  rename,
  resource,
  starts,
  titled,
} from '../recordings/builders.js';

const failuresIn = (...lines: readonly ExchangeLine[]) =>
  judge(journal(...lines)).flatMap(({ rule, findings }) =>
    findings.filter(({ severity }) => severity === 'fail').map((finding) => ({ rule: rule.id, ...finding })),
  );

test('a view that names another job breaks one rule, and no other', () => {
  const misdirected = poll({ generation_id: 'h', ...completed('q'), tokens_used: 9 });
  const failed = failuresIn(
    ...[start, starts('h'), job('h', completed('q')), misdirected],
    poll({ status: 'generating', tokens_used: 4 }),
    poll(completed('p', { title: 'Other' })),
  );
  expect(failed.map(({ rule, exchange }) => [rule, exchange])).toEqual([
    ['job/generation-id-matches-request', 4],
  ]);
});

test('a view that names an unknown job is still a view of the polled one', () => {
  const failed = failuresIn(start, poll({ generation_id: 'x', status: 'completed' }));
  expect(failed.map(({ rule }) => rule)).toEqual([
    'job/generation-id-matches-request',
    'job/completed-has-presentation',
  ]);
});

test('a title that another rename sent cites this rename', () => {
  const [failed] = failuresIn(
    ...[fetched('q', {}, { title: 'Mine' }), fetched('p')],
    { ...rename('Theirs'), request: 'PATCH /presentations/p' },
    ...[starts('h'), fetched('q', {}, { title: 'Theirs' })],
  );
  expect(failed).toMatchObject({
    rule: 'rename/keeps-other-presentations',
    comparedWith: 1,
    effectOf: 3,
    exchange: 5,
  });
  expect(failed).not.toHaveProperty('isCauseUncertain');
});

test('a presentation that is gone cites its last fetch, and the request of another key as a possible cause', () => {
  const failed = failuresIn(
    ...[created('p', 'Old'), titled('Old', { from: 1 })],
    fetched('q', { key: 'other', from: 5 }, { workspace_id: 'ws_second' }),
    fetched('p', rejected(404, { key: 'other', from: 6 })),
    fetched('p', rejected(404, { from: 8 })),
  );
  expect(failed.map(({ rule }) => rule)).toEqual([
    'presentation/stays-fetchable',
    'isolation/owner-keeps-access',
  ]);
  expect(failed[0]).toMatchObject({ comparedWith: 2, effectOf: 4, isCauseUncertain: true, exchange: 5 });
  expect(failed[0]?.cause).toBe(failed[1]?.cause);
});

test('two jobs with one presentation cite the second start, and one cause', () => {
  const failed = failuresIn(
    ...[created('p', 'A'), starts('g'), job('g', completed('p'))],
    ...[starts('h'), job('h', completed('p'))],
  );
  const shared = failed.find(({ rule }) => rule === 'job/unique-presentation');
  expect(shared).toMatchObject({ exchange: 5, comparedWith: 3, effectOf: 4 });
  expect(new Set(failed.map(({ cause }) => cause))).toEqual(new Set(['several resources have the id p']));
});

test('an HTML page with 200 is no success of its operation', () => {
  const page: Partial<ExchangeLine> = { returned: [['content-type', 'text/html']] };
  const exchanges = journal({ request: 'GET /presentations/p', ...page }).map((exchange) => ({
    ...exchange,
    response: { status: 200, headers: [], body: { text: '<!doctype html><p>Log in', bytes: 24 } },
  }));
  const outcomes = judge(exchanges).map(({ rule, outcome }) => `${rule.id} ${outcome}`);
  expect(outcomes).toContain('response/success-body-is-json fail');
  expect(outcomes).toContain('operation/accepts-valid-request not-covered');
  // Without a key, such a page proves nothing.
  const unkeyed = exchanges.map((exchange) => ({
    ...exchange,
    request: { ...exchange.request, headers: [] },
  }));
  const listed = journal({ request: 'GET /presentations/p', received: resource('p') });
  const both = [...listed, ...unkeyed.map((exchange) => ({ ...exchange, sequence: 2 }))];
  expect(judge(both).find(({ rule }) => rule.id === 'auth/rejects-missing-key')?.outcome).toBe('pass');
});
