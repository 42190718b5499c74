/** Runs the scripts of CI examples as a runner does. */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';

/** A checkout of a user. Its folder is removed when the test is over. */
export function workspace(): string {
  const folder = mkdtempSync(join(tmpdir(), 'deckhand-ci-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

/** `shell: bash` of a runner, with nothing of this machine but Node. */
export function runShell(
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
