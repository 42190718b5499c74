/** Runs the commands of docs/record.md in the project of a user; test/browser/recipes.test.ts runs its test. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { freePort } from '../free-port.js';
import { install } from '../cli/deckhand-process.js';
import { serve } from '../server/serve.js';
import { blocksOf } from './page.js';
import { stagingRecording } from './staging-recording.js';
import { UserProject } from './user-project.js';

const deckhand = install();
const project = new UserProject(deckhand.folder, ['yaml']);
afterAll(() => project.remove());
const inSection = (heading: string, language = 'sh'): readonly string[] =>
  blocksOf('docs/record.md', language, heading);

beforeAll(() => {
  project.write('staging.har', stagingRecording());
  project.write('staging.har.gz', gzipSync(stagingRecording()));
});

/** Starts a command of the page that does not end by itself, at a free port. */
const start = async (line: string) => {
  const words = line.replace('npx --no deckhand ', '').trim().split(' ');
  const at = words.map((word) => (word.endsWith('.har') ? join(project.folder, word) : word));
  return deckhand.start([...at, '--port', String(await freePort())]);
};

it('the first commands record, judge and play', async () => {
  const [first = ''] = blocksOf('docs/record.md', 'sh');
  const [record = '', judge = '', play = ''] = first.split('\n');
  const server = await serve();
  onTestFinished(server.close);
  const proxy = await start(record.replace('https://staging.example.com', server.url));
  const [, address = ''] = await proxy.until(/Use +(\S+)/);
  const headers = { 'x-api-key': 'deckhand-dev-key' };
  expect((await fetch(`${address}/templates`, { headers })).status).toBe(200);
  proxy.kill('SIGINT');
  await proxy.ended;
  expect(await project.shell(judge)).toMatchObject({ code: 0 });
  await (await start(play)).until(/Replay +traffic\.har: .*1 request/);
});

it.each([
  ...inSection('Judge a recording').join('').split('\n').filter(Boolean),
  ...inSection('Replay').filter((code) => code.includes('from-har')),
])('ends with success: %s', async (line) => {
  const { code, out, err } = await project.shell(line);
  expect(code, out + err).toBe(0);
  if (!line.includes('from-har')) return;
  expect(out + err).toBe(inSection('Replay', 'text')[0]);
  const file = join(project.folder, 'scenarios/renderer-fails.yaml');
  expect(readFileSync(file, 'utf8')).toBe(inSection('Replay', 'yaml')[0]);
});

it('a recording is served', async () => {
  const [play = ''] = inSection('Replay');
  await (await start(play)).until(/Replay +staging\.har: 1 job, 9 requests/);
});

describe('a client', () => {
  const [exec = '', strict = '', report = ''] = inSection('Judge your client');
  beforeAll(() => {
    for (const code of inSection('Judge your client', 'js'))
      project.write(/^\/\/ (\S+)/.exec(code)?.[1] ?? '', code);
  });

  it('is judged by exec, whose exit code is that of the command', async () => {
    const { code, err } = await project.shell(exec);
    expect([code, err]).toEqual([
      0,
      expect.stringContaining('client/never-polls-in-a-tight-loop, section 4.5'),
    ]);
  });

  it('that breaks a rule makes a strict run end with 1, unless speed hides its loop', async () => {
    const { code, err } = await project.shell(strict);
    expect([code, err]).toEqual([1, expect.stringContaining('Client rules: 1 broken')]);
    const fast = await project.shell(exec.replace('exec', 'exec --speed 20'));
    expect(fast.err).not.toContain('tight-loop');
  });

  it('has a report at a server', async () => {
    const server = await serve();
    onTestFinished(server.close);
    const { out } = await project.shell(report.replace('http://127.0.0.1:4010', server.url));
    expect(JSON.parse(out)).toMatchObject({ outcome: 'incomplete', requests: 0 });
  });
});
