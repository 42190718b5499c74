/** The services that a tour visits without a socket: the plain service with liberties, and Deckhand. */
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { Deckhand } from '../../src/app/deckhand.js';
import { Learner } from '../../src/learn/observe/learner.js';
import type { Reshape } from '../../src/learn/imitate/reshape.js';
import { learnReport, type LearnReport } from '../../src/learn/learn-report.js';
import type { Exchange } from '../../src/journal/exchange.js';
import type { ApiResponse } from '../../src/service/response.js';
import { createPlainService } from '../mutants/plain-service/handle.js';
import { prompts } from '../mutants/plain-service/stages.js';
import type { Variation } from '../mutants/plain-service/variation.js';
import type { VisitedService } from './tour.js';

export function plainService(variations: readonly Variation[]): VisitedService {
  let now = Date.parse('2026-01-15T09:30:00.000Z');
  const { handle, keys } = createPlainService({ variations, now: () => (now += 3) });
  return {
    keys,
    prompts,
    tick: () => void (now += 30),
    send: async (sent) => {
      const { status, headers, body } = handle(sent);
      return { status, headers: Object.entries(headers), text: body.toString() };
    },
  };
}

/** @param onResponse called with every response before it is sent */
export function mockService(reshape?: Reshape, onResponse?: (response: ApiResponse) => void): VisitedService {
  const deckhand = new Deckhand({ seed: 7 }, { reshape });
  const { service } = deckhand;
  let now = Date.parse('2026-01-15T09:30:00.000Z');
  return {
    keys: { first: 'deckhand-dev-key', second: 'deckhand-other-key' },
    prompts: {
      plain: '[scenario: happy-path] Harbour taxis',
      question: '[scenario: asks-a-question] Harbour taxis',
      failure: '[scenario: timeout-failure] Harbour taxis',
    },
    tick: () => void (now += 6000),
    send: async ({ method, path, headers, body }) => {
      const response = await service.respond({
        method,
        path: path.replace(/^\/api\/v1/, ''),
        header: (name) => headers[name],
        body,
        requestId: `0b9f3c1e-6a7d-4f52-9d43-${String(now).slice(-12).padStart(12, '0')}`,
        at: (now += 3),
      });
      onResponse?.(response);
      return { status: response.status, headers: Object.entries(response.headers), text: response.body };
    },
  };
}

export function learnFrom(exchanges: readonly Exchange[]): LearnReport {
  const learner = new Learner();
  for (const exchange of exchanges) learner.add(exchange);
  learner.finish();
  return learnReport(learner, 'https://slides.example/api/v1');
}

export const contractDocument: unknown = parse(
  readFileSync(new URL('../../openapi/presentation-generation.v1.yaml', import.meta.url), 'utf8'),
);
