import { expect, test } from 'vitest';
import { UserError } from '../../src/base/user-error.js';
import { parseBaseUrl } from '../../src/cli/connection-options.js';

const host = 'https://host.example';

function errorOf(address: string): UserError {
  try {
    parseBaseUrl(address);
  } catch (error) {
    if (error instanceof UserError) return error;
  }
  throw new Error(`${address} was accepted`);
}

test.each([`${host}/api/v1`, `${host}/api/v1/`, `${host}/gateway/api/v1`])('%s is a base URL', (address) => {
  expect(parseBaseUrl(address)).toBe(address.replace(/\/$/, ''));
});

test.each([
  [`${host}/api/v2/templates`, '/api/v2', `${host}/api/v1`],
  [`${host}/team/api/v10/`, '/api/v10', `${host}/team/api/v1`],
])('%s is told that only v1 is described, and not to append another version', (address, version, instead) => {
  const { summary, hint } = errorOf(address);
  expect(summary).toBe(
    `The base URL contains ${version}, but the interface describes only version v1, below /api/v1 (section 9).`,
  );
  expect(hint).toBe(`If the service also serves v1, use ${instead}. Deckhand cannot check another version.`);
});

test.each([
  [host, `${host}/api/v1`],
  [`${host}/api/`, `${host}/api/v1`],
  [`${host}/api/v1/templates`, `${host}/api/v1`],
])('%s gets the suggestion %s', (address, suggestion) => {
  expect(errorOf(address).hint).toBe(`Did you mean ${suggestion}?`);
});
