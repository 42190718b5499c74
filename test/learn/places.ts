/** The services that tests travel: the plain one with liberties, and the stand-in, both without a socket. */
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { Deckhand } from '../../src/adapters/deckhand.js';
import { Learner } from '../../src/learn/fold/learner.js';
import type { Reshape } from '../../src/learn/follow/reshape.js';
import { learntOf, type Learnt } from '../../src/learn/learnt.js';
import type { Exchange } from '../../src/journal/exchange.js';
import type { Answer } from '../../src/service/api.js';
import { createPlainService } from '../mutants/plain-service/handle.js';
import { prompts } from '../mutants/plain-service/stages.js';
import type { Variation } from '../mutants/plain-service/variation.js';
import type { Place } from './travel.js';

export function plainPlace(variations: readonly Variation[]): Place {
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

/** @param onAnswer is told of every answer before it is sent */
export function standInPlace(reshape?: Reshape, onAnswer?: (answer: Answer) => void): Place {
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
      const answer = await service.answer({
        method,
        path: path.replace(/^\/api\/v1/, ''),
        header: (name) => headers[name],
        body,
        requestId: `0b9f3c1e-6a7d-4f52-9d43-${String(now).slice(-12).padStart(12, '0')}`,
        at: (now += 3),
      });
      onAnswer?.(answer);
      return { status: answer.status, headers: Object.entries(answer.headers), text: answer.body };
    },
  };
}

export function learnFrom(exchanges: readonly Exchange[]): Learnt {
  const learner = new Learner();
  for (const exchange of exchanges) learner.add(exchange);
  learner.finish();
  return learntOf(learner, 'https://slides.example/api/v1');
}

export const contractDocument: unknown = parse(
  readFileSync(new URL('../../openapi/presentation-generation.v1.yaml', import.meta.url), 'utf8'),
);
