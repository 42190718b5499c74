import { expect, test } from 'vitest';
import type { ExchangeInfo } from '../../../src/generated/control-api.js';
import { summarizeExchange } from '../../../src/panel/components/exchange-summary.js';

const BASE = '/api/v1';
const createExchange = (method: string, path: string, metadata?: ExchangeInfo['metadata']): ExchangeInfo =>
  ({ request: { method, url: BASE + path, headers: [] }, metadata }) as unknown as ExchangeInfo;

test.each([
  [createExchange('GET', '/templates', { operationId: 'listTemplates' }), 'templates', '', undefined],
  [
    createExchange('GET', '/presentations/generate/gen_1/status', {
      operationId: 'getGenerationStatus',
      jobStatus: 'awaiting_input',
    }),
    'poll',
    'gen_1',
    'awaiting_input',
  ],
  [
    createExchange('POST', '/presentations/generate', {
      operationId: 'startGeneration',
      generationId: 'gen_2',
    }),
    'start',
    'Quarterly review',
    undefined,
  ],
  [
    createExchange('POST', '/presentations/generate', { operationId: 'startGeneration' }),
    'start',
    '',
    undefined,
  ],
  [
    createExchange('GET', '/presentations/pres_1', { operationId: 'getPresentation' }),
    'get',
    'pres_1',
    undefined,
  ],
  [createExchange('GET', '/templatez', { problem: 'unknown_path' }), 'GET', '/templatez', 'unknown path'],
])('an exchange is summarized without the prefix of the API', (exchange, action, subject, result) => {
  const prompts = new Map([['gen_2', 'Quarterly review']]);
  expect(summarizeExchange(exchange, (job) => prompts.get(job))).toEqual({ action, subject, result });
});
