import { expect, test } from 'vitest';
import type { ExchangeInfo } from '../../../src/generated/control-api.js';
import { summarizeExchange } from '../../../src/panel/components/exchange-summary.js';

const BASE = '/api/v1';
const exchange = (method: string, path: string, notes?: ExchangeInfo['metadata']): ExchangeInfo =>
  ({ request: { method, url: BASE + path, headers: [] }, notes }) as unknown as ExchangeInfo;

test.each([
  [exchange('GET', '/templates', { operationId: 'listTemplates' }), 'templates', '', undefined],
  [
    exchange('GET', '/presentations/generate/gen_1/status', {
      operationId: 'getGenerationStatus',
      jobStatus: 'awaiting_input',
    }),
    'poll',
    'gen_1',
    'awaiting_input',
  ],
  [
    exchange('POST', '/presentations/generate', { operationId: 'startGeneration', generationId: 'gen_2' }),
    'start',
    'Quarterly review',
    undefined,
  ],
  [exchange('POST', '/presentations/generate', { operationId: 'startGeneration' }), 'start', '', undefined],
  [exchange('GET', '/presentations/pres_1', { operationId: 'getPresentation' }), 'get', 'pres_1', undefined],
  [exchange('GET', '/templatez', { problem: 'unknown_path' }), 'GET', '/templatez', 'unknown path'],
])('an exchange is told without the prefix of the API', (told, verb, object, result) => {
  const prompts = new Map([['gen_2', 'Quarterly review']]);
  expect(summarizeExchange(told, (job) => prompts.get(job))).toEqual({
    action: verb,
    subject: object,
    result,
  });
});
