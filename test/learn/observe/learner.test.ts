import { describe, expect, test } from 'vitest';
import type { Exchange } from '../../../src/journal/exchange.js';
import { Learner } from '../../../src/learn/observe/learner.js';
import { learnReport, type LearnReport } from '../../../src/learn/learn-report.js';

interface Traffic {
  readonly key?: string | undefined;
  readonly method?: string;
  readonly path: string;
  readonly sent?: unknown;
  readonly status: number;
  readonly answer?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

function learn(...traffic: readonly Traffic[]): LearnReport {
  const learner = new Learner();
  for (const [index, one] of traffic.entries()) learner.add(exchangeOf(one, index));
  learner.finish();
  return learnReport(learner, '');
}

function exchangeOf(
  { key = 'key-1', method = 'GET', path, sent, status, answer, headers = {} }: Traffic,
  index: number,
): Exchange {
  const bodyOf = (value: unknown) => {
    const text = typeof value === 'string' ? value : JSON.stringify(value);
    return { text, bytes: text.length };
  };
  return {
    sequence: index + 1,
    startedAt: 1000 * index,
    endedAt: 1000 * index + 10,
    request: {
      method,
      url: `https://slides.example/api/v1${path}`,
      headers: [...(key === '' ? [] : [['x-api-key', key] as const]), ['content-type', 'application/json']],
      ...(sent !== undefined && { body: bodyOf(sent) }),
    },
    response: {
      status,
      headers: [['content-type', 'application/json'], ...Object.entries(headers)],
      ...(answer !== undefined && { body: bodyOf(answer) }),
    },
  };
}

const answersAt = (report: LearnReport, place: string) =>
  report.places.find(({ id }) => id === place)?.answers.map(({ what, count }) => [what, count]);

const listed: Traffic = { path: '/templates', status: 200, answer: [{ id: 't' }] };
const job = { generation_id: 'j', status: 'generating' };
const poll = (view: object, more: Partial<Traffic> = {}): Traffic => ({
  path: '/presentations/generate/j/status',
  status: 200,
  answer: { ...job, ...view },
  ...more,
});

describe('keys', () => {
  test('a key that the service never accepts is unknown', () => {
    const report = learn(
      listed,
      { key: 'key-2', path: '/templates', status: 403 },
      { key: '', path: '/templates', status: 401 },
    );
    expect(answersAt(report, 'refusal/unknown_key')).toEqual([['403', 1]]);
    expect(answersAt(report, 'refusal/missing_key')).toEqual([['401', 1]]);
  });

  test('a key that the service accepts later had another error', () => {
    const report = learn({ path: '/templates', status: 403 }, listed);
    expect(answersAt(report, 'refusal/unknown_key')).toBeUndefined();
    expect(answersAt(report, 'refusal/other')).toEqual([['403 to listTemplates', 1]]);
  });

  test('examples contain no keys', () => {
    const error = { error: 'The key key-very-secret is not known' };
    const report = learn(listed, { key: 'key-very-secret', path: '/templates', status: 401, answer: error });
    expect(JSON.stringify(report)).toContain('The key [redacted] is not known');
    expect(JSON.stringify(report)).not.toContain('key-very-secret');
  });
});

describe('a status of 500 or more', () => {
  const down: Traffic = { path: '/templates', status: 502, answer: '<html>Bad gateway</html>' };
  const html = { headers: { 'content-type': 'text/html' } };

  test('is another error, with any key', () => {
    const report = learn(listed, { ...down, answer: { error: 'Later' } }, { ...down, key: '', answer: {} });
    expect(answersAt(report, 'refusal/other')).toEqual([['502 to listTemplates', 2]]);
    expect(answersAt(report, 'refusal/missing_key')).toBeUndefined();
  });

  test('of an HTML page shows nothing about the error responses of the service', () => {
    const refused: Traffic = { key: '', path: '/templates', status: 401, answer: { error: 'No key' } };
    const alone = learn(listed, refused);
    const report = learn(listed, refused, ...Array.from({ length: 9 }, () => ({ ...down, ...html })));
    for (const place of ['body/refusal', 'header/request-id', 'header/rate'])
      expect(answersAt(report, place), place).toEqual(answersAt(alone, place));
    // A gateway sent it.
    expect(answersAt(report, 'refusal/other')).toBeUndefined();
  });
});

describe('a missing resource', () => {
  const refused: Traffic = { path: '/presentations/p', status: 404, answer: { error: 'x' } };
  const found: Traffic = {
    path: '/presentations/p',
    status: 200,
    answer: {
      id: 'p',
      title: 'Plan',
      workspace_id: 'w',
      sections: [],
      is_public: false,
      url: '/p',
      created_at: '2026-01-15T09:30:12.000Z',
      updated_at: '2026-01-15T09:30:12.000Z',
    },
  };

  test('is unknown when no request ever finds it', () => {
    expect(answersAt(learn(listed, refused), 'refusal/unknown_presentation')).toEqual([['404', 1]]);
  });

  test('is not unknown when a later request finds it', () => {
    const report = learn(listed, refused, found);
    expect(answersAt(report, 'refusal/unknown_presentation')).toBeUndefined();
  });

  test('belongs to another workspace when another key finds it', () => {
    const report = learn(found, { ...listed, key: 'key-2' }, { ...refused, key: 'key-2', status: 403 });
    expect(answersAt(report, 'refusal/foreign')).toEqual([['403', 1]]);
  });

  test('does not count when the path has no id', () => {
    expect(
      answersAt(learn(listed, { ...refused, path: '/presentations/' }), 'refusal/unknown_presentation'),
    ).toBeUndefined();
  });
});

describe('a violation of the contract', () => {
  test.each<[string, Traffic]>([
    [
      'startGeneration with status 200',
      {
        method: 'POST',
        path: '/presentations/generate',
        sent: {},
        status: 200,
        answer: { ...job, poll_url: '/x' },
      },
    ],
    ['a view without its fields', poll({ status: 'failed', extra: 'x' })],
    ['a success without a key', { ...listed, key: '' }],
    ['a success that is not JSON', { ...listed, answer: '<html>' }],
  ])('teaches nothing: %s', (_, broken) => {
    const report = learn(broken);
    expect(report.broken).toMatchObject([{ count: 1, exchange: 1 }]);
    expect(report.places.filter(({ id }) => /^(?:status|body|more)\//.test(id))).toEqual([]);
  });
});

describe('jobs', () => {
  test('changes of status count between polls that do not overlap', () => {
    const report = learn(
      poll({}),
      poll({ status: 'awaiting_input', message: 'Who?' }),
      poll({ status: 'failed', error: 'x' }),
    );
    expect(answersAt(report, 'first-view')).toEqual([['generating', 1]]);
    expect(answersAt(report, 'transitions')).toEqual([
      ['generating → awaiting_input', 1],
      ['awaiting_input → failed', 1],
    ]);
  });

  test('the status after a reply is the first view after it', () => {
    const question = poll({ status: 'awaiting_input', message: 'Who?' });
    const reply: Traffic = {
      method: 'POST',
      path: '/presentations/generate/j/message',
      sent: { message: 'All' },
      status: 202,
      answer: {},
    };
    expect(answersAt(learn(question, reply, question), 'after-a-reply')).toEqual([['the same question', 1]]);
    expect(answersAt(learn(question, reply, poll({})), 'after-a-reply')).toEqual([['generating', 1]]);
  });

  test('a second reply is named by what was seen before it', () => {
    const reply = (status: number): Traffic => ({
      method: 'POST',
      path: '/presentations/generate/j/message',
      sent: { message: 'All' },
      status,
      answer: {},
    });
    const question = poll({ status: 'awaiting_input', message: 'Who?' });
    expect(answersAt(learn(question, reply(202), reply(409)), 'messages-by-state')).toEqual([
      ['202 while awaiting_input', 1],
      ['409 after an accepted reply, before the next poll', 1],
    ]);
  });

  test('an error after the end of a job counts for finished jobs', () => {
    const report = learn(
      poll({ status: 'failed', error: 'x' }),
      poll({}, { status: 410, answer: undefined }),
    );
    expect(answersAt(report, 'finished-jobs')).toEqual([['410 while failed', 1]]);
  });

  test.each([429, 503])(
    'a status of %i after the end of a job does not count for finished jobs',
    (status) => {
      const report = learn(poll({ status: 'failed', error: 'x' }), poll({}, { status, answer: {} }));
      expect(answersAt(report, 'finished-jobs')).toBeUndefined();
    },
  );
});

test('contradicting answers are all in the report', () => {
  const refused = (answer: unknown, status: number): Traffic => ({
    path: '/presentations/generate',
    method: 'POST',
    sent: {},
    status,
    answer,
  });
  const report = learn(
    listed,
    refused({ error: 'x' }, 400),
    refused({ error: 'y' }, 400),
    refused({ code: 7 }, 422),
  );
  expect(answersAt(report, 'refusal/invalid_body')).toEqual([
    ['400', 2],
    ['422', 1],
  ]);
  expect(report.places.find(({ id }) => id === 'body/refusal')?.schema?.anyOf).toMatchObject([
    { 'x-observed': { count: 2, with: { 400: 2 } } },
    { 'x-observed': { count: 1, with: { 422: 1 } } },
  ]);
});

test('the body of an error belongs to its status', () => {
  const report = learn(
    listed,
    { path: '/templates', status: 403, answer: { code: 'E403', who: 'x' }, key: '' },
    { path: '/presentations/generate', method: 'POST', sent: {}, status: 400, answer: { code: 'E400' } },
  );
  const place = report.places.find(({ id }) => id === 'body/refusal');
  expect(place?.schemas).toMatchObject({
    400: { required: ['code'], properties: { code: { enum: ['E400'] } } },
    403: { required: ['code', 'who'], properties: { code: { enum: ['E403'] } } },
  });
  expect(place?.schemas?.['400']?.properties).not.toHaveProperty('who');
  expect(answersAt(report, 'body/refusal')).toEqual([
    ['application/json with 403', 1],
    ['application/json with 400', 1],
  ]);
});

test('no secret reaches the report: neither a key that a body repeats, nor the value of a field with a secret name', () => {
  const report = learn(
    { path: '/templates', status: 403, answer: { detail: 'No access for later-key-77' } },
    { ...listed, key: 'later-key-77', answer: [{ id: 't', api_key: 'hidden-1', pin_token: 4711 }] },
    { ...listed, key: 'later-key-77', answer: [{ id: 't', link: 'https://h.example/?token=hidden-2' }] },
  );
  expect(JSON.stringify(report)).not.toMatch(/later-key-77|hidden-|4711/);
  expect(JSON.stringify(report)).toContain('No access for [redacted]');
});

test('the report contains no strings of customers', () => {
  const words = 'Merger with Contoso';
  const report = learn(
    {
      method: 'POST',
      path: '/presentations/generate',
      sent: { prompt: words },
      status: 202,
      answer: { ...job, poll_url: '/api/v1/presentations/generate/j/status', note: words },
    },
    poll({ status: 'awaiting_input', message: words, hint: words }),
    {
      method: 'POST',
      path: '/presentations',
      sent: { title: words },
      status: 201,
      answer: { title: words, type: 'deck' },
    },
  );
  expect(report.broken).toEqual([]);
  expect(JSON.stringify(report)).not.toContain('Contoso');
});

test('the date is the time of the newest observation', () => {
  expect(learn(listed, listed, listed).places[0]).toMatchObject({
    count: 3,
    date: '1970-01-01T00:00:02.000Z',
  });
});
