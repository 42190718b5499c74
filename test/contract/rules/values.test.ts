import { describe, expect, test } from 'vitest';
import { judge } from '../../../src/contract/judge.js';
import { ofUser } from '../recordings/lines.js';
import { base, journal, poll, presentation, start, type ExchangeLine } from '../exchanges.js';

type Options = Parameters<typeof judge>[1];
const outcome = (id: string, lines: readonly ExchangeLine[], options?: Options) =>
  judge(journal(...lines), options).find(({ rule }) => rule.id === id)?.outcome;

const fetched = (fields: object, id = 'p'): ExchangeLine => ({
  request: `GET /presentations/${id}`,
  received: { ...presentation, id, ...fields },
});

describe('the url of a presentation', () => {
  const judged = (url: string) => outcome('presentation/url', [fetched({ url })]);

  test.each([
    'undefined',
    'null',
    'None',
    ' ',
    'https://slides.example/view/undefined',
    'https://slides.example/undefined/view',
    '/view?id=null',
    'https://slides.example/view/%5Bobject%20Object%5D',
    `${base}/presentations/p`,
    '/api/v1/presentations/p',
    '/api/v1/presentations/generate/g/status',
  ])('%j breaks a promise', (url) => expect(judged(url)).toBe('fail'));

  test.each([
    '/view/p',
    'view/p',
    'slides:open#p',
    'https://slides.example/view/null-hypothesis',
    'https://slides.example/undefined-behaviour',
    'https://api.other.example/api/v1/presentations/p',
    '/api/v1/presentations/p/view',
  ])('%j is fine', (url) => expect(judged(url)).toBe('pass'));

  test('is a warning if two presentations have the same', () => {
    const judgedBoth = (...urls: readonly string[]) =>
      outcome(
        'presentation/url-is-its-own',
        urls.map((url, index) => fetched({ url }, `p${index}`)),
      );
    expect(judgedBoth('/a', '/a')).toBe('warn');
    expect(judgedBoth('/a', '/b')).toBe('pass');
  });
});

describe('the created_at of a presentation', () => {
  /** A job that is shown as completed a second after its start. */
  const job = (name: string, from: number, created_at: string): readonly ExchangeLine[] => [
    { ...start, received: { ...Object(start.received), generation_id: name }, from },
    {
      request: `GET /presentations/generate/${name}/status`,
      received: {
        generation_id: name,
        status: 'completed',
        presentation: { ...presentation, id: name, created_at },
      },
      from: from + 0.6,
      to: from + 1,
    },
  ];
  const pair = (created: string, gap: number) => [...job('a', 0, created), ...job('b', 1 + gap, created)];
  const judged = (lines: readonly ExchangeLine[]) => outcome('presentation/created-at-is-its-own', lines);

  test('is not that of a presentation that was shown before its job started', () => {
    expect(judged(pair('2026-01-15T09:30:00.123Z', 0.01))).toBe('fail');
    expect(judged(pair('2026-01-15T09:30:00.000Z', 1.5))).toBe('fail');
    expect(judged(ofUser(...pair('2026-01-15T09:30:00.123Z', 5)))).toBe('warn');
  });

  test('may be equal for jobs beside each other, and in whole seconds', () => {
    expect(judged(pair('2026-01-15T09:30:00.123Z', -1))).toBe('observed');
    expect(judged(pair('2026-01-15T09:30:00.000Z', 0.01))).toBe('observed');
  });
});

test('is_public that differs between the view of a job and a fetch is a warning', () => {
  const lines = [start, poll({ status: 'completed', presentation }), fetched({ is_public: true })];
  expect(outcome('presentation/same-fetched-as-in-its-job', lines)).toBe('warn');
});

