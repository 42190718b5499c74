import { describe, expect, it } from 'vitest';
import { createDeckhand } from '../../src/app/deckhand.js';
import { selfCheck } from '../../src/server/self-check.js';
import type { ApiResponse } from '../../src/service/response.js';
import type { Fault } from '../../src/types.js';

const deckhand = createDeckhand({
  scenarios: Object.fromEntries(
    Object.entries<Omit<Fault, 'on'>>({
      'answers-so': { answer: { status: 502 } },
      'answers-otherwise': { answer: { status: 502, body: { oops: true } } },
      'answers-badly': { answer: { status: 502 }, corrupt: 'malformed' },
      stalls: { connection: 'stall' },
    }).map(([name, fault]) => [
      name,
      {
        title: 'Something is wrong',
        description: 'For tests',
        steps: [{ complete: null }],
        faults: [{ on: 'listTemplates' as const, ...fault }],
      },
    ]),
  ),
});

async function respond(scenario?: string): Promise<ApiResponse> {
  const headers: Record<string, string | undefined> = {
    'x-api-key': 'deckhand-dev-key',
    'x-deckhand-scenario': scenario,
  };
  return deckhand.service.respond({
    method: 'GET',
    path: '/templates',
    header: (name) => headers[name],
    body: undefined,
    requestId: 'req-1',
    at: 0,
  });
}

const complaint = async (scenario?: string, change: Partial<ApiResponse> = {}): Promise<string | undefined> =>
  selfCheck({ ...(await respond(scenario)), ...change });

describe('the self-check', () => {
  it('reports nothing about the responses of the mock server', async () => {
    expect(await complaint()).toBeUndefined();
    expect(await complaint('no-such-scenario')).toBeUndefined();
    expect(await complaint('api-disabled')).toBeUndefined();
    expect(await complaint('answers-so')).toBeUndefined();
    expect(await complaint('stalls')).toBeUndefined();
  });

  it('says where a body breaks the contract', async () => {
    expect(await complaint(undefined, { body: '{"templates":[{"id":7}]}' })).toMatch(
      /^listTemplates responded with 200 and a body that is not a valid TemplateList: .*\/templates\/0\/id must be a string/,
    );
    expect(await complaint(undefined, { status: 418, body: '{"oops":true}' })).toContain(
      'a body that is not a valid Problem',
    );
  });

  it('reports nothing about fault responses', async () => {
    expect(await complaint('answers-otherwise')).toBeUndefined();
    expect(await complaint('answers-badly')).toBeUndefined();
  });
});
