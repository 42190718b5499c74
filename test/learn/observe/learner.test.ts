import { describe, expect, test } from 'vitest';
import { answersAt, job, learn, listed, poll, type Traffic } from './traffic.js';

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