describe('the error of a failed job', () => {
  const judged = (id: string, error: string) => outcome(id, [start, poll({ status: 'failed', error })]);

  test.each(['', ' ', 'undefined', 'null', '[object Object]'])('cannot be %j', (error) =>
    expect(judged('job/failed-says-why', error)).toBe('fail'),
  );

  test.each([
    ['TypeError: x is undefined\n    at run (/app/x.js:1:2)', 'it is a technical text'],
    ['The model took too long.', 'it is a text for people'],
  ])('can be %j, which is observed', (error, message) => {
    expect(judged('job/failed-says-why', error)).toBe('pass');
    const verdicts = judge(journal(start, poll({ status: 'failed', error })));
    const open = verdicts.find(({ rule }) => rule.id === 'open/error-text');
    expect(open?.findings.map((finding) => finding.message)).toEqual([message]);
  });
});

describe('local time with a Z', () => {
  const at = (seconds: number) => new Date(1.7e12 + seconds * 1000);
  const dated = (line: ExchangeLine, seconds: number, clock: number): ExchangeLine => ({
    ...line,
    from: seconds,
    returned: [
      ['content-type', 'application/json'],
      ['date', at(seconds + clock).toUTCString()],
    ],
  });
  const judged = (minutes: number, { clock = 0, key = 'first' as ExchangeLine['key'] } = {}) => {
    const made = { ...presentation, created_at: at(10 + clock + minutes * 60).toISOString() };
    const view = poll({ status: 'completed', presentation: made });
    return outcome(
      'presentation/timestamps-are-utc',
      [dated(start, 1, clock), dated(view, 20, clock)].map((line) => ({ ...line, ...(key && { key }) })),
    );
  };

  test.each([120, -300, 330])('breaks a promise if it is %i minutes off', (minutes) =>
    expect(judged(minutes)).toBe('fail'),
  );

  test('is a warning if it is not a whole number of half hours off', () => expect(judged(107)).toBe('warn'));

  test('is a warning if the Date headers do not agree with the clock of the run', () =>
    expect(judged(120, { clock: 600 })).toBe('warn'));

  test('is no local time within some minutes', () => expect(judged(5)).toBe('pass'));
});

describe('GET /templates', () => {
  const list = (status: number, received?: unknown): ExchangeLine => ({
    request: 'GET /templates',
    status,
    received,
  });
  const judged = (id: string, ...lines: readonly ExchangeLine[]) => outcome(id, lines);

  test('that always gets 5xx is broken', () => {
    const failing = [list(500), start, list(500), list(503)];
    expect(judged('operation/list-templates', ...failing)).toBe('fail');
    expect(judged('operation/list-templates', ...failing, list(200, []))).toBe('pass');
    expect(judged('operation/list-templates', list(500), list(500), list(500), start)).toBe('not-reached');
  });

  test('that always gets 204 is broken', () => {
    expect(judged('wire/success-bodies-are-json', list(204), list(204))).toBe('fail');
    expect(judged('wire/success-bodies-are-json', list(204), list(200, []))).toBe('warn');
  });
});

describe('the share of 5xx', () => {
  const lines = (failed: number, all: number): readonly ExchangeLine[] =>
    Array.from({ length: all }, (_, index) => ({
      request: 'GET /templates',
      received: [],
      status: index < failed ? 500 : 200,
    }));
  const judged = (failed: number, all: number, options?: Options) =>
    outcome('service/rarely-fails', lines(failed, all), options);

  test('is stated, and a warning above one percent', () => {
    expect([judged(0, 100), judged(1, 100), judged(2, 100)]).toEqual(['pass', 'observed', 'warn']);
  });

  test('fails above --max-5xx', () => {
    expect(judged(5, 100, { max5xx: 0.05 })).toBe('warn');
    expect(judged(6, 100, { max5xx: 0.05 })).toBe('fail');
    expect(judged(1, 100, { max5xx: 0 })).toBe('fail');
  });

  test('does not count a rate limit', () => {
    const limited = { request: 'GET /templates', status: 503, received: { error: 'Too many requests' } };
    expect(outcome('service/rarely-fails', [...lines(0, 10), limited])).toBe('pass');
  });
});

