import { afterEach, expect, test } from 'vitest';
import { createPlainService, type PlainOptions } from './plain-service/handle.js';
import { limitForProbes } from './plain-service/rate-limit.js';
import { operations, type Operation } from './plain-service/routes.js';
import { prompts } from './plain-service/stages.js';
import { startPlainService, type RunningPlainService } from './plain-service/start.js';

/** A service and a client of its first workspace; `as` sends another key, `undefined` sends none. */
function arrange(options: PlainOptions = {}) {
  const { handle, keys } = createPlainService(options);
  const as = (key: string | undefined) => (method: string, path: string, body?: unknown) => {
    const headers: Record<string, string> = key === undefined ? {} : { authorization: `Bearer ${key}` };
    const { status, body: answer } = handle({
      method,
      path: `/api/v1${path}`,
      headers,
      body: JSON.stringify(body),
    });
    return { status, body: answer.length > 0 ? JSON.parse(answer.toString()) : undefined };
  };
  const call = as(keys.first);
  const start = (prompt: string): string =>
    call('POST', '/presentations/generate', { prompt }).body['generation_id'];
  const poll = (job: string) => call('GET', `/presentations/generate/${job}/status`).body;
  const reply = (job: string, message: string) =>
    call('POST', `/presentations/generate/${job}/message`, { message }).status;
  const statuses = (job: string, polls: number) => Array.from({ length: polls }, () => poll(job)['status']);
  return { handle, keys, as, call, start, poll, reply, statuses };
}

test('a job without a question goes on to completed, and stays completed', () => {
  const { start, poll } = arrange();
  const job = start(prompts.plain);
  const views = Array.from({ length: 6 }, () => poll(job));
  expect(views.map(({ status }) => status)).toEqual([
    ...Array.from({ length: 4 }, () => 'generating'),
    'completed',
    'completed',
  ]);
  expect(views[0]).toEqual({ generation_id: job, status: 'generating' });
  expect(views[1]['progress']).toMatchObject({ slides_total: 5, slides_completed: 0 });
  expect(views.map(({ tokens_used: tokens }) => tokens)).toEqual([undefined, 120, 560, 900, 1270, 1270]);
  expect(Object.keys(views[5])).toEqual(['generation_id', 'status', 'presentation', 'tokens_used']);
});

