/** Runs docs/replay.md as it stands there: one shell after the other, in the project of somebody who has the package. */
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from '../cli/temporary.js';
import { install } from '../cli/deckhand-process.js';
import { stagingRecording } from './staging-recording.js';

const ROOT = join(import.meta.dirname, '../..');
const page = readFileSync(join(ROOT, 'docs/replay.md'), 'utf8');
const blocks = (language: string): string[] =>
  [...page.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\`$`, 'gms'))].map(([, code = '']) => code);

const deckhand = install();
const project = mkdtempSync(join(tmpdir(), 'deckhand-replay-'));
const outputs: { readonly code: number; readonly out: string }[] = [];

beforeAll(async () => {
  const modules = join(project, 'node_modules');
  mkdirSync(join(modules, '.bin'), { recursive: true });
  symlinkSync(deckhand.folder, join(modules, 'deckhand'));
  symlinkSync('../deckhand/dist/cli/main.js', join(modules, '.bin/deckhand'));
  for (const name of ['vitest', 'yaml']) symlinkSync(join(ROOT, 'node_modules', name), join(modules, name));
  writeFileSync(join(project, 'package.json'), '{ "private": true, "type": "module" }');
  writeFileSync(join(project, 'staging.har'), await stagingRecording());
  for (const code of blocks('sh').filter(ends)) outputs.push(await run('sh', ['-ec', code]));
}, 60_000);
afterAll(() => rmSync(project, { recursive: true }));

/** Whether a command ends by itself. */
function ends(code: string): boolean {
  return !code.includes('deckhand serve');
}

function run(
  file: string,
  args: readonly string[],
): Promise<{ readonly code: number; readonly out: string }> {
  const paths = [join(project, 'node_modules/.bin'), dirname(process.execPath), process.env['PATH'] ?? ''];
  const env = {
    PATH: paths.join(delimiter),
    HOME: project,
    NO_COLOR: '1',
    npm_config_update_notifier: 'false',
  };
  return new Promise((resolve) => {
    const child = execFile(file, args, { cwd: project, env, timeout: 30_000 }, (_error, stdout, stderr) =>
      resolve({ code: child.exitCode ?? -1, out: stdout + stderr }),
    );
  });
}

describe('the page about replays', () => {
  it('has commands that all do what they are there for', () => {
    expect(outputs.map(({ code, out }) => [code, out].join(' ').slice(0, 200))).toEqual(
      blocks('sh')
        .filter(ends)
        .map(() => expect.stringMatching(/^0 /)),
    );
  });

  it('shows what is printed, and the file that is written', () => {
    expect(outputs[1]?.out).toBe(blocks('text')[0]);
    expect(readFileSync(join(project, 'scenarios/renderer-fails.yaml'), 'utf8')).toBe(blocks('yaml')[0]);
  });

  it('serves it', async () => {
    const served = blocks('sh').filter((code) => !ends(code));
    expect(served).toHaveLength(1);
    const args = (served[0] ?? '').trim().split(' ').slice(2);
    const at = args.map((word) => (word === 'scenarios' ? join(project, word) : word));
    const server = deckhand.start([...at, '--port', await freePort()]);
    await server.until(/Scenario +renderer-fails: Replay of a job that fails/);
  });

  it('has a test that passes', async () => {
    const [test = ''] = blocks('ts').filter((code) => code.includes('deckhand/vitest'));
    writeFileSync(join(project, 'renderer.test.ts'), test);
    const { code, out } = await run(process.execPath, ['node_modules/vitest/vitest.mjs', 'run']);
    expect(code, out).toBe(0);
    expect(out).toMatch(/1 passed/);
  }, 30_000);
});
