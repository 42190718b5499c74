/** The scripts of examples/ci, run in the shell of their runner: with Deckhand installed, and a service at the address of staging. */
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { parse } from 'yaml';
import { runShell, workspace } from '../action/runner.js';
import { mutants } from '../mutants/mutants.js';
import { startPlainService } from '../mutants/plain-service/start.js';
import { install } from './deckhand-process.js';

const deckhand = install();
const STAGING = 'https://staging.example.com/api/v1';

interface Example {
  readonly file: string;
  /** The commands of one job, in their order. */
  readonly script: (text: string) => string;
  /** Reports, from the folder of the job. */
  readonly reports: readonly string[];
  /** The exit code of the shell: CI systems read 2 in their own way. */
  readonly incomplete: { readonly code: number; readonly log?: string };
}

type Steps = readonly { readonly run?: string; readonly script?: string }[];
type CircleSteps = readonly { readonly run?: string | { readonly command: string } }[];

const examples: readonly Example[] = [
  {
    file: 'github-actions.yml',
    script: (text) =>
      (parse(text) as { jobs: { verify: { steps: Steps } } }).jobs.verify.steps
        .flatMap(({ run }) => run ?? [])
        .join('\n'),
    reports: ['contract.xml', 'contract.html'],
    incomplete: { code: 2 },
  },
  {
    file: 'gitlab-ci.yml',
    script: (text) =>
      (parse(text) as { 'verify-staging': { script: string[] } })['verify-staging'].script.join('\n'),
    reports: ['contract.xml', 'contract.html'],
    incomplete: { code: 2 },
  },
  {
    file: 'azure-pipelines.yml',
    script: (text) =>
      (parse(text) as { jobs: readonly { steps: Steps }[] }).jobs
        .flatMap(({ steps }) => steps.flatMap(({ script }) => script ?? []))
        .join('\n'),
    reports: ['contract.xml', 'contract.html'],
    incomplete: { code: 0, log: '##vso[task.complete result=SucceededWithIssues;]' },
  },
  {
    file: 'circleci.yml',
    script: (text) =>
      (parse(text) as { jobs: { 'verify-staging': { steps: CircleSteps } } }).jobs['verify-staging'].steps
        .flatMap(({ run }) => (typeof run === 'object' ? run.command : (run ?? [])))
        .join('\n'),
    reports: ['results/contract.xml', 'reports/contract.html'],
    incomplete: { code: 2 },
  },
  {
    file: 'Jenkinsfile',
    script: (text) => /script: '''(.*?)'''/s.exec(text)?.[1] ?? 'exit 99',
    reports: ['contract.xml', 'contract.html'],
    incomplete: { code: 2 },
  },
];

/** Runs the script in a folder with `npm`, `npx` and `deckhand` in its PATH. */
async function runExample(
  { file, script }: Example,
  target: { url: string; key: string },
  more: readonly string[] = [],
) {
  const folder = workspace();
  const programs = join(folder, 'programs');
  mkdirSync(programs);
  const fast = [
    '--profile',
    'smoke',
    '--requests-per-minute',
    '0',
    '--poll-interval',
    '10ms',
    '--settle',
    '10ms',
    ...more,
  ];
  const write = (name: string, lines: string): void => {
    writeFileSync(join(programs, name), `#!/bin/sh\n${lines}\n`);
    chmodSync(join(programs, name), 0o755);
  };
  write('npm', '[ "$1" = ci ]');
  write('npx', '[ "$1 $2" = "--no deckhand" ] || exit 98\nshift 2\nexec deckhand "$@"');
  write(
    'deckhand',
    `exec '${process.execPath}' '${join(deckhand.folder, 'dist/cli/main.js')}' "$@" ${fast.join(' ')}`,
  );
  writeFileSync(join(folder, 'contract-baseline.yaml'), '[]\n');
  const text = script(readFileSync(join('examples/ci', file), 'utf8'));
  expect(text).toContain(STAGING);
  writeFileSync(join(folder, 'script.sh'), text.replaceAll(STAGING, target.url));
  const env = { PATH: `${programs}:/usr/bin:/bin`, DECKHAND_API_KEY: target.key };
  return { folder, ...(await runShell(join(folder, 'script.sh'), folder, env)) };
}

async function staging(id?: string) {
  const mutant = mutants.find((one) => one.id === id);
  const { baseUrl: url, keys, close } = await startPlainService({ variations: mutant ? [mutant.apply] : [] });
  onTestFinished(close);
  return { url, key: keys.first };
}

describe.each(examples)('$file', (example) => {
  test('passes, and writes the reports that it keeps', async () => {
    const { code, log, folder } = await runExample(example, await staging());
    expect([code, log]).toEqual([0, expect.stringContaining('Pass')]);
    for (const report of example.reports) expect(existsSync(join(folder, report)), report).toBe(true);
    const text = readFileSync(join('examples/ci', example.file), 'utf8');
    for (const report of example.reports)
      expect(text.split(report.split('/')[0] ?? '').length).toBeGreaterThan(2);
  });

  test('fails if a promise is broken', async () => {
    const { code } = await runExample(example, await staging('start-generation-id-null'));
    expect(code).toBe(1);
  });

  test('tells an incomplete run from a broken promise', async () => {
    const { code, log } = await runExample(example, await staging(), ['--require', 'isolation']);
    expect([code, log]).toEqual([
      example.incomplete.code,
      expect.stringContaining(example.incomplete.log ?? ''),
    ]);
  });
});
