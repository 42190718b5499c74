import { describe, expect, it } from 'vitest';
import { parseBasePath, parseOrigin } from '../../../src/app/options/urls.js';
import { UserError } from '../../../src/base/user-error.js';

/** The error as a terminal shows it. */
function errorOf(work: () => unknown): string {
  try {
    work();
  } catch (error) {
    if (error instanceof UserError) return error.format();
    throw error;
  }
  return 'accepted';
}

describe('an origin', () => {
  it.each([
    ['https://api.example.com', 'https://api.example.com'],
    ['https://api.example.com/', 'https://api.example.com'],
  ])('can be %s', (value, origin) => {
    expect(parseOrigin(value)).toBe(origin);
  });

  it.each([
    [
      'https://api.example.com/backend/api/v1',
      "Write origin: 'https://api.example.com' and basePath: '/backend/api/v1'.",
    ],
    ['api.example.com', "Write origin: 'https://api.example.com'."],
    ['*', 'Without `origin`, requests to every origin match.'],
    [42, 'Without `origin`, requests to every origin match.'],
  ])('cannot be %j, and the error suggests a correct value', (value, suggestion) => {
    const text = errorOf(() => parseOrigin(value));
    expect(text).toContain(`Invalid value for origin: ${JSON.stringify(value)}.`);
    expect(text).toContain(suggestion);
  });
});

describe('a base path', () => {
  it.each(['/backend/api/v1', '/a/b-c/d.e/api/v1'])('can be %s', (path) => {
    expect(parseBasePath(path)).toBe(path);
  });

  it.each([
    ['/backend', 'write /backend/api/v1.'],
    ['https://api.example.com/backend/api/v1', 'write /backend/api/v1.'],
  ])('cannot be %j, and the error suggests a correct value', (value, suggestion) => {
    const text = errorOf(() => parseBasePath(value));
    expect(text).toContain(`Invalid value for basePath: ${JSON.stringify(value)}.`);
    expect(text).toContain(suggestion);
  });
});
