import { expect, onTestFinished, test } from 'vitest';
import { command } from '../../src/cli/verify.js';
import type { Report } from '../../src/contract/index.js';
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
