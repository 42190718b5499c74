import { describe, expect, test } from 'vitest';
import { clientRules, judge } from '../../../src/judge/index.js';
import { SANITIZED_KEY_MARK } from '../../../src/journal/redact/redaction-mark.js';
import { KEY, poll, started, traffic, type RequestLine } from '../build-client-journal.js';

const brokenIn = (...lines: readonly RequestLine[]): readonly string[] =>
  judge(traffic(...lines), { rules: clientRules })
    .filter(({ outcome }) => outcome === 'fail' || outcome === 'warn')
    .map(({ rule }) => rule.id);

/** Polls that fail every ten seconds, as all polls of this client come. */
const failing = (more: Partial<RequestLine>): readonly RequestLine[] => [
  started,
  ...[1, 11, 21].map((at) => poll(at)),
  ...Array.from({ length: 9 }, (_, index) => poll(31 + 10 * index, 'generating', more)),
];

const BACKS_OFF = 'client/backs-off-after-failures';

test('a client that waits as long as the date in Retry-After says needs no longer waits', () => {
  const told = (date: string): Partial<RequestLine> => ({
    status: 429,
    responseHeaders: [
      ['date', 'Thu, 15 Jan 2026 09:30:00 GMT'],
      ['retry-after', date],
    ],
  });
  expect(brokenIn(...failing(told('Thu, 15 Jan 2026 09:30:10 GMT')))).toEqual([]);
  expect(brokenIn(...failing(told('later')))).toEqual([BACKS_OFF]);
});

test.each([408, 409, 423, 425])('a request that gets %i may succeed later', (status) => {
  expect(brokenIn(...failing({ status }))).toEqual([]);
  expect(brokenIn(...failing({ status: 418 }))).toEqual(['client/no-retry-on-permanent-error']);
});

test('a request that its client cancels is not a failure of the service', () => {
  expect(brokenIn(...failing({ failure: 'aborted' }))).toEqual([]);
  expect(brokenIn(...failing({ failure: 'reset' }))).toEqual([BACKS_OFF]);
});

const outcomeOf = (id: string, ...lines: readonly RequestLine[]) =>
  judge(traffic(...lines), { rules: clientRules }).find(({ rule }) => rule.id === id)?.outcome;

test('a client whose user replies elsewhere may look for the reply, more than a minute apart', () => {
  const polls = (gap: number) => Array.from({ length: 9 }, (_, index) => asks(3 + gap * index, 'Short?'));
  const judged = (gap: number) =>
    outcomeOf('client/stops-polling-when-awaiting-input', started, ...polls(gap));
  expect(judged(60)).toBe('warn');
  expect(judged(59)).toBe('fail');
});

test.each([
  [200, 'not-covered'],
  [503, 'not-covered'],
  [401, 'fail'],
  [403, 'fail'],
])('a request without a key counts only if the service rejects it: %i', (status, outcome) => {
  const line = { request: 'GET /templates', at: 1, headers: [], status };
  expect(outcomeOf('client/sends-key-in-header', line)).toBe(outcome);
});

test('nothing is said about headers that are not recorded', () => {
  const exchanges = traffic(started).map((exchange) => ({
    ...exchange,
    request: { ...exchange.request, headers: [['authorization', SANITIZED_KEY_MARK]] as const },
  }));
  const ids = ['client/sends-key-in-header', 'client/sends-single-key', 'client/sends-json-content-type'];
  const judged = judge(exchanges, { rules: clientRules });
  expect(ids.map((id) => judged.find(({ rule }) => rule.id === id)?.outcome)).toEqual(
    ids.map(() => 'not-covered'),
  );
});

test('a template_id of null is kept, and a number is a violation', () => {
  const judged = (template_id: unknown) =>
    outcomeOf('client/request-fields-are-documented', { ...started, sent: JSON.stringify({ template_id }) });
  expect([null, 7].map(judged)).toEqual(['pass', 'fail']);
});

