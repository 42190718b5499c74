import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { stringify } from 'yaml';
import { command } from '../../src/cli/verify.js';
import type { Report } from '../../src/contract/index.js';
import { writeOverlay } from '../../src/learn/overlay/write.js';
import { learnFrom, plainService } from '../learn/services.js';
import { tour } from '../learn/tour.js';
import { liberties } from '../liberties/liberties.js';
import { startPlainService } from '../mutants/plain-service/start.js';
import { runInProcess } from './run-in-process.js';
import { folderOf } from './temporary.js';

async function verified(
  ...chosen: readonly string[]
): Promise<{ report: Report; code: unknown; drifting: readonly string[] }> {
  vi.stubEnv('DECKHAND_API_KEY', undefined);
  const file = join(folderOf({}), 'seen.yaml');
  writeFileSync(file, stringify(writeOverlay(learnFrom(await tour(plainService([]))), '0')));
  const variations = liberties.filter(({ id }) => chosen.includes(id)).map(({ apply }) => apply);
  const service = await startPlainService({ variations });
  try {
    const quick = ['--requests-per-minute', '0', '--poll-interval', '1ms'];
    const args = [
      service.baseUrl,
      '--api-key',
      service.keys.first,
      ...quick,
      '--overlay',
      file,
      '--report',
      'json',
    ];
    const { stdout, code, error } = await runInProcess(command(), args);
    if (error) throw error;
    const report = JSON.parse(stdout) as Report;
    const drifting = report.rules
      .filter(({ id, outcome }) => id.startsWith('drift/') && outcome === 'warn')
      .map(({ id }) => id);
    return { report, code, drifting };
  } finally {
    await service.close();
  }
}

test('a service that still matches its observations has no drift', async () => {
  const { report, drifting, code } = await verified();
  expect(drifting).toEqual([]);
  expect(code).toBe(0);
  expect(
    report.rules.filter(({ id, outcome }) => id.startsWith('drift/') && outcome === 'pass').length,
  ).toBeGreaterThan(20);
});

test('drift is a warning for each place, and the check passes', async () => {
  const { report, drifting, code } = await verified(
    'templates-array',
    'create-answer-200',
    'refusals-missing-key-403',
    'error-body-nested',
  );
  expect(code).toBe(0);
  expect(report.outcome).toBe('pass');
  expect(drifting).toEqual([
    'drift/status-create-presentation',
    'drift/body-list-templates',
    'drift/refusal-missing-key',
    'drift/body-refusal',
  ]);
  const [status] = report.rules.find(({ id }) => id === 'drift/status-create-presentation')?.findings ?? [];
  expect(status).toMatchObject({
    kind: 'warn',
    message: '200, 2 times, instead of 201',
    expected: '201',
    actual: '200',
    exchange: expect.any(Number),
  });
  expect(report.rules.find(({ id }) => id === 'drift/refusal-missing-key')?.sections).toEqual(['5', '7']);
});

test('a new field and a missing field are drift', async () => {
  const { report } = await verified('templates-slug', 'embedded-presentation-less');
  const messages = (id: string) =>
    report.rules.find((rule) => rule.id === id)?.findings.map(({ message }) => message);
  expect(messages('drift/body-list-templates')).toEqual(
    expect.arrayContaining(['templates.*.id is missing', 'templates.*.slug is new']),
  );
  expect(messages('drift/more-presentation')).toEqual(['theme is new', 'owner is new']);
});
