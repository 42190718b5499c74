/** The bodies of requests: the documented ones, and those that the options give. Sections 4.3, 4.4 and 4.6. */
import { expect, test } from 'vitest';
import { createBody, fillPlaceholders, replyBody, startBody } from '../../src/verify/request-bodies.js';
import { resolveVerifyOptions, type VerifyOptions } from '../../src/verify/options.js';

const settings = (options: Partial<VerifyOptions> = {}) =>
  resolveVerifyOptions({ baseUrl: 'http://x', apiKey: 'k', ...options });

test('without options, the bodies are the documented ones', () => {
  expect(startBody(settings(), 'Tides', 't1')).toEqual({ prompt: 'Tides', template_id: 't1' });
  expect(startBody(settings(), 'Tides', undefined)).toEqual({ prompt: 'Tides' });
  expect(createBody(settings(), 'Moons', 't1')).toEqual({ template_id: 't1', title: 'Moons' });
  expect(replyBody(settings(), 'yes')).toEqual({ message: 'yes' });
});

test('a given body is the only one, with its placeholders filled', () => {
  const given = settings({
    startBody: { input: '{{prompt}}', theme: '{{template_id}}' },
    createBody: { t: '{{template_id}}' },
    replyBody: { say: '{{message}}' },
  });
  expect(startBody(given, 'Tides', 't1')).toEqual({ input: 'Tides', theme: 't1' });
  expect(createBody(given, 'Moons', 't1')).toEqual({ t: 't1' });
  expect(replyBody(given, 'yes')).toEqual({ say: 'yes' });
});

test('placeholders are replaced in all strings, and nothing else changes', () => {
  const body = { input: [{ text: 'so: {{message}}' }], '{{message}}': 1, other: '{{toString}}' };
  expect(fillPlaceholders(body, { message: 'yes' })).toEqual({
    input: [{ text: 'so: yes' }],
    '{{message}}': 1,
    other: '{{toString}}',
  });
});
