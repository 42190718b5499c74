import { describe, expect, it } from 'vitest';
import { RequestMatcher, type RequestMatcherOptions } from '../../src/app/request-matcher.js';
import { routes } from '../../src/generated/routes.js';

const takes = (options: RequestMatcherOptions, url: string): boolean =>
  new RequestMatcher(options).matches(url);
const operations = [...new Set(routes.map(({ path }) => path.replaceAll(/\{\w+\}/g, 'an%20id-1')))];

describe('without options, a mock server', () => {
  it.each(operations)('answers an operation at any origin: %s', (path) => {
    expect(takes({}, `https://api.example.com/api/v1${path}?x=1`)).toBe(true);
    expect(takes({}, `http://localhost:3000/api/v1${path}`)).toBe(true);
  });

  it.each([
    '/api/v1',
    '/api/v1/users',
    '/api/v1/presentations/1/slides',
    '/api/v2/templates',
    '/backend/api/v1/templates',
    '/mine?next=/api/v1/templates',
  ])('leaves other paths to the application: %s', (path) => {
    expect(takes({}, `https://api.example.com${path}`)).toBe(false);
  });
});

describe('with an origin, a mock server', () => {
  const origin = 'https://api.example.com';

  it('can refuse them, so that a typing error does not reach the network', () => {
    const refusing = { origin, onUnhandledRequest: 'error' } as const;
    for (const path of ['/api/v1', '/api/v1/templtes', '/api/v1/presentations/1/slides'])
      expect(takes(refusing, origin + path)).toBe(true);
    expect(takes(refusing, `${origin}/other`)).toBe(false);
    expect(takes(refusing, `${origin}/api/v1x`)).toBe(false);
  });

  it.each(['/api/v1/templates/', '/api/v1/api/v1/templates'])(
    'answers a slip, with a clear 404: %s',
    (path) => {
      expect(takes({ origin }, origin + path)).toBe(true);
    },
  );

  it('leaves other origins alone', () => {
    for (const other of ['http://api.example.com', 'https://api.example.com:8443', 'https://example.com'])
      expect(takes({ origin }, `${other}/api/v1/templates`)).toBe(false);
  });
});
