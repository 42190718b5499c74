import { createHook } from 'node:async_hooks';
import { describe, expect, it } from 'vitest';
import type { ApiRequest } from '../../src/service/api.js';
import { Stage } from './stage.js';

const HEADERS: Readonly<Record<string, string>> = {
  'x-api-key': 'deckhand-dev-key',
  'content-type': 'application/json',
};

const request = (stage: Stage, method: string, path: string, body?: object): ApiRequest => ({
  method,
  path,
  header: (name) => HEADERS[name],
  body: body && JSON.stringify(body),
  requestId: 'request-1',
  at: stage.at,
});

/** The number of promises that `work` creates. */
function promisesOf(work: () => unknown): number {
  let promises = 0;
  const hook = createHook({ init: (_id, type) => void (type === 'PROMISE' && (promises += 1)) }).enable();
  work();
  hook.disable();
  return promises;
}

describe('the service is synchronous', () => {
  it('no operation creates a promise', async () => {
    const stage = new Stage({ scenario: 'asks-a-question', rateLimit: '100/1m' });
    const { service } = stage.deckhand;
    const id = await stage.dev.job();
    const { body: made } = await stage.dev.create({ template_id: 'tpl_pitch' });
    const statuses: number[] = [];
    const ask = (...asked: [method: string, path: string, body?: object]): void => {
      statuses.push(service.respond(request(stage, ...asked)).status);
    };
    const promises = promisesOf(() => {
      ask('GET', '/templates');
      ask('POST', '/presentations', { template_id: 'tpl_pitch' });
      ask('GET', `/presentations/${made.id}`);
      ask('PATCH', `/presentations/${made.id}`, { title: 'Tides' });
      ask('POST', '/presentations/generate', { prompt: 'Tides' });
      ask('GET', `/presentations/generate/${id}/status`);
      ask('POST', `/presentations/generate/${id}/message`, { message: 'People who decide.' });
      ask('GET', '/nothing');
    });
    expect(statuses).toEqual([200, 201, 200, 200, 202, 200, 202, 404]);
    expect(promises).toBe(0);
  });

  it('no fault creates a promise', async () => {
    const stage = new Stage({ scenario: 'flaky-network' });
    const id = await stage.dev.job();
    stage.deckhand.workspace('ws_dev').arm({ latency: '1s', times: 2 });
    const poll = request(stage, 'GET', `/presentations/generate/${id}/status`);
    expect(
      promisesOf(() => {
        for (let count = 0; count < 5; count += 1) stage.deckhand.service.respond(poll);
      }),
    ).toBe(0);
  });
});
