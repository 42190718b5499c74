import { dirname } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { command } from '../../src/cli/exec.js';
import { UserError } from '../../src/base/user-error.js';
import { installCli } from './deckhand-process.js';
import { runInProcess } from './run-in-process.js';
import { createTempFolder } from './temp-files.js';

const deckhand = installCli();

/** A client of the API: starts a job, and on request patches slides, or sends a field in camelCase from a page without an origin. */
const CLIENT = `
const { DECKHAND_BASE_URL: url, DECKHAND_API_KEY: key } = process.env;
const ask = (method, path, body, origin) =>
  fetch(url + path, {
    method,
    headers: { authorization: 'Bearer ' + key, 'content-type': 'application/json', 'user-agent': 'deck-cli/2', ...(origin && { origin }) },
    ...(body && { body: JSON.stringify(body) }),
  });
const { generation_id } = await (await ask('POST', '/presentations/generate', { prompt: 'Taxis' })).json();
await ask('GET', '/presentations/generate/' + generation_id + '/status');
if (process.argv.includes('camel-case')) await ask('POST', '/presentations/generate', { prompt: 'Taxis', templateId: 'tpl_a' }, 'null');
if (process.argv.includes('misbehave')) await ask('PATCH', '/presentations/p', { sections: [] });
console.log(JSON.stringify(process.env));
process.exitCode = Number(process.argv.at(-1)) || 0;
`;

const exec = (flags: readonly string[], ...args: readonly string[]) =>
  deckhand.run([
    'exec',
    ...flags,
    '--',
    'node',
    `${createTempFolder({ 'client.mjs': CLIENT })}/client.mjs`,
    ...args,
  ]);

describe('deckhand exec', () => {
  it('runs a command with a mock server, its URLs and keys, and reports to stderr', async () => {
    const { code, stdout, stderr } = await exec([]);
    expect(stderr.trim()).toMatch(/^Client rules: 0 failed, \d+ passed; 2 exchanges\.$/);
    const { DECKHAND_BASE_URL, DECKHAND_ORIGIN, DECKHAND_OTHER_API_KEY } = JSON.parse(stdout);
    expect([code, DECKHAND_BASE_URL]).toEqual([0, `${DECKHAND_ORIGIN}/api/v1`]);
    expect(DECKHAND_OTHER_API_KEY).toBe('deckhand-other-key');
  });

  it('reports the violated rule, where, and what to do, and exits with the code of the command', async () => {
    const { code, stderr } = await exec(['--fail-on-violation'], 'misbehave', '7');
    expect(code).toBe(7);
    expect(stderr).toMatch(/FAIL .*\n {2}client\/no-slides-in-patch, sections 1, 4\.7\n/);
    expect(stderr).toMatch(/ \[deck-cli\/2, key\s+[0-9a-f]{8}\]/);
    expect(stderr).not.toContain('deckhand-dev-key');
  });

  it('exits with 1 with --fail-on-violation and a violated rule', async () => {
    expect((await exec(['--fail-on-violation'], 'misbehave')).code).toBe(1);
  });

  it('exits with 0 if a field has another case than the documented one, and names both', async () => {
    const { code, stderr } = await exec(['--fail-on-violation'], 'camel-case');
    expect(code).toBe(0);
    expect(stderr).toMatch(
      /^info {2}.+: templateId is not in the interface;\n {6}did you mean template_id\? /m,
    );
    expect(stderr).toMatch(/Client rules: 0 failed, /);
    // The browser hides the responses from the page, and nothing else says why.
    expect(stderr).toMatch(/^deckhand: A page from file:\/\/ has the origin null/m);
  });

  it.each([
    ['no command', [], /^No command to run\.\n.+deckhand exec -- npm test/],
    ['an unknown command', ['--', 'no-such-command'], /^Command "no-such-command" not found\.\n/],
    ['a path that is not a program', ['--', '/'], /^"\/" cannot be run: it is not an executable/],
    ['an unknown scenario', ['--scenario', 'hapy-path', '--', 'node'], /Did you mean happy-path\?/],
    ['an option of the command without dashes before', ['--inspect'], /unknown option '--inspect'/],
  ])('reports %s in one line', async (_, args, message) => {
    // A folder that this user cannot read would change the error.
    vi.stubEnv('PATH', dirname(process.execPath));
    const { error, stderr } = await runInProcess(command(), args);
    expect(error instanceof UserError ? error.format() : stderr).toMatch(message);
  });
});

describe.skipIf(process.platform === 'win32')('signals', () => {
  const WAITS = "console.log('ready ' + process.pid); setInterval(() => {}, 1000);";
  const started = async (script: string) => {
    const running = deckhand.start(['exec', '--', 'node', '-e', script]);
    const [, pid] = await running.until(/ready (\d+)/);
    return { running, pid: Number(pid) };
  };
  const isAlive = (pid: number): boolean => {
    try {
      return process.kill(pid, 0);
    } catch {
      return false;
    }
  };

  it('SIGTERM is forwarded to the command and its children, and deckhand exits with its number', async () => {
    const grandchild = `process.on('SIGTERM', () => {}); ${WAITS}`;
    const { running, pid } = await started(
      `require('child_process').spawn(process.execPath, ['-e', ${JSON.stringify(grandchild)}], { stdio: 'inherit' })`,
    );
    running.kill('SIGTERM');
    expect((await running.ended).code).toBe(143);
    await vi.waitUntil(() => !isAlive(pid), { timeout: 20_000 });
  });

  it('a second signal kills a command that ignores the first', async () => {
    const { running, pid } = await started(`process.on('SIGTERM', () => console.log('no')); ${WAITS}`);
    running.kill('SIGTERM');
    await running.until(/no/);
    running.kill('SIGTERM');
    expect((await running.ended).code).toBe(137);
    expect(isAlive(pid)).toBe(false);
  });
});
