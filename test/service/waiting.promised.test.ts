import { expect, it } from 'vitest';
import type { Service } from '../../src/service/service.js';
import { Stage } from './stage.js';

const KEY = { 'x-api-key': 'deckhand-dev-key' };
const request = (path: string, headers: Readonly<Record<string, string>> = KEY) => ({
  method: 'GET',
  path,
  header: (name: string) => headers[name],
  body: undefined,
  requestId: 'request-1',
  at: 0,
});

it('with an asynchronous store, only requests that need its data wait', async () => {
  const { service } = new Stage().deckhand;
  const poll = service.respond(request('/presentations/generate/gen_1/status'));
  expect(poll).toBeInstanceOf(Promise);
  expect(await poll).toMatchObject({ status: 404 });
  expect(service.respond(request('/templates'))).toMatchObject({ status: 200 });
  expect(service.respond(request('/templates', {}))).toMatchObject({ status: 401 });
});

it('a change waits for the running requests, and later requests wait for the change', async () => {
  const stage = new Stage({ scenario: 'instant' });
  const { service } = stage.deckhand;
  const started = stage.dev.start('Tides');
  const reset = service.reset('ws_dev', stage.at);
  const after = stage.dev.start('Tides');
  const [{ status, body }] = await Promise.all([started, reset]);
  // If the first job were added after the reset, it would still exist.
  expect([status, await jobsOf(service)]).toEqual([202, 0]);
  // Ids are made from the count of jobs, which the reset restarts.
  expect((await after).body.generation_id).toBe(body.generation_id);
  expect(await jobsOf(service)).toBe(1);
});

async function jobsOf({ world }: Service): Promise<number> {
  return (await world.store.jobs('ws_dev', 0)).total;
}
