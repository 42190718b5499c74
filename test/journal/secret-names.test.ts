import { expect, test } from 'vitest';
import { redactFields, redactHeaders, redactUrl } from '../../src/journal/redact.js';
import { isSecretName } from '../../src/journal/secret-names.js';

const MARK = '[redacted]';

test.each([
  ...['x-api-key', 'api-key', 'apikey', 'apiKey', 'x-auth-token', 'x-authorization', 'Authentication'],
  ...['proxy-authorization', 'Cookie', 'Set-Cookie', 'password', 'userPassword', 'token', 'access_token'],
  ...['client_secret', 'sig', 'X-Amz-Signature', 'private-key', 'x-auth', 'subscription-key'],
])('%s is the name of a secret', (name) => {
  expect(isSecretName(name)).toBe(true);
});

test.each([
  'tokens_used',
  'idempotency-key',
  'key',
  'sections',
  'design',
  'author',
  'authority',
  'monkey',
  '',
])('"%s" is not the name of a secret', (name) => {
  expect(isSecretName(name)).toBe(false);
});

test('headers lose the values of secrets only', () => {
  const headers = [
    ['X-Auth-Token', 'abc'],
    ['Authorization', 'Bearer abc'],
    ['Accept', 'abc'],
  ] as const;
  expect(redactHeaders(headers, MARK)).toEqual([
    ['X-Auth-Token', MARK],
    ['Authorization', `Bearer ${MARK}`],
    ['Accept', 'abc'],
  ]);
});

test.each([
  ['/a?sig=1%2F2&b=2#c', `/a?sig=${MARK}&b=2#c`],
  ['/a?b=2&X-Amz-Signature=ab', `/a?b=2&X-Amz-Signature=${MARK}`],
  ['/a?key=k1', `/a?key=${MARK}`],
  [`/a?key=${MARK}`, `/a?key=${MARK}`],
  ['/a?monkey=1&tokens=5', '/a?monkey=1&tokens=5'],
])('the address %s becomes %s', (url, clean) => {
  expect(redactUrl(url, undefined, MARK)).toBe(clean);
});

test.each([
  ['{"password":"a\\"b","n":{"token": 5}}', `{"password":"${MARK}","n":{"token": "${MARK}"}}`],
  ['{"tokens_used":5,"key":"a"}', '{"tokens_used":5,"key":"a"}'],
  ['user=me&password=p%20q', `user=me&password=${MARK}`],
  ['password=p', `password=${MARK}`],
  ['{"url":"https://cdn.example/a?sig=x&w=1"}', `{"url":"https://cdn.example/a?sig=${MARK}&w=1"}`],
  ['a text about a secret = nothing', 'a text about a secret = nothing'],
  ['{"apiKey":', '{"apiKey":'],
])('the body %s becomes %s', (text, clean) => {
  expect(redactFields(text)).toBe(clean);
});
