import { expect, test } from 'vitest';
import { answersAt, job, learn, listed, poll, type Traffic } from './traffic.js';

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
