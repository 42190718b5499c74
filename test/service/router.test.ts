import { describe, expect, it } from 'vitest';
import fc from '../fast-check.js';
import { routes } from '../../src/generated/routes.js';
import { matchRoute } from '../../src/service/router.js';

/** The target of a request, in a word or two. */
function where(method: string, path: string): string {
  const routed = matchRoute(method, path);
  if (routed.kind === 'operation') return `${routed.route.operationId} ${routed.id}`.trim();
  return 'allow' in routed ? `${routed.kind}: ${routed.allow.join(', ')}` : routed.kind;
}

describe('every operation', () => {
  it.each(routes.map(({ operationId, method, path }) => [operationId, method, path] as const))(
    '%s is found at %s %s',
    (operationId, method, path) => {
      const id = path.includes('{') ? ' some-id' : '';
      expect(where(method, path.replace(/\{.*?\}/, 'some-id'))).toBe(operationId + id);
    },
  );
});

describe('a method', () => {
  it.each([
    ['DELETE', '/templates', 'method-not-allowed: GET, HEAD, OPTIONS'],
    ['get', '/templates', 'method-not-allowed: GET, HEAD, OPTIONS'],
    ['HEAD', '/presentations', 'method-not-allowed: POST, OPTIONS'],
    ['GET', '/presentations/generate', 'method-not-allowed: POST, OPTIONS'],
  ])('%j of %s: %s', (method, path, expected) => {
    expect(where(method, path)).toBe(expected);
  });

  it('HEAD has the target of GET', () => {
    expect(where('HEAD', '/templates')).toBe('listTemplates');
    expect(where('HEAD', '/presentations/x')).toBe('getPresentation x');
  });
});

describe('a path that no operation has', () => {
  it.each([
    '/',
    '/Templates',
    '/templates/',
    '/presentations/x/status',
    '/presentations/generate/x/status/y',
    '/__proto__',
  ])('%j is unknown', (path) => {
    expect(where('GET', path)).toBe('not-found');
  });
});

describe('an id', () => {
  it.each([
    ['a%20b', 'a b'],
    ['%2F', '/'],
    ['%', '%'],
    ['%67enerate', 'generate'],
  ])('written %s is %j', (written, id) => {
    const routed = matchRoute('GET', `/presentations/${written}`);
    expect(routed).toMatchObject({ kind: 'operation', id });
  });

  it('is the same after encoding, whatever it is', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 1 }), (id) => {
        fc.pre(id !== 'generate');
        expect(matchRoute('GET', `/presentations/${encodeURIComponent(id)}`)).toMatchObject({ id });
      }),
    );
  });
});
