import { describe, expect, test } from 'vitest';
import type { Exchange } from '../../../src/journal/exchange.js';
import { Learner } from '../../../src/learn/fold/learner.js';
import { learntOf, type Learnt } from '../../../src/learn/learnt.js';

interface Said {
  readonly key?: string | undefined;
  readonly method?: string;
  readonly path: string;
  readonly sent?: unknown;
  readonly status: number;
  readonly answer?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

function learn(...said: readonly Said[]): Learnt {
  const learner = new Learner();
  for (const [index, one] of said.entries()) learner.add(exchangeOf(one, index));
  learner.finish();
  return learntOf(learner, '');
}

function exchangeOf(
  { key = 'key-1', method = 'GET', path, sent, status, answer, headers = {} }: Said,
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

const answersAt = (learnt: Learnt, place: string) =>
  learnt.places.find(({ id }) => id === place)?.answers.map(({ what, count }) => [what, count]);

const listed: Said = { path: '/templates', status: 200, answer: [{ id: 't' }] };
const job = { generation_id: 'j', status: 'generating' };
const poll = (view: object, more: Partial<Said> = {}): Said => ({
  path: '/presentations/generate/j/status',
  status: 200,
  answer: { ...job, ...view },
  ...more,
});

describe('keys', () => {
  test('a key that is never accepted is a wrong one', () => {
    const learnt = learn(
      listed,
      { key: 'key-2', path: '/templates', status: 403 },
      { key: '', path: '/templates', status: 401 },
    );
    expect(answersAt(learnt, 'refusal/unknown_key')).toEqual([['403', 1]]);
    expect(answersAt(learnt, 'refusal/missing_key')).toEqual([['401', 1]]);
  });

  test('a key that is accepted later was refused for another reason', () => {
    const learnt = learn({ path: '/templates', status: 403 }, listed);
    expect(answersAt(learnt, 'refusal/unknown_key')).toBeUndefined();
    expect(answersAt(learnt, 'refusal/other')).toEqual([['403 to listTemplates', 1]]);
  });

  test('a key is in no example', () => {
    const error = { error: 'The key key-very-secret is not known' };
    const learnt = learn(listed, { key: 'key-very-secret', path: '/templates', status: 401, answer: error });
    expect(JSON.stringify(learnt)).toContain('The key [redacted] is not known');
    expect(JSON.stringify(learnt)).not.toContain('key-very-secret');
  });
});

describe('an answer of 500 or more', () => {
  const down: Said = { path: '/templates', status: 502, answer: '<html>Bad gateway</html>' };
  const html = { headers: { 'content-type': 'text/html' } };

  test('is a refusal for another reason, whatever the key', () => {
    const learnt = learn(listed, { ...down, answer: { error: 'Later' } }, { ...down, key: '', answer: {} });
    expect(answersAt(learnt, 'refusal/other')).toEqual([['502 to listTemplates', 2]]);
    expect(answersAt(learnt, 'refusal/missing_key')).toBeUndefined();
  });

  test('teaches nothing about refusals when it is a page: the service did not write it', () => {
    const refused: Said = { key: '', path: '/templates', status: 401, answer: { error: 'No key' } };
    const alone = learn(listed, refused);
    const learnt = learn(listed, refused, ...Array.from({ length: 9 }, () => ({ ...down, ...html })));
    for (const place of ['body/refusal', 'header/request-id', 'header/rate'])
      expect(answersAt(learnt, place), place).toEqual(answersAt(alone, place));
    expect(answersAt(learnt, 'refusal/other')).toEqual([['502 to listTemplates', 9]]);
  });
});

describe('what is not there', () => {
  const refused: Said = { path: '/presentations/p', status: 404, answer: { error: 'x' } };
  const found: Said = {
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

  test('an id that is never found is unknown', () => {
    expect(answersAt(learn(listed, refused), 'refusal/unknown_presentation')).toEqual([['404', 1]]);
  });

  test('an id that is found later was not there yet', () => {
    const learnt = learn(listed, refused, found);
    expect(answersAt(learnt, 'refusal/unknown_presentation')).toBeUndefined();
  });

  test('an id that another key found belongs to somebody else', () => {
    const learnt = learn(found, { ...listed, key: 'key-2' }, { ...refused, key: 'key-2', status: 403 });
    expect(answersAt(learnt, 'refusal/foreign')).toEqual([['403', 1]]);
  });

  test('a path without its id is of no operation', () => {
    expect(
      answersAt(learn(listed, { ...refused, path: '/presentations/' }), 'refusal/unknown_presentation'),
    ).toBeUndefined();
  });
});

describe('what breaks the documented part', () => {
  test.each<[string, Said]>([
    [
      'startGeneration that answers 200',
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
    ['a success that is no JSON', { ...listed, answer: '<html>' }],
  ])('nothing is learnt from %s', (_, broken) => {
    const learnt = learn(broken);
    expect(learnt.broken).toMatchObject([{ count: 1, exchange: 1 }]);
    expect(learnt.places.filter(({ id }) => /^(?:status|body|more)\//.test(id))).toEqual([]);
  });
});

describe('jobs', () => {
  test('moves are those between polls that do not overlap', () => {
    const learnt = learn(
      poll({}),
      poll({ status: 'awaiting_input', message: 'Who?' }),
      poll({ status: 'failed', error: 'x' }),
    );
    expect(answersAt(learnt, 'first-view')).toEqual([['generating', 1]]);
    expect(answersAt(learnt, 'transitions')).toEqual([
      ['generating → awaiting_input', 1],
      ['awaiting_input → failed', 1],
    ]);
  });

  test('what follows a reply is the first view after it', () => {
    const question = poll({ status: 'awaiting_input', message: 'Who?' });
    const reply: Said = {
      method: 'POST',
      path: '/presentations/generate/j/message',
      sent: { message: 'All' },
      status: 202,
      answer: {},
    };
    expect(answersAt(learn(question, reply, question), 'after-a-reply')).toEqual([['the same question', 1]]);
    expect(answersAt(learn(question, reply, poll({})), 'after-a-reply')).toEqual([['generating', 1]]);
  });

  test('a finished job that is refused later has been forgotten', () => {
    const learnt = learn(
      poll({ status: 'failed', error: 'x' }),
      poll({}, { status: 410, answer: undefined }),
    );
    expect(answersAt(learnt, 'finished-jobs')).toEqual([['410 while failed', 1]]);
  });

  test.each([429, 503])('a finished job that is refused with %i is there all the same', (status) => {
    const learnt = learn(poll({ status: 'failed', error: 'x' }), poll({}, { status, answer: {} }));
    expect(answersAt(learnt, 'finished-jobs')).toBeUndefined();
  });
});

test('contradicting answers are listed, not averaged', () => {
  const refused = (answer: unknown, status: number): Said => ({
    path: '/presentations/generate',
    method: 'POST',
    sent: {},
    status,
    answer,
  });
  const learnt = learn(
    listed,
    refused({ error: 'x' }, 400),
    refused({ error: 'y' }, 400),
    refused({ code: 7 }, 422),
  );
  expect(answersAt(learnt, 'refusal/invalid_body')).toEqual([
    ['400', 2],
    ['422', 1],
  ]);
  expect(learnt.places.find(({ id }) => id === 'body/refusal')?.schema?.anyOf).toMatchObject([
    { 'x-observed': { count: 2, with: { 400: 2 } } },
    { 'x-observed': { count: 1, with: { 422: 1 } } },
  ]);
});

test('customers’ words are in nothing that is learnt', () => {
  const words = 'Merger with Contoso';
  const learnt = learn(
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
  expect(learnt.broken).toEqual([]);
  expect(JSON.stringify(learnt)).not.toContain('Contoso');
});

test('the date is that of the newest observation, by the journal’s clock', () => {
  expect(learn(listed, listed, listed).places[0]).toMatchObject({
    count: 3,
    date: '1970-01-01T00:00:02.000Z',
  });
});