test('the presentation of a completed job is the fetched one', () => {
  const { start, poll, call, statuses } = arrange();
  const job = start(prompts.plain);
  statuses(job, 4);
  const { presentation } = poll(job);
  expect(call('GET', `/presentations/${presentation.id}`)).toEqual({ status: 200, body: presentation });
  expect(presentation).toMatchObject({
    title: prompts.plain,
    workspace_id: 'workspace-amber',
    is_public: false,
  });
  expect(presentation.created_at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
});

test('a question waits for its reply', () => {
  const { start, poll, reply, statuses } = arrange();
  const job = start(prompts.question);
  expect(statuses(job, 5)).toEqual([
    'generating',
    'generating',
    ...Array.from({ length: 3 }, () => 'awaiting_input'),
  ]);
  expect(poll(job)).toEqual({ generation_id: job, status: 'awaiting_input', message: expect.any(String) });
  expect(reply(job, 'Forty people')).toBe(202);
  expect(statuses(job, 3)).toEqual(['generating', 'generating', 'completed']);
});

test('a job can ask twice', () => {
  const { start, reply, statuses } = arrange();
  const job = start(prompts.twoQuestions);
  expect(statuses(job, 3).at(-1)).toBe('awaiting_input');
  reply(job, 'Forty people');
  expect(statuses(job, 2)).toEqual(['generating', 'awaiting_input']);
  reply(job, 'Ten minutes');
  expect(statuses(job, 2)).toEqual(['generating', 'completed']);
});

test('a failed job shows its error only, and accepts no message', () => {
  const { start, poll, reply, statuses } = arrange();
  const job = start(prompts.failure);
  statuses(job, 4);
  expect(poll(job)).toEqual({ generation_id: job, status: 'failed', error: expect.any(String) });
  expect(reply(job, 'Try again')).toBe(409);
  expect(poll(job)['status']).toBe('failed');
});

test('a job can advance with the clock instead', () => {
  let now = 0;
  const { start, statuses, poll } = arrange({ choices: { pace: { stageMs: 10 } }, now: () => now });
  const job = start(prompts.question);
  expect(poll(job)).not.toHaveProperty('progress');
  expect(poll(job)).not.toHaveProperty('progress');
  now = 10;
  expect(poll(job)).toHaveProperty('progress');
  now = 500;
  expect(statuses(job, 2)).toEqual(['awaiting_input', 'awaiting_input']);
});

test('a start answers 202 with the job and the path to poll', () => {
  const { call } = arrange();
  const { status, body } = call('POST', '/presentations/generate', { prompt: prompts.plain });
  expect(status).toBe(202);
  expect(body).toEqual({
    generation_id: expect.any(String),
    status: 'generating',
    poll_url: `/api/v1/presentations/generate/${body.generation_id}/status`,
  });
});

test('a rename changes the title and updated_at, and nothing else', () => {
  let now = 0;
  const { call } = arrange({ now: () => (now += 1000) });
  const [template] = call('GET', '/templates').body.templates;
  const made = call('POST', '/presentations', { template_id: template.id, title: 'Before' }).body;
  call('PATCH', `/presentations/${made.id}`, { title: 'Après', sections: [], is_public: true });
  const { updated_at, ...rest } = call('GET', `/presentations/${made.id}`).body;
  expect({ ...rest, updated_at: made.updated_at }).toEqual({ ...made, title: 'Après' });
  expect(updated_at > made.updated_at).toBe(true);
});

/** A valid call of each operation on the resources of the first workspace. */
function valid(
  job: string,
  deck: string,
): Record<Operation, readonly [method: string, path: string, body?: unknown]> {
  return {
    listTemplates: ['GET', '/templates'],
    getPresentation: ['GET', `/presentations/${deck}`],
    createPresentation: ['POST', '/presentations', { template_id: 'template-1a' }],
    startGeneration: ['POST', '/presentations/generate', { prompt: prompts.plain }],
    getGenerationStatus: ['GET', `/presentations/generate/${job}/status`],
    sendGenerationMessage: ['POST', `/presentations/generate/${job}/message`, { message: 'Hello' }],
    updatePresentation: ['PATCH', `/presentations/${deck}`, { title: 'New' }],
  };
}

test.each(operations)('%s works with either header, and with no other key', (operation) => {
  const { handle, keys, call, start } = arrange();
  const deck = call('POST', '/presentations', { template_id: 'template-1a' }).body.id;
  const [method, path, body] = valid(start(prompts.plain), deck)[operation];
  const status = (headers: Record<string, string>) =>
    handle({ method, path: `/api/v1${path}`, headers, body: JSON.stringify(body) }).status;
  expect(status({ authorization: `Bearer ${keys.first}` })).toBeLessThan(300);
  expect(status({ 'x-api-key': keys.first })).toBeLessThan(300);
  expect(status({})).toBe(401);
  expect(status({ authorization: 'Bearer nobody' })).toBe(401);
  expect(status({ 'x-api-key': 'nobody' })).toBe(401);
  expect(status({ authorization: keys.first })).toBe(401);
});

test('another workspace cannot read or change resources', () => {
  const { keys, as, call, start, poll } = arrange();
  const job = start(prompts.question);
  const deck = call('POST', '/presentations', { template_id: 'template-1a', title: 'Ours' }).body.id;
  const calls = valid(job, deck);
  const other = as(keys.second);
  for (const operation of [
    'getPresentation',
    'getGenerationStatus',
    'sendGenerationMessage',
    'updatePresentation',
  ] as const) {
    expect(other(...calls[operation]).status).toBe(404);
  }
  expect(call('GET', `/presentations/${deck}`).body.title).toBe('Ours');
  expect(poll(job)).toEqual({ generation_id: job, status: 'generating' });
});

test('a rate limit accepts a number of requests of a key, and answers 429 to the rest', () => {
  const { keys, as, call } = arrange({ choices: { rateLimit: limitForProbes } });
  const codes = Array.from({ length: 17 }, () => call('GET', '/templates').status);
  expect(codes).toEqual([...Array.from({ length: 15 }, () => 200), 429, 429]);
  expect(as(keys.second)('GET', '/templates').status).toBe(200);
});

let running: RunningPlainService | undefined;
afterEach(() => running?.close());

test('the service responds over HTTP on its own port until it is closed', async () => {
  running = await startPlainService();
  const response = await fetch(`${running.baseUrl}/templates`, {
    headers: { 'x-api-key': running.keys.first },
  });
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toBe('application/json');
  expect(await response.json()).toHaveProperty('templates');
  await running.close();
  await expect(fetch(`${running.baseUrl}/templates`)).rejects.toThrow();
  running = undefined;
});

test.each(['chunked', 'close'] as const)('bodies can have another framing: %s', async (framing) => {
  running = await startPlainService({ variations: [{ wire: (honest) => ({ ...honest, framing }) }] });
  const response = await fetch(`${running.baseUrl}/templates`, {
    headers: { 'x-api-key': running.keys.first },
  });
  expect(response.headers.has('content-length')).toBe(false);
  expect(response.headers.get('transfer-encoding')).toBe(framing === 'chunked' ? 'chunked' : null);
  expect(await response.json()).toHaveProperty('templates');
});
