import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { command } from '../../src/cli/verify.js';
import type { Report } from '../../src/contract/index.js';
import { createPlainService } from '../mutants/plain-service/handle.js';
import { startPlainService } from '../mutants/plain-service/start.js';
import type { Answer, Call, Variation, Wire } from '../mutants/plain-service/variation.js';
import { hastyPace } from '../contract/hasty-pace.js';
import { runInProcess } from './run-in-process.js';

/** Runs wait for effects and for jobs: here, those waits pass at once. */
const hasty = () => command(() => hastyPace());
const quick = ['--requests-per-minute', '0', '--poll-interval', '1ms', '--report', 'json'];

interface Run {
  readonly code: unknown;
  readonly report: Report;
  /** The last line on standard error. */
  readonly sentence: string;
}

async function verify(variation: Variation, ...args: readonly string[]): Promise<Run> {
  const service = await startPlainService({ variations: [variation] });
  onTestFinished(() => service.close());
  return verifyAt(service.baseUrl, service.keys.first, ...args);
}

async function verifyAt(baseUrl: string, key: string, ...args: readonly string[]): Promise<Run> {
  const run = await runInProcess(hasty(), [baseUrl, '--api-key', key, ...quick, ...args]);
  if (run.error) throw run.error;
  return {
    code: run.code,
    report: JSON.parse(run.stdout) as Report,
    sentence: run.stderr.trimEnd().split('\n').at(-1) ?? '',
  };
}

/** Changes the responses of one operation to the caller with a key. */
const answering = (operation: Call['operation'], change: (honest: Answer) => Answer): Variation => ({
  answer: (honest, call) =>
    call.operation === operation && call.workspace !== undefined ? change(honest) : honest,
});
const sending = (operation: Call['operation'], change: (honest: Wire) => Wire): Variation => ({
  wire: (honest, call) =>
    call.operation === operation && call.workspace !== undefined ? change(honest) : honest,
});
const refusal = (status: number): Answer => ({ status, body: { error: 'not now' } });

/** More stages than a run has polls. */
const ENDLESS = Array.from({ length: 5000 }, () => ({ status: 'generating' }) as const);

/** Answers the third and each later poll of a job. */
function afterTwoPolls(response: Answer): Variation {
  const polls = new Map<unknown, number>();
  return {
    stages: () => ENDLESS,
    answer(honest, { operation, workspace, job }) {
      if (operation !== 'getGenerationStatus' || workspace === undefined || honest.status !== 200)
        return honest;
      const count = (polls.get(job) ?? 0) + 1;
      polls.set(job, count);
      return count > 2 ? response : honest;
    },
  };
}

test.each<[string, Variation, readonly string[], RegExp]>([
  [
    'all starts are refused',
    answering('startGeneration', () => refusal(403)),
    [],
    /^deckhand: Incomplete: the start of a job never succeeded \(\d+ × 403.*\), so status and completed/,
  ],
  [
    'the status is always 500',
    answering('getGenerationStatus', () => refusal(500)),
    ['--job-timeout', '1s'],
    /^deckhand: Incomplete: job \S+ could not be polled \(\d+ × 500\), so completed/,
  ],
  [
    'a job never ends',
    { stages: () => ENDLESS },
    ['--job-timeout', '1s'],
    /^deckhand: Incomplete: job \S+ did not end: it was generating for \d+ s, .*so completed was not seen/,
  ],
  [
    'every job fails',
    { stages: () => [{ status: 'failed', error: 'The upstream timed out.' }] },
    [],
    /^deckhand: Incomplete: a completed job was not seen: the last status was failed.*\(--prompt\)/,
  ],
  [
    'the status has 5 MB',
    sending('getGenerationStatus', (honest) => ({ ...honest, body: Buffer.alloc(5_000_000, ' ') })),
    ['--job-timeout', '1s'],
    /^deckhand: Incomplete: job \S+ could not be polled \(\d+ × 200 with a body that could not be read \(over 4 MB\)\)/,
  ],
  [
    'the status has a wrong Content-Encoding',
    sending('getGenerationStatus', (honest) => ({
      ...honest,
      headers: { ...honest.headers, 'content-encoding': 'gzip' },
    })),
    ['--job-timeout', '1s'],
    /^deckhand: Incomplete: job \S+ could not be polled .*Content-Encoding: gzip/,
  ],
])('when %s, the run is incomplete', async (_, variation, args, sentence) => {
  const run = await verify(variation, ...args);
  expect({ code: run.code, sentence: run.sentence }).toEqual({
    code: 2,
    sentence: expect.stringMatching(sentence),
  });
  expect(run.report.outcome).toBe('incomplete');
  expect(run.report.rules.filter(({ outcome }) => outcome === 'fail')).toEqual([]);
});

