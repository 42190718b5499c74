import { expect, test } from 'vitest';
import { UserError } from '../../../src/base/user-error.js';
import { parseBaseUrl } from '../../../src/app/options/base-url.js';

const host = 'https://host.example';

function errorOf(url: string): UserError {
  try {
    parseBaseUrl(url);
  } catch (error) {
    if (error instanceof UserError) return error;
  }
  throw new Error(`${url} was accepted`);
}

test.each([`${host}/api/v1`, `${host}/api/v1/`, `${host}/gateway/api/v1`])('%s is a base URL', (url) => {
  expect(parseBaseUrl(url)).toBe(url.replace(/\/$/, ''));
});

test.each([
  'https:/host.example/api/v1',
  'https:host.example/api/v1',
  'https:\\\\host.example\\api\\v1',
  ' https://host.example/api/v1',
  'https://host.example/api/v1 \r\n',
  'https://host.example/api/v1//\n',
  'https://host.example/x/../api/v1',
  'https://host.example/x/%2e%2e/api/v1/.',
  'HTTPS://HOST.example:443/api/v1?#',
])('%j is normalized', (text) => {
  expect(parseBaseUrl(text)).toBe(`${host}/api/v1`);
});

test.each([
  [`${host}/api/v2/templates`, '/api/v2', `${host}/api/v1`],
  [`${host}/team/api/v10/`, '/api/v10', `${host}/team/api/v1`],
])('%s is rejected because only v1 is described, with the correct URL', (url, version, correct) => {
  const { summary, hint } = errorOf(url);
  expect(summary).toBe(
    `The base URL contains ${version}, but the spec describes only version v1, below /api/v1 (section 9).`,
  );
  expect(hint).toBe(`If the service also serves v1, use ${correct}. Deckhand cannot check another version.`);
});

test.each([
  [host, `${host}/api/v1`],
  [`${host}/api/`, `${host}/api/v1`],
  [`${host}/api/v1/templates`, `${host}/api/v1`],
])('%s gets the suggestion %s', (url, suggestion) => {
  expect(errorOf(url).hint).toBe(`Did you mean ${suggestion}?`);
});
