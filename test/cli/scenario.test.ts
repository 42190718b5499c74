import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { stripVTControlCharacters } from 'node:util';
import { basename, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { command } from '../../src/cli/scenario.js';
import { runInProcess } from './run-in-process.js';

const run = (...args: readonly string[]) => runInProcess(command(), args);
const bundled = readdirSync('scenarios')
  .filter((file) => file.endsWith('.yaml'))
  .map((file) => basename(file, '.yaml'));

const GOOD =
  'title: Mine\ndescription: A scenario of mine\nsteps:\n  - generate: { for: 2s, tokens: 0..10 }\n  - complete:\n';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'deckhand-scenarios-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

function write(name: string, text: string): string {
  const file = join(folder, name);
  writeFileSync(file, text);
  return file;
}

describe('deckhand scenario list', () => {
  it('prints each scenario in one line, also those of more folders', async () => {
    write('my-checkout.yaml', GOOD);
    write('notes.txt', 'not a scenario');
    const { stdout } = await run('list', '--scenarios', folder);
    const lines = stripVTControlCharacters(stdout).trimEnd().split('\n');
    expect(lines).toHaveLength(bundled.length + 1);
    expect(lines).toContain('my-checkout                     2s  completed');
    expect(lines).toContain('never-ends                      8s  never ends');
    expect(lines).toContain('api-disabled                        no job starts: the response is 403');
  });
});

describe('deckhand scenario check', () => {
  it('warns about a request that no job receives', async () => {
    const fault = '  - { operation: getGenerationStatus, requests: 40, latency: 1s }\n';
    const { code, stdout, stderr } = await run('check', write('mine.yaml', `${GOOD}faults:\n${fault}`));
    expect(stderr).toMatch(/^warning .*mine\.yaml:7:39: faults\[0\]\.requests is unreachable: .*\n$/);
    expect(stdout).toBe('1 of 1 scenario file is valid, with 1 warning.\n');
    expect(code).toBeUndefined();
  });

  it('warns about a fault that another one shadows, because the file is valid', async () => {
    const fault = '  - { operation: getGenerationStatus, latency: 1s }\n';
    const file = write('mine.yaml', `${GOOD}faults:\n${fault}${fault}`);
    const { code, stdout, stderr } = await run('check', file);
    expect(stderr).toMatch(/^warning .*mine\.yaml:8:5: faults\[1\] is never applied: .*\n$/);
    expect([code, stdout]).toEqual([undefined, '1 of 1 scenario file is valid, with 1 warning.\n']);
  });

  it('checks the bundled scenarios when no file is named', async () => {
    expect((await run('check')).stdout).toMatch(
      /^(\d+) of \1 bundled scenario files are valid\.\nTo check your files, add their folder: /,
    );
  });

  it('reports the errors of the other files when one cannot be read', async () => {
    const { errorText, stderr } = await run(
      'check',
      write('a.yaml', 'title: 7\n'),
      join(folder, 'nope.yaml'),
    );
    expect(errorText).toMatch(/nope\.yaml cannot be read\. No such file or folder/);
    expect(stderr).toMatch(/a\.yaml:1:/);
  });

  it('reports every error of every file in a folder', async () => {
    write('a.yaml', GOOD.replace('title', 'titel').replace('2s', 'soon'));
    write('b.json', '{"title": 7}');
    write('c.yaml', GOOD);
    const { code, stdout, stderr } = await run('check', folder);
    expect([code, stdout]).toEqual([1, '1 of 3 scenario files are valid.\n']);
    for (const position of [/a\.yaml:1:/, /a\.yaml:4:/, /b\.json:1:/]) expect(stderr).toMatch(position);
  });

  it.each([
    ['a missing folder', 'none', /^The scenarios folder \S+none cannot be read\. .+\n  Create it first/],
    ['a folder without scenarios', '.', /^No scenario file in \S+\.$/],
  ])('cannot run on %s', async (_, name, message) => {
    expect((await run('check', join(folder, name))).errorText).toMatch(message);
  });

  it('rejects files of other kinds', async () => {
    const { errorText } = await run('check', write('e.har', '{}'));
    expect(errorText).toMatch(/^\S+e\.har is not a scenario file.+\n.+from-har/);
  });
});

describe('deckhand scenario preview', () => {
  const preview = (...args: readonly string[]) => run('preview', ...args);

  it.each(bundled)('of %s prints its steps and stops', async (name) => {
    const { error, code, stdout, stderr } = await preview(name);
    expect([error, code, stderr]).toEqual([undefined, undefined, '']);
    expect(stdout).toMatch(new RegExp(`^\\S*${name}\\S*: `));
    expect(stdout).toMatch(/POST generate +\S*(202|403)/);
    expect(stdout).toMatch(
      /\n {2}(The job has ended|The job waits|The job is still running|The job never ends|The job did not start).*\n$/,
    );
  });

  it('replies to questions, or does not', async () => {
    expect((await preview('asks-a-question')).stdout).toContain('POST message');
    const { stdout } = await preview('asks-a-question', '--no-reply');
    expect(stdout).not.toContain('POST message');
    expect(stdout).toContain('The job waits for a reply, and the client sends none.');
    const late = await preview('unanswered-question');
    expect(late.stdout).toMatch(/GET status +200 +failed +The question was not answered in time/);
    const replied = await preview('unanswered-question', '--reply-after', '4s');
    expect(replied.stdout).toMatch(/POST message[^]*completed/);
  });

  it('acts like a client: it starts again after a 429, and replies also where the job would continue without a reply', async () => {
    const text = `title: Mine
steps:
  - ask: { message: Who?, timeout: 30s, on_timeout: continue }
  - complete:
faults: [{ operation: startGeneration, requests: 1..2, response: { status: 429, retry_after: 5s } }]
`;
    const { stdout } = await preview(write('mine.yaml', text));
    const requests = stripVTControlCharacters(stdout).matchAll(/^ +(\w+) {2}([A-Z]+ \w+) +(\d+)/gm);
    expect([...requests].map(([, at, request, status]) => `${at} ${request} ${status}`)).toEqual([
      '0ms POST generate 429',
      '5s POST generate 429',
      '10s POST generate 202',
      '13s GET status 200',
      '17s POST message 202',
      '20s GET status 200',
    ]);
  });

  it('polls at the given interval', async () => {
    const { stdout } = await preview('never-ends', '--poll-interval', '1m');
    expect(stdout).toMatch(/^ *1m .*GET status/m);
    expect(stdout).toContain('The job never ends. The preview stops here.');
  });

  it('accepts a file, or a name from another folder', async () => {
    const file = write('mine.yaml', GOOD);
    expect((await preview(file)).stdout).toMatch(/^\S*mine\S*: Mine\n/);
    expect((await preview('mine', '--scenarios', folder)).stdout).toMatch(/^\S*mine\S*: Mine\n/);
  });

  it.each([
    [['hapy-path'], 'Did you mean happy-path?'],
    [['mine'], 'Your own scenarios come from --scenarios FOLDER'],
    [['none.yaml'], 'none.yaml cannot be read. No such file or folder.'],
    [['instant', '--scenarios', '/no/such/folder'], 'The scenarios folder /no/such/folder cannot be read.'],
  ])('rejects %j', async (args, message) => {
    const { errorText, stdout } = await preview(...args);
    expect(errorText).toContain(message);
    expect(stdout).toBe('');
  });
});