test('--allow-incomplete removes topics from the minimum, and the report shows it', async () => {
  const refusing = answering('startGeneration', () => refusal(403));
  const names = 'start,status,completed,fetch,rename';
  const { code, report } = await verify(refusing, '--allow-incomplete', names);
  expect(code).toBe(0);
  expect(report.evidence.minimum).toMatchObject({ name: 'full', lowered: names.split(',') });
});

test('--require adds a topic or a rule to the minimum', async () => {
  expect((await verify({}, '--require', 'reply')).sentence).toContain(
    'a question of a job was not seen (--question-prompt)',
  );
  const { code, sentence } = await verify({}, '--require', 'limit/answers-429');
  expect({ code, sentence }).toEqual({ code: 2, sentence: expect.stringContaining('limit/answers-429') });
});

test('a second key whose isolation cannot be judged leaves the run incomplete', async () => {
  const service = await startPlainService({
    variations: [
      answering('startGeneration', () => refusal(403)),
      answering('createPresentation', () => refusal(403)),
    ],
  });
  onTestFinished(() => service.close());
  const run = await verifyAt(service.baseUrl, service.keys.first, '--other-api-key', service.keys.second);
  expect(run.code).toBe(2);
  expect(run.report.evidence.missing.map(({ topic }) => topic)).toContain('isolation');
});

test('a violation wins over missing evidence', async () => {
  const { code, report } = await verify(
    answering('startGeneration', (honest) => ({ ...honest, body: { status: 'generating' } })),
  );
  expect(code).toBe(1);
  expect(report.outcome).toBe('fail');
  expect(report.evidence.missing.length).toBeGreaterThan(0);
});

/** Serves the plain service, but writes the statuses for its key itself. */
async function serviceWithStatus(
  respond: (response: ServerResponse) => void,
): Promise<{ baseUrl: string; key: string }> {
  const { handle, keys } = createPlainService();
  const server = createServer((request, response) => {
    const sent = [request.headers.authorization, request.headers['x-api-key']];
    const hasKey = sent.some((value) => value === keys.first || value === `Bearer ${keys.first}`);
    if (hasKey && request.url?.endsWith('/status')) return respond(response);
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const headers = Object.fromEntries(
        Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
      );
      const wire = handle({
        method: request.method ?? 'GET',
        path: request.url ?? '/',
        headers,
        body: Buffer.concat(chunks).toString(),
      });
      response.writeHead(wire.status, wire.headers).end(wire.body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return { baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/v1`, key: keys.first };
}

test('a status body without end leaves the run incomplete', async () => {
  const { baseUrl, key } = await serviceWithStatus((response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    const write = () => {
      while (!response.destroyed && response.write(' '.repeat(65_536)));
      if (!response.destroyed) response.once('drain', write);
    };
    write();
  });
  const { code, sentence } = await verifyAt(baseUrl, key);
  expect({ code, sentence }).toEqual({
    code: 2,
    sentence: expect.stringMatching(/could not be polled .*could not be read/),
  });
});

test('--time-limit bounds the whole run', async () => {
  const { code, sentence } = await verify(
    { stages: () => ENDLESS },
    '--time-limit',
    '1s',
    '--poll-interval',
    '20ms',
  );
  expect({ code, sentence }).toEqual({
    code: 2,
    sentence: expect.stringContaining('the run reached its time limit (--time-limit)'),
  });
});

test.each([
  ['always 425', answering('getGenerationStatus', () => refusal(425))],
  ['500 after two good polls', afterTwoPolls(refusal(500))],
])('a status that is %s is never green', async (_, variation) => {
  const { code, report } = await verify(variation, '--job-timeout', '1s');
  expect(code).not.toBe(0);
  expect(report.evidence.missing.map(({ topic }) => topic)).toEqual(
    expect.arrayContaining(['status', 'completed']),
  );
});
