import { expect, test } from 'vitest';
import { suggestOperation } from '../../src/service/nearest-operation.js';
import { routes } from '../../src/generated/routes.js';

const STATUS = 'GET /presentations/generate/{generationId}/status';
const MESSAGE = 'POST /presentations/generate/{generationId}/message';
const START = 'POST /presentations/generate';
const ONE = 'GET or PATCH /presentations/{id}';

test.each([
  ['/presentation/generate', START],
  ['/presentations/Generate', START],
  ['/generate', START],
  ['/presentation', 'POST /presentations'],
  ['/presentation/pres_1', ONE],
  ['/presentation/generation', START],
  ['/presentation/generate/gen_1/status', STATUS],
  ['/presentations/gen_1/status', STATUS],
  ['/generate/gen_1/status', STATUS],
  ['/presentations/generate/status', STATUS],
  ['/presentations/generation/gen_1/state', STATUS],
  ['/presentation/generate/gen_1/messages', MESSAGE],
  ['//templates', 'GET /templates'],
  ['/presentations//generate', START],
  ['/Template/?page=2', 'GET /templates'],
  ['/api/v2/templates', 'GET /templates'],
])('%s leads to %s', (path, operation) => {
  expect(suggestOperation(path)).toBe(operation);
});

test.each(['/', '', '/x', '/decks/d/pages', '/presentations/pres_1/export', '/favicon.ico', '/status'])(
  '%j leads nowhere',
  (path) => {
    expect(suggestOperation(path)).toBeUndefined();
  },
);

test('the method decides between equal paths only', () => {
  const suggest = (method: string, path: string) => suggestOperation(path, method);
  expect(suggest('POST', '/presentations/generate/gen_1')).toBe(MESSAGE);
  expect(suggest('HEAD', '/presentations/generate/gen_1')).toBe(STATUS);
  expect(suggest('PATCH', '/presentation/pres_1')).toBe('PATCH /presentations/{id}');
  expect(suggest('DELETE', '/presentation/pres_1')).toBe(ONE);
  expect(suggest('GET', '/presentation/generate')).toBe(START);
});

test.each(routes)('the path of an operation leads to itself: $method $path', ({ method, path }) => {
  const suggestion = suggestOperation(path.replace(/\{.*?\}/, 'x1'), method);
  expect(suggestion).toBe(`${method} ${path}`);
});
