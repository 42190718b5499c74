import { expect, test } from 'vitest';
import { Redactor } from '../../../src/journal/redact/redactor.js';
import { isSecretName } from '../../../src/journal/redact/secret-names.js';

const MARK = '[redacted]';
const redactor = new Redactor();

test.each([
  ...['x-api-key', 'api-key', 'apikey', 'apiKey', 'x-auth-token', 'x-authorization', 'Authentication'],
  ...['proxy-authorization', 'Cookie', 'Set-Cookie', 'password', 'userPassword', 'token', 'access_token'],
  ...['client_secret', 'sig', 'X-Amz-Signature', 'private-key', 'x-auth', 'subscription-key'],
  ...['x-session-id', 'sessionId', 'sid'],
])('%s is the name of a secret', (name) => {
  expect(isSecretName(name)).toBe(true);
});

test.each(['tokens_used', 'idempotency-key', 'key', 'sections', 'monkey', ''])(
  '"%s" is not the name of a secret',
  (name) => {
    expect(isSecretName(name)).toBe(false);
  },
);

test.each([
  ['/a?sig=1%2F2&b=2#c', `/a?sig=${MARK}&b=2#c`],
  [`/a?key=${MARK}`, `/a?key=${MARK}`],
  ['/a?monkey=1&tokens=5', '/a?monkey=1&tokens=5'],
])('the URL %s becomes %s', (url, clean) => {
  expect(redactor.redactUrl(url)).toBe(clean);
});

test.each([
  ['{"password":"a\\"b","n":{"token": 5}}', `{"password":"${MARK}","n":{"token": "${MARK}"}}`],
  ['{"tokens_used":5,"key":"a"}', '{"tokens_used":5,"key":"a"}'],
  ['user=me&password=p%20q', `user=me&password=${MARK}`],
  ['{"url":"https://cdn.example/a?sig=x&w=1"}', `{"url":"https://cdn.example/a?sig=${MARK}&w=1"}`],
  ['a text about a secret = nothing', 'a text about a secret = nothing'],
  ['{"secret":["S", "T"],"n":1}', `{"secret":"${MARK}","n":1}`],
  ['{"token":{"value":"]","ttl":{}},"n":"x"}', `{"token":"${MARK}","n":"x"}`],
  ['{"token":null,"n":"x"}', '{"token":null,"n":"x"}'],
])('the body %s becomes %s', (text, clean) => {
  expect(redactor.redactFields(text)).toBe(clean);
  expect(redactor.redactFields(clean)).toBe(clean);
});
