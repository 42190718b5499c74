/** The examples that are programs, run by a user with the built package. */
import { execFile, spawn } from 'node:child_process';
import { join } from 'node:path';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { built } from '../built.js';

beforeAll(() => built('package'));

const root = join(import.meta.dirname, '../..');

describe('examples/express', () => {
  it('serves the API, its control API and its own page', async () => {
    const child = spawn(process.execPath, ['--import', 'tsx', 'examples/express/server.ts'], {
      cwd: root,
      env: { ...process.env, PORT: '0' },
    });
    onTestFinished(() => void child.kill());
    const url = await new Promise<string>((resolve, reject) => {
      let errors = '';
      child.stdout.once('data', (line: Buffer) => resolve(line.toString().trim()));
      child.stderr.on('data', (text: Buffer) => (errors += text.toString()));
      child.once('exit', () => reject(new Error(errors)));
    });
    const headers = { 'x-api-key': 'deckhand-dev-key' };
    expect((await fetch(`${url}/api/v1/templates`, { headers })).status).toBe(200);
    expect((await fetch(`${url}/_deckhand/api/workspaces`)).status).toBe(200);
    expect(await (await fetch(url)).text()).toBe('A page of the application.');
  });
});

describe('examples/node-test', () => {
  it('passes', async () => {
    const { code, output } = await new Promise<{ code: unknown; output: string }>((resolve) => {
      const args = [
        '--import',
        'tsx',
        '--test',
        '--test-reporter=tap',
        'examples/node-test/make-deck.test.ts',
        'examples/node-test/with-msw.test.ts',
      ];
      // A Node test runner inside another one would report to the outer one.
      const { NODE_TEST_CONTEXT: _, ...env } = process.env;
      execFile(process.execPath, args, { cwd: root, env }, (error, stdout) =>
        resolve({ code: error?.code ?? 0, output: stdout }),
      );
    });
    expect(output).toContain('# pass 4');
    expect(code).toBe(0);
  });
});
