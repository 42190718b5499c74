import { describe, expect, it } from 'vitest';
import { problems as problemsText } from '../../openapi/generate/contract-data-files.js';
import { lifecycle } from '../../src/generated/lifecycle.js';
import { limits } from '../../src/generated/limits.js';
import { problems } from '../../src/generated/problems.js';
import { basePath, routes } from '../../src/generated/routes.js';
import { validate } from '../../src/generated/validate-full.js';
import { documents, example } from './examples.js';

describe('the routes', () => {
  it('are the seven operations of the interface', () => {
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

  it('describe each part of a path', () => {
    expect(routes.find(({ operationId }) => operationId === 'getGenerationStatus')?.segments).toEqual([
      'presentations',
      'generate',
      { param: 'generationId' },
      'status',
    ]);
  });

  it('mark responses that the interface does not document', () => {
    const start = routes.find(({ operationId }) => operationId === 'startGeneration');
    expect(start).toMatchObject({ requestSchema: 'StartGenerationRequest', sources: ['1', '3', '4', '4.4'] });
    expect(start?.responses['202']).toEqual({
      schema: 'GenerationAccepted',
      mediaType: 'application/json',
      sources: ['3', '4.4'],
      statusAssumed: false,
    });
    expect(start?.responses['400']).toMatchObject({ schema: 'Problem', statusAssumed: true });
    expect(start?.responses['429']).toMatchObject({ sources: ['7', '8'], statusAssumed: false });
    expect(start?.responses).toHaveProperty('default');
  });
});

describe('the tables', () => {
  it('have a status for every problem code', () => {
    expect(problems.rate_limited).toEqual({ status: 429, title: 'Too many requests' });
    for (const [code, { status, title }] of Object.entries(problems)) {
      expect(validate('Problem', { ...example('Problem'), code, status, title })).toEqual([]);
    }
  });

  it('need a status for every problem code', () => {
    const problem = structuredClone(documents.presentation.components.schemas['Problem'] ?? {});
    delete (problem['x-problems'] as Record<string, unknown>)['rate_limited'];
    expect(() => problemsText(problem)).toThrow('different codes');
  });

  it('have the terminal states', () => {
    const final = Object.entries(lifecycle.states).filter(([, { terminal }]) => terminal);
    expect(final.map(([state]) => state)).toEqual(['completed', 'failed']);
  });

  it('have the limits of the schemas', () => {
    const prompt = 'x'.repeat(limits.prompt_max_length);
    expect(validate('StartGenerationRequest', { prompt })).toEqual([]);
    expect(validate('StartGenerationRequest', { prompt: `${prompt}x` })).toHaveLength(1);
    expect(limits).not.toHaveProperty('x-assumed');
  });
});
