/** Runs the steps of action.yml as a runner of GitHub does: inputs become variables, and the shell is that of `shell: bash`. */
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { onTestFinished } from 'vitest';
import { parse } from 'yaml';

const ROOT = resolve(import.meta.dirname, '../..');

export interface Step {
  readonly id?: string;
  readonly if?: string;
  readonly shell?: string;
  readonly run?: string;
  readonly uses?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly with?: Readonly<Record<string, string>>;
  readonly 'working-directory'?: string;
}

export interface Action {
  readonly inputs: Readonly<Record<string, { readonly description: string; readonly default?: string }>>;
  readonly outputs: Readonly<Record<string, { readonly value: string }>>;
  readonly runs: { readonly using: string; readonly steps: readonly Step[] };
}

export const action = parse(readFileSync(join(ROOT, 'action.yml'), 'utf8')) as Action;

export interface ActionRun {
  readonly code: number | null;
  readonly log: string;
  readonly summary: string;
  readonly outputs: Readonly<Record<string, string>>;
}

/** A checkout of a user. Its folder is removed when the test is over. */
export function workspace(): string {
  const folder = mkdtempSync(join(tmpdir(), 'deckhand-action-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

/** Runs the first step of the action with these inputs. Inputs that are not given have their defaults. */
export async function runAction(folder: string, given: Readonly<Record<string, string>>): Promise<ActionRun> {
  const step = action.runs.steps.find(({ run }) => run !== undefined) ?? {};
  const inputs = Object.fromEntries(
    Object.entries(action.inputs).map(([name, input]) => [name, given[name] ?? input.default ?? '']),
  );
  const replaced = (text: string): string =>
    text.replace(/\$\{\{ *inputs\.([\w-]+) *\}\}/g, (_, name: string) => inputs[name] ?? '');
  const files = {
    script: join(folder, 'step.sh'),
    output: join(folder, 'output'),
    summary: join(folder, 'summary'),
  };
  writeFileSync(files.script, replaced(step.run ?? ''));
  writeFileSync(files.output, '');
  writeFileSync(files.summary, '');
  const env = Object.fromEntries(
    Object.entries(step.env ?? {}).map(([name, text]) => [name, replaced(text)]),
  );
  const { code, log } = await runShell(
    files.script,
    resolve(folder, replaced(step['working-directory'] ?? '.')),
    {
      ...env,
      GITHUB_ACTIONS: 'true',
      GITHUB_ACTION_PATH: ROOT,
      GITHUB_OUTPUT: files.output,
      GITHUB_STEP_SUMMARY: files.summary,
      RUNNER_TEMP: folder,
    },
  );
  const lines = readFileSync(files.output, 'utf8').split('\n').filter(Boolean);
  return {
    code,
    log,
    summary: readFileSync(files.summary, 'utf8'),
    outputs: Object.fromEntries(
      lines.map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
    ),
  };
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
