/** The words of findings: what was expected, what was there, and nothing that only a program says. */
import { expect, test } from 'vitest';
import { judge } from '../../../src/judge/judge.js';
import type { Finding } from '../../../src/judge/rule.js';
import { description } from '../../../src/judge/description.js';
import { journal, poll, presentation, start, type ExchangeLine } from '../build-journal.js';

const { title: _, ...untitled } = presentation;
const fetched = (received: object): ExchangeLine => ({ request: 'GET /presentations/p', received });
const rename: ExchangeLine = { request: 'PATCH /presentations/p', sent: { title: 'New' } };
const completed = poll({ status: 'completed', presentation });

function findingsOf(...lines: readonly ExchangeLine[]): readonly (Finding & { readonly rule: string })[] {
  return judge(journal(...lines)).flatMap(({ rule, findings }) =>
    findings.map((finding) => ({ ...finding, rule: rule.id })),
  );
}

const findingOf = (id: string, ...lines: readonly ExchangeLine[]) =>
  findingsOf(...lines).find(({ rule }) => rule === id);

const none = description('no such field');

test.each([
  ['job/awaiting-input-has-message', [start, poll({ status: 'awaiting_input' })]],
  ['presentation/title-is-valid', [start, poll({ status: 'completed', presentation: untitled })]],
  ['start/has-generation-id', [{ ...start, received: { status: 'generating' } }]],
])('%s expects a value where a field is missing', (id, lines) => {
  expect(findingOf(id, ...lines)).toMatchObject({
    severity: 'fail',
    expected: description('a value'),
    actual: none,
  });
});

test.each([
  [
    'the title',
    'rename/visible-in-get',
    [start, completed, rename, fetched({ ...presentation, title: null })],
  ],
  ['the status', 'job/status-is-documented', [start, poll({ status: null })]],
  [
    'poll_url',
    'start/poll-url-is-status-path',
    [{ ...start, received: { generation_id: 'g', poll_url: null } }],
  ],
  ['error', 'job/failed-has-error', [start, poll({ status: 'failed', error: null })]],
])('%s of null is shown as null, and not as a missing field', (_name, id, lines) => {
  expect(findingOf(id, ...lines)).toMatchObject({ severity: 'fail', actual: null });
});

test('no finding names a value that only a program has', () => {
  const strange = [undefined, null, 'paused', '', 7, {}, []];
  const views = strange.flatMap((status) => [
    poll({ status, tokens_used: 12, progress: status, message: status, error: status }),
    poll({ status: 'generating', tokens_used: 9 }),
    { request: 'POST /presentations/generate/g/message', sent: { message: 'Ten.' } },
  ]);
  const presentations = strange.flatMap((title) => [rename, fetched({ ...presentation, title })]);
  const ends = ['completed', 'failed', 'awaiting_input', undefined].map((status) =>
    poll({ status, tokens_used: 3 }),
  );
  const found = findingsOf(start, ...views, completed, ...presentations, ...ends);
  const texts = found.flatMap(({ message, expected, actual }) => [
    message,
    ...[expected, actual].map((one) => JSON.stringify([one])),
  ]);
  expect(found.length).toBeGreaterThan(20);
  expect(texts.filter((text) => /undefined|NaN|\[object /.test(text))).toEqual([]);
});
