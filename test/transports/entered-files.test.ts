/** What a request enters: the files of `src/` with a function that it calls, as V8 counts them. */
import { Session } from 'node:inspector/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createServer } from '../../src/integrations/server.js';

const session = new Session();
const server = createServer();
let base = '';

beforeAll(async () => {
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  await server.listen(0);
  base = server.baseUrl;
});

afterAll(async () => {
  session.disconnect();
  await server.close();
});

/** The files of `src/` of which the second call of `action` calls a function that has a name. */
async function entered(action: () => Promise<unknown>): Promise<string[]> {
  await action();
  await session.post('Profiler.takePreciseCoverage');
  await action();
  const { result } = await session.post('Profiler.takePreciseCoverage');
  return result
    .filter(({ url }) => url.includes('/src/') && !url.includes('/node_modules/'))
    .filter(({ functions }) => functions.some((one) => one.functionName !== '' && one.ranges[0]?.count))
    .map(({ url }) => url.split('/src/')[1] ?? url)
    .sort();
}

async function request(path: string, method = 'GET', body?: string): Promise<{ generation_id: string }> {
  const headers = { 'x-api-key': 'deckhand-dev-key', ...(body && { 'content-type': 'application/json' }) };
  const response = await fetch(base + path, { method, headers, ...(body && { body }) });
  expect(response.ok).toBe(true);
  return response.json();
}

const start = () => request('/presentations/generate', 'POST', '{"prompt":"Herons"}');

it('a poll enters at most 25 files', async () => {
  const { generation_id: id } = await start();
  const files = await entered(() => request(`/presentations/generate/${id}/status`));
  expect(files).toContain('service/play.ts');
  expect(files.length, files.join('\n')).toBeLessThanOrEqual(25);
});

it('a start enters at most 32 files', async () => {
  const files = await entered(start);
  expect(files).toContain('service/operations/start-generation.ts');
  expect(files.length, files.join('\n')).toBeLessThanOrEqual(32);
});

it('actions of the panel enter at most 24 and 40 files', async () => {
  const dev = new URL('/_deckhand/api/workspaces/ws_dev/', base);
  const pause = async () => {
    const response = await fetch(new URL('clock/pause', dev), { method: 'POST' });
    expect(response.ok).toBe(true);
    await response.json();
  };
  const { generation_id: id } = await start();
  const ask = async () => {
    const headers = { 'content-type': 'application/json' };
    const response = await fetch(new URL(`jobs/${id}/ask`, dev), {
      method: 'POST',
      headers,
      body: '{"message":"Who?"}',
    });
    expect(response.ok, await response.clone().text()).toBe(true);
    await response.json();
  };
  for (const [action, most] of [
    [pause, 24],
    [ask, 40],
  ] as const) {
    const files = await entered(action);
    expect(files).toContain('server/control.ts');
    expect(files.length, files.join('\n')).toBeLessThanOrEqual(most);
  }
});
