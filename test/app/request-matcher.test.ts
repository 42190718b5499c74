import { describe, expect, it } from 'vitest';
import { RequestMatcher, type RequestMatcherOptions } from '../../src/app/request-matcher.js';
import { routes } from '../../src/generated/routes.js';

const matches = (options: RequestMatcherOptions, url: string): boolean =>
  new RequestMatcher(options).matches(url);
const operations = [...new Set(routes.map(({ path }) => path.replaceAll(/\{\w+\}/g, 'an%20id-1')))];

describe('without options, a mock server', () => {
  it.each(operations)('responds to an operation at any origin: %s', (path) => {
    expect(matches({}, `https://api.example.com/api/v1${path}?x=1`)).toBe(true);
    expect(matches({}, `http://localhost:3000/api/v1${path}`)).toBe(true);
  });

  it.each([
    '/api/v1',
    '/api/v1/users',
    '/api/v1/presentations/1/slides',
    '/api/v2/templates',
    '/backend/api/v1/templates',
    '/mine?next=/api/v1/templates',
  ])('leaves other paths to the application: %s', (path) => {
    expect(matches({}, `https://api.example.com${path}`)).toBe(false);
  });
});

describe('with an origin, a mock server', () => {
  const origin = 'https://api.example.com';

  it('can reject other paths, so that a typing error does not reach the network', () => {
    const rejecting = { origin, onUnhandledRequest: 'error' } as const;
    for (const path of ['/api/v1', '/api/v1/templtes', '/api/v1/presentations/1/slides'])
      expect(matches(rejecting, origin + path)).toBe(true);
    expect(matches(rejecting, `${origin}/other`)).toBe(false);
    expect(matches(rejecting, `${origin}/api/v1x`)).toBe(false);
  });

  it.each(['/api/v1/templates/', '/api/v1/api/v1/templates'])(
    'responds to a likely mistake with an explaining 404: %s',
    (path) => {
      expect(matches({ origin }, origin + path)).toBe(true);
    },
  );

  it('leaves other origins alone', () => {
    for (const other of ['http://api.example.com', 'https://api.example.com:8443', 'https://example.com'])
      expect(matches({ origin }, `${other}/api/v1/templates`)).toBe(false);
  });
});
