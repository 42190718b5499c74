import { expect, it } from 'vitest';
import { nearestOperation } from '../../src/service/nearest-operation.js';

it.each([
  ['/templatez', 'GET /templates'],
  ['/template/', 'GET /templates'],
  ['/presentation', 'POST /presentations'],
  ['/presentations/generat/gen_1/status', 'GET /presentations/generate/{generationId}/status'],
  ['/presentations/generate/gen_1/stats', 'GET /presentations/generate/{generationId}/status'],
  ['/presentations/generate/gen_1/messages', 'POST /presentations/generate/{generationId}/message'],
  ['/presentation/pres_1', 'PATCH or GET /presentations/{id}'],
  ['/cart', undefined],
  ['/', undefined],
  [`/${'a'.repeat(5000)}`, undefined],
])('%s probably means %s', (path, operation) => {
  expect(nearestOperation(path)).toBe(operation);
});
