import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { command } from '../../src/cli/scenario.js';
import { UserError } from '../../src/user-error.js';
import { install } from './deckhand-process.js';
import { runInProcess } from './run-in-process.js';

const deckhand = install();
const run = (...args: readonly string[]) => runInProcess(command(), args);
const bundled = readdirSync('scenarios')
  .filter((file) => file.endsWith('.yaml'))
  .map((file) => basename(file, '.yaml'));

const GOOD =
  'title: Mine\ndescription: A story of mine\nsteps:\n  - work: { for: 2s, tokens: 0..10 }\n  - complete:\n';

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
  it('has every scenario with its title and what it exercises', async () => {
    const { code, stdout, stderr } = await deckhand.run(['scenario', 'list']);
    expect([code, stderr]).toEqual([0, '']);
    for (const name of bundled) {
      const [, title = ''] = /^title: (.*)$/m.exec(readFileSync(`scenarios/${name}.yaml`, 'utf8')) ?? [];
      expect(stdout).toContain(`${name}  ${title}\n    `);
    }
    expect(stdout.match(/^[a-z]/gm)).toHaveLength(bundled.length);
  });

  it('has those of more folders, too', async () => {
    write('my-story.yaml', GOOD);
    write('notes.txt', 'no scenario');
    const { stdout } = await run('list', '--scenarios', folder);
    expect(stdout).toMatch(/^\S*my-story\S* {2}Mine\n {4}A story of mine\n/m);
    expect(stdout).not.toContain('notes');
  });
});

describe('deckhand scenario check', () => {
  it('finds nothing wrong with the bundled scenarios', async () => {
    expect(await deckhand.run(['scenario', 'check'])).toEqual({
      code: 0,
      stdout: `${bundled.length} of ${bundled.length} scenario files are good.\n`,
      stderr: '',
    });
  });

  it('knows the rules that a scenario can break', async () => {
    const file = write('mine.yaml', `${GOOD}violates: [wire/json-announced]\n`);
    const { code, stderr } = await run('check', file);
    expect(stderr).toMatch(/mine\.yaml: violates names no rule .*Did you mean wire\/json-is-announced\?\n$/);
    expect(code).toBe(1);
  });

  it('ends with 1 when a file is wrong', async () => {
    const file = write('mine.yaml', GOOD.replace('2s', 'soon'));
    const { code, stdout, stderr } = await deckhand.run(['scenario', 'check', file]);
    expect([code, stdout]).toEqual([1, '0 of 1 scenario file is good.\n']);
    expect(stderr).toMatch(/^\S+mine\.yaml:4:13: steps\[0\]\.work\.for must be a time such as 2s[^\n]*\n$/);
  });

  it.each([
    ['a word it does not know', GOOD.replace('tokens', 'tokns'), /:4:\d+: .*tokns.*tokens/],
    ['a story without an end', GOOD.replace('  - complete:\n', ''), /:\d+:\d+: .*steps/],
    ['a step nobody reaches', `${GOOD}  - complete:\n`, /:6:5: steps\[2\] is never reached/],
    ['a total that falls', GOOD.replace('0..10', '10..5'), /:4:\d+: .*never falls/],
    [
      'an answer that the contract forbids',
      `${GOOD}faults: [{ on: startGeneration, answer: { status: 200, body: {} } }]\n`,
      /:6:\d+: .*breaks the contract: startGeneration succeeds with 202, not 200; .*violates/,
    ],
    ['a line that is no YAML', GOOD.replace('title: Mine', 'title: [Mine'), /:\d+:\d+: is not valid YAML: /],
  ])('shows the place of %s', async (_, text, complaint) => {
    const file = write('mine.yaml', text);
    const { code, stderr } = await run('check', file);
    expect(code).toBe(1);
    expect(stderr).toMatch(complaint);
    expect(stderr.startsWith(`${file}:`)).toBe(true);
  });

  it('takes such an answer from a scenario that says so', async () => {
    const admitted = `${GOOD}faults: [{ on: startGeneration, answer: { status: 200, body: {} } }]
violates: [start/answers-202]
`;
    expect(await run('check', write('mine.yaml', admitted))).toMatchObject({ code: undefined, stderr: '' });
  });

  it('shows every mistake of every file of a folder', async () => {
    write('a.yaml', GOOD.replace('title', 'titel').replace('2s', 'soon'));
    write('b.json', '{"title": 7}');
    write('c.yaml', GOOD);
    const { code, stdout, stderr } = await run('check', folder);
    expect([code, stdout]).toEqual([1, '1 of 3 scenario files are good.\n']);
    for (const place of [/a\.yaml:1:/, /a\.yaml:4:/, /b\.json:1:/]) expect(stderr).toMatch(place);
  });

  it('ends with 2 when it cannot be run', async () => {
    const { code, stdout, stderr } = await deckhand.run(['scenario', 'check', join(folder, 'none.yaml')]);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(/^deckhand: The scenario file \S+none\.yaml cannot be read\..*\n$/);
  });

  it.each([
    [
      'a folder that is not there',
      'none',
      /^The scenarios folder \S+none cannot be read\. .+\n  Make it first/,
    ],
    ['a folder without scenarios', '.', /^There is no scenario file in \S+\.$/],
  ])('cannot be run on %s', async (_, name, complaint) => {
    const { error } = await run('check', join(folder, name));
    expect(error).toBeInstanceOf(UserError);
    expect((error as UserError).format().replace(/^deckhand: /, '')).toMatch(complaint);
  });

  it('reads nothing that may have no end', async () => {
    symlinkSync('/dev/null', join(folder, 'endless.yaml'));
    const { error } = await run('check', join(folder, 'endless.yaml'));
    expect((error as UserError).message).toMatch(/endless\.yaml cannot be read\. It is no file\.$/);
  });

  it('says of a file of another kind that it is no scenario file', async () => {
    const { error } = await run('check', write('notes.txt', 'no scenario'));
    expect((error as UserError).format()).toMatch(
      /^\S+notes\.txt is no scenario file: these are \.yaml, \.yml or \.json\.$/,
    );
    const har = await run('check', write('e.har', '{}'));
    expect((har.error as UserError).format()).toMatch(/^\S+e\.har is no scenario file.+\n.+from-har/);
  });
});