describe('a field in another case than the documented one', () => {
  const infoOn = (...lines: readonly Partial<RequestLine>[]) =>
    judge(traffic(...lines.map((line, at) => ({ ...started, at, ...line }))), { rules: clientRules })
      .flatMap(({ rule, findings }) => findings.map((finding) => ({ rule: rule.id, ...finding })))
      .filter(({ rule }) => rule === 'client/request-fields-are-documented')
      .map(({ severity, message, count = 1 }) => [severity, message, count]);

  test.each([
    ['templateId', 'POST /presentations/generate', 'template_id'],
    ['TemplateID', 'POST /presentations', 'template_id'],
    ['template-id', 'POST /presentations/generate', 'template_id'],
    ['Prompt', 'POST /presentations/generate', 'prompt'],
    ['Title', 'PATCH /presentations/p', 'title'],
  ])('is info: %s', (name, request, field) => {
    const info = ['info', `${name} is not in the interface; did you mean ${field}?`, 1];
    expect(infoOn({ request, sent: JSON.stringify({ [name]: 'x' }) })).toEqual([info]);
  });

  test('is info once for each field', () => {
    const both = { sent: '{"Prompt":"Taxis","templateId":"tpl_a"}' };
    expect(infoOn(both, both, { sent: '{"prompt":"Taxis","templateID":"tpl_a"}' })).toEqual([
      ['info', 'Prompt is not in the interface; did you mean prompt?', 2],
      ['info', 'templateId is not in the interface; did you mean template_id?', 3],
    ]);
  });

  test('is nothing next to the documented one, and neither is any other field', () => {
    expect(infoOn({ sent: '{"template_id":"tpl_a","templateId":"tpl_a"}' })).toEqual([]);
    expect(infoOn({ sent: '{"prompt":"Taxis","language":"en","template":"tpl_a"}' })).toEqual([]);
  });

  test('does not hide a field of another type', () => {
    expect(infoOn({ sent: '{"prompt":7,"templateId":"tpl_a"}' })).toEqual([
      ['fail', 'the client sends startGeneration a field of another type', 1],
      ['info', 'templateId is not in the interface; did you mean template_id?', 1],
    ]);
  });
});

test('a message to a finished job is a warning, because no sentence forbids it', () => {
  expect(outcomeOf('client/no-message-to-finished-job', started, poll(3, 'completed'), ...replies(60))).toBe(
    'warn',
  );
});

test('a client may send back the slides that a response showed', () => {
  const shown = { id: 'p', title: 'Old', sections: [{ heading: 'Quay' }], content: 'Short' };
  const judged = (sent: object) =>
    outcomeOf(
      'client/no-slides-in-patch',
      { request: 'GET /presentations/p', at: 1, received: shown },
      { request: 'PATCH /presentations/p', at: 4, sent: JSON.stringify(sent), received: {} },
      { request: 'GET /presentations/p', at: 7, received: { ...shown, ...sent } },
    );
  expect(judged({ ...shown, title: 'New' })).toBe('info');
  expect(judged({ ...shown, sections: [] })).toBe('fail');
  expect(judged({ title: 'New', slides: [] })).toBe('fail');
});

const asks = (at: number, message: string) =>
  poll(at, '', { received: { generation_id: 'g', status: 'awaiting_input', message } });
const replies = (...times: readonly number[]): readonly RequestLine[] =>
  times.map((at) => ({
    request: 'POST /presentations/generate/g/message',
    at,
    headers: [KEY, ['content-type', 'application/json']],
    sent: '{"message":"Yes"}',
    received: {},
  }));

const REPLIES_ONCE = 'client/no-duplicate-reply';

test('a client repeats a reply while the view still has the question', () => {
  expect(
    brokenIn(started, asks(3, 'Short?'), ...replies(6), asks(9, 'Short?'), ...replies(12, 15, 18, 21)),
  ).toEqual([]);
  expect(brokenIn(started, asks(3, 'Short?'), ...replies(6, 12, 15, 18, 21))).toEqual([REPLIES_ONCE]);
});

test.each([
  ['another question', [asks(9, 'With pictures?')]],
  ['the same question, asked again', [poll(9), asks(10, 'Short?')]],
])('the reply to %s is another reply, and is sent once, too', (_, between) => {
  const lines = [started, asks(3, 'Short?'), ...replies(6), ...between];
  expect(brokenIn(...lines, ...replies(12))).toEqual([]);
  expect(brokenIn(...lines, ...replies(12, 15, 18, 21, 24))).toEqual([REPLIES_ONCE]);
});

test('a date to wait for, in a response without a date of its own, cannot be measured', () => {
  const line = { status: 429, responseHeaders: [['retry-after', 'Thu, 15 Jan 2026 09:30:10 GMT']] } as const;
  const verdict = judge(traffic(...failing(line)), { rules: clientRules }).find(
    ({ rule }) => rule.id === 'client/honors-retry-after',
  );
  expect(verdict).toMatchObject({
    outcome: 'not-covered',
    reason: { text: 'not measurable: Retry-After is a date and the response has no Date header' },
  });
});
