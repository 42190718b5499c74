/** The scripts of examples/ci, run in the shell of their runner: with Deckhand installed, and a service at the address of staging. */
import { spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { parse } from 'yaml';
import { mutants } from '../mutants/mutants.js';
import { startPlainService } from '../mutants/plain-service/start.js';
import { install } from './deckhand-process.js';

const deckhand = install();
const STAGING = 'https://staging.example.com/api/v1';

interface Example {
  readonly file: string;
  /** The commands of one job, in their order. */
  readonly script: (text: string) => string;
}

type Steps = readonly { readonly run?: string }[];

const examples: readonly Example[] = [
  {
    file: 'github-actions.yml',
    script: (text) =>
      (parse(text) as { jobs: { verify: { steps: Steps } } }).jobs.verify.steps
        .flatMap(({ run }) => run ?? [])
        .join('\n'),
  },
  {
    file: 'gitlab-ci.yml',
    script: (text) =>
      (parse(text) as { 'verify-staging': { script: string[] } })['verify-staging'].script.join('\n'),
  },
];

/** A checkout of a user. Its folder is removed when the test is over. */
function workspace(): string {
  const folder = mkdtempSync(join(tmpdir(), 'deckhand-ci-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

/** `shell: bash` of a runner, with nothing of this machine but Node. */
function runShell(
  script: string,
  cwd: string,
  env: Readonly<Record<string, string>>,
): Promise<{ readonly code: number | null; readonly log: string }> {
  const PATH = `${dirname(process.execPath)}:/usr/local/bin:/usr/bin:/bin`;
  const child = spawn('bash', ['--noprofile', '--norc', '-eo', 'pipefail', script], {
    cwd,
    env: { PATH, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  let log = '';
  child.stdout.on('data', (chunk) => (log += String(chunk)));
  child.stderr.on('data', (chunk) => (log += String(chunk)));
  return new Promise((done) => child.once('close', (code) => done({ code, log })));
}

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
    '--smoke',
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
    for (const report of ['contract.xml', 'contract.html'])
      expect(existsSync(join(folder, report)), report).toBe(true);
  });

  test('fails if a promise is broken', async () => {
    const { code } = await runExample(example, await staging('start-generation-id-null'));
    expect(code).toBe(1);
  });

  test('tells an incomplete run from a broken promise', async () => {
    const { code } = await runExample(example, await staging(), ['--require', 'isolation']);
    expect(code).toBe(2);
  });
});