describe('a rate limit with another status than 429', () => {
  const failures = (...more: readonly Partial<ExchangeLine>[]) => {
    const list: ExchangeLine = { request: 'GET /templates', received: [] };
    const refused = more.map((each): ExchangeLine => ({ ...fetched({}), ...each }));
    const lines = [list, fetched({}), ...refused, fetched({})];
    return judge(journal(...lines))
      .filter((verdict) => verdict.outcome === 'fail')
      .map(({ rule, findings }) => [rule.id, findings.length]);
  };
  const only = [['limit/answers-429', 1]];

  test.each([
    [503, { error: 'Rate limit exceeded' }],
    [403, { message: 'API rate limit exceeded for this key' }],
    [400, { error: { code: 'TOO_MANY_REQUESTS' } }],
    [404, { error: 'Throttled' }],
    [200, { error: 'rate_limited' }],
    [200, { code: 429, message: 'Later' }],
  ])('%i with %j is one finding', (status, received) =>
    expect(failures({ status, received }, { status, received })).toEqual(only),
  );

  test('is known by its headers', () => {
    const returned = [
      ['x-ratelimit-remaining', '0'],
      ['retry-after', '3'],
    ] as const;
    expect(failures({ status: 503, received: {}, returned })).toEqual(only);
  });

  test.each([
    [503, { error: 'Down for maintenance' }],
    [503, { error: 'The upstream model answered: rate limit exceeded' }],
    [200, { ...presentation, status: 'x', message: 'Too many requests' }],
    [402, { error: 'The monthly quota is used up.' }],
    [200, { ...presentation, status: 'Too many requests' }],
  ])('is not %i with %j', (status, received) => expect(failures({ status, received })).toEqual([]));
});

test('a list of templates may be about rate limits', () => {
  const received = { items: [{ name: 'Too many requests: a story' }] };
  const lines = [{ request: 'GET /templates', received }];
  expect(judge(journal(...lines)).filter((verdict) => verdict.outcome === 'fail')).toEqual([]);
});

describe('a prompt with quotes and letters beyond ASCII', () => {
  const starts = (prompt: string, status: number): ExchangeLine => ({ ...start, sent: { prompt }, status });
  const judged = (...lines: readonly ExchangeLine[]) => outcome('start/takes-free-text', lines);
  const rich = 'The "Häfen" 港';
  const plain = 'The Hafen ';

  test('must not get 5xx if the plain one starts a job', () => {
    expect(judged(starts(rich, 500), starts(plain, 202), starts(rich, 500))).toBe('fail');
    expect(judged(starts(rich, 500), starts(rich, 500), starts(plain, 202))).toBe('fail');
    expect(judged(...ofUser(starts(rich, 500), starts(rich, 500), starts(plain, 202)))).toBe('warn');
    expect(judged(starts(rich, 500), starts(rich, 202), starts(plain, 202))).toBe('pass');
    expect(judged(starts(rich, 500), starts(rich, 500), starts('Another', 202))).toBe('not-reached');
  });

  test('may be refused, which is a warning', () => {
    expect(judged(starts(rich, 422), starts(plain, 202))).toBe('warn');
  });
});

describe('updated_at', () => {
  const at = (time: string) => fetched({ updated_at: `2026-01-15T${time}.000Z` });
  const judged = (...lines: readonly ExchangeLine[]) => outcome('presentation/updated-at-goes-on', lines);

  test('that goes back is a warning', () => {
    expect(judged(at('10:00:00'), at('09:59:00'))).toBe('warn');
    expect(judged(at('10:00:00'), at('10:00:00'), at('10:05:00'))).toBe('pass');
  });

  test('may be some seconds older, as that of another clock', () => {
    expect(judged(at('10:00:00'), at('09:59:52'))).toBe('pass');
  });

  test('may be an earlier one again, as that of a replica that lags', () => {
    expect(judged(at('10:00:00'), at('10:05:00'), at('10:00:00'))).toBe('pass');
  });

  test('before created_at is observed', () => {
    expect(judged(at('08:00:00'), at('08:00:00'))).toBe('observed');
  });
});
