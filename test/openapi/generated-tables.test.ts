import { expect, it } from 'vitest';
import { limits } from '../../src/generated/limits.js';
import { problems } from '../../src/generated/problems.js';
import { basePath, routes } from '../../src/generated/routes.js';
import { validate } from '../../src/generated/validate-full.js';
import { example } from './examples.js';

it('the routes are the seven operations of the spec', () => {
  expect(basePath).toBe('/api/v1');
  expect(routes.map(({ method, path, successStatus }) => `${method} ${path} ${successStatus}`)).toEqual([
    'GET /templates 200',
    'POST /presentations 201',
    'GET /presentations/{id} 200',
    'PATCH /presentations/{id} 200',
    'POST /presentations/generate 202',
    'GET /presentations/generate/{generationId}/status 200',
    'POST /presentations/generate/{generationId}/message 202',
  ]);
});

it('a route has its parts, its schema, and its responses with their sources', () => {
  const start = routes.find(({ operationId }) => operationId === 'startGeneration');
  expect(start).toMatchObject({ requestSchema: 'StartGenerationRequest', sources: ['1', '3', '4', '4.4'] });
  expect(start?.responses).toMatchObject({
    202: {
      schema: 'GenerationAccepted',
      mediaType: 'application/json',
      sources: ['3', '4.4'],
      statusAssumed: false,
    },
    400: { schema: 'Problem', statusAssumed: true },
    429: { sources: ['7', '8'], statusAssumed: false },
    default: { schema: 'Problem' },
  });
  const poll = routes.find(({ operationId }) => operationId === 'getGenerationStatus');
  expect(poll?.segments).toEqual(['presentations', 'generate', { param: 'generationId' }, 'status']);
});

it('the problems have a status and a title for every code', () => {
  expect(problems.rate_limited).toEqual({ status: 429, title: 'Too many requests' });
  for (const [code, { status, title }] of Object.entries(problems))
    expect(validate('Problem', { ...example('Problem'), code, status, title })).toEqual([]);
});

it('the limits are those of the schemas', () => {
  const prompt = 'x'.repeat(limits.prompt_max_length);
  expect(validate('StartGenerationRequest', { prompt })).toEqual([]);
  expect(validate('StartGenerationRequest', { prompt: `${prompt}x` })).toHaveLength(1);
  expect(limits).not.toHaveProperty('x-assumed');
});