describe('deckhand scenario preview', () => {
  const preview = (...args: readonly string[]) => run('preview', ...args);

  it.each(bundled)('of %s shows its steps and comes to an end', async (name) => {
    const { error, code, stdout, stderr } = await preview(name);
    expect([error, code, stderr]).toEqual([undefined, undefined, '']);
    expect(stdout).toMatch(new RegExp(`^\\S*${name}\\S*: `));
    expect(stdout).toMatch(/POST generate +\S*(202|403)/);
    expect(stdout).toMatch(/\n {2}(The job is over|The question waits|It goes on|No job was started).*\n$/);
  });

  it('shows the answers a client sees, with what went wrong', async () => {
    const { code, stdout, stderr } = await deckhand.run(['scenario', 'preview', 'rate-limited']);
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(/^rate-limited: 429 while polling, with a hint\n/);
    expect(stdout).toMatch(/9s +GET status +429 +Retry-After 2 +\[answers 429\]/);
    expect(stdout).toMatch(/GET status +200 +completed/);
  });

  it('answers questions, or lets them stand', async () => {
    expect((await preview('asks-a-question')).stdout).toContain('POST message');
    const { stdout } = await preview('asks-a-question', '--no-reply');
    expect(stdout).not.toContain('POST message');
    expect(stdout).toContain('The question waits for a reply, and none comes.');
  });

  it('polls as often as it is told', async () => {
    const { stdout } = await preview('never-ends', '--every', '1m', '--polls', '4');
    expect(stdout.match(/GET status/g)).toHaveLength(4);
    expect(stdout).toContain('(--polls 4)');
  });

  it('takes a file, or a name from another folder', async () => {
    const file = write('mine.yaml', GOOD);
    expect((await preview(file)).stdout).toMatch(/^\S*mine\S*: Mine\n/);
    expect((await preview('mine', '--scenarios', folder)).stdout).toMatch(/^\S*mine\S*: Mine\n/);
  });

  it.each([
    [['hapy-path'], 'Did you mean happy-path?'],
    [['none.yaml'], 'There is no scenario "none.yaml".'],
    [['instant', '--scenarios', '/no/such/folder'], 'The scenarios folder /no/such/folder cannot be read.'],
    [['instant', '--every', 'often'], 'Expected a time such as 500ms, 3s or 5m.'],
    [['instant', '--every', '0s'], 'Expected a time such as 500ms, 3s or 5m.'],
    [['instant', '--polls', '0'], 'Expected a whole number from 1 to 10000.'],
    [['instant', '--reply-after', '-1s'], 'Expected a time such as 500ms, 3s or 5m.'],
  ])('says what is wrong with %j', async (args, complaint) => {
    const { error, stdout } = await preview(...args);
    expect(error?.message).toContain(complaint);
    expect(stdout).toBe('');
  });

  it('ends with 2 when it cannot be run', async () => {
    const { code, stdout, stderr } = await deckhand.run(['scenario', 'preview', 'hapy-path']);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(
      /^deckhand: There is no scenario "hapy-path"\. Did you mean happy-path\?\n {2}There are: /,
    );
    expect(stderr).not.toMatch(/^ +at /m);
  });
});
