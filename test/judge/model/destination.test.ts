import { expect, it } from 'vitest';
import { getOrigin, classifyUrl } from '../../../src/judge/model/operation.js';

it.each([
  ['https://decks.example/api/v1/templates', { kind: 'api', path: '/templates' }],
  [
    'https://decks.example/api/v1/presentations/p/slides?x=1',
    { kind: 'api', path: '/presentations/p/slides' },
  ],
  ['https://decks.example/api/v2/templates', { kind: 'other-version', path: '/api/v2/templates' }],
  ['https://decks.example/api/presentations', { kind: 'other-version', path: '/api/presentations' }],
  ['https://decks.example/api/v1/users', { kind: 'other' }],
  ['https://decks.example/api/v2/templates-of-ours', { kind: 'other' }],
  ['/api/v1/templates', { kind: 'api', path: '/templates' }],
])('%s has its destination', (url, destination) => expect(classifyUrl(url)).toEqual(destination));

it('treats all URLs below a given base as the API', () => {
  expect(classifyUrl('https://decks.example/api/v1/users', '/api/v1')).toEqual({
    kind: 'api',
    path: '/users',
  });
});

it('reads scheme, host and port as the origin', () => {
  expect(getOrigin('HTTPS://Decks.example:8443/api')).toBe('https://decks.example:8443');
  expect(getOrigin('/api/v1')).toBe('');
});
