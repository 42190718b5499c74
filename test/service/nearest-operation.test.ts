import { expect, it } from 'vitest';
import { nearestOperation } from '../../src/service/nearest-operation.js';

it.each([
  ['/templatez', 'GET /templates'],
  ['/presentation', 'POST /presentations'],
  ['/presentations/generate/gen_1/stats', 'GET /presentations/generate/{generationId}/status'],
  ['/presentation/pres_1', 'PATCH or GET /presentations/{id}'],
  ['/cart', undefined],
  [`/${'a'.repeat(5000)}`, undefined],
])('%s probably means %s', (path, operation) => {
  expect(nearestOperation(path)).toBe(operation);
});
