/** Runs what docs/conduct.md shows, as it stands there. */
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { conductRules } from '../../src/contract/index.js';
import { serve } from '../adapters/serve.js';
import { install } from '../cli/deckhand-process.js';

const PAGE = readFileSync(join(import.meta.dirname, '../../docs/conduct.md'), 'utf8');
const blocks = (language: string): readonly string[] =>
  [...PAGE.matchAll(/^```(\w+)\n(.*?)^```$/gms)].flatMap(([, name, code = '']) =>
    name === language ? [code] : [],
  );

const { folder: installed } = install();
const project = mkdtempSync(join(tmpdir(), 'deckhand-conduct-'));
beforeAll(() => {
  mkdirSync(join(project, 'node_modules/.bin'), { recursive: true });
  symlinkSync(installed, join(project, 'node_modules/deckhand'));
  symlinkSync('../deckhand/dist/cli/main.js', join(project, 'node_modules/.bin/deckhand'));
  writeFileSync(join(project, 'package.json'), '{ "private": true, "type": "module" }');
  for (const code of blocks('js')) writeFileSync(join(project, /^\/\/ (\S+)/.exec(code)?.[1] ?? ''), code);
});
afterAll(() => rmSync(project, { recursive: true }));

function run(
  code: string,
): Promise<{ readonly exit: number | null; readonly out: string; readonly err: string }> {
  const paths = [join(project, 'node_modules/.bin'), dirname(process.execPath), process.env['PATH'] ?? ''];
  const env = { PATH: paths.join(delimiter), HOME: project, NO_COLOR: '1' };
  return new Promise((resolve) => {
    const child = execFile('sh', ['-ec', code], { cwd: project, env, timeout: 9_000 }, (_error, out, err) =>
      resolve({ exit: child.exitCode, out, err }),
    );
  });
}

describe.concurrent('the page on conduct', () => {
  const [exec = '', strict = '', read = ''] = blocks('sh');

  it('has three commands, and names every rule', () => {
    expect(blocks('sh')).toHaveLength(3);
    for (const { id } of conductRules) expect(PAGE).toContain(`\`${id}\``);
    expect([...PAGE.matchAll(/`(client\/[\w-]+)`/g)].map(([, id]) => id).toSorted()).toEqual(
      conductRules.map(({ id }) => id).toSorted(),
    );
  });

  it('shows what exec says, but for names and times', async () => {
    const { exit, err } = await run(exec);
    expect(exit, err).toBe(0);
    const [shown = ''] = blocks('text');
    const lines = (text: string): readonly string[] =>
      text
        .trim()
        .split('\n')
        .filter((line) => !/^ {6}(#|got|…)/.test(line))
        .map((line) => line.replace(/gen_\w+/, 'gen_').replace(/, \d+ times$/, ''));
    expect(lines(err.replace(/^npm .*$/gm, ''))).toEqual(lines(shown));
  });

  it('excepts the rule that the client breaks', async () => {
    const { exit, err } = await run(strict);
    expect(exit, err).toBe(0);
    expect(err).toContain('Client conduct: nothing wrong');
  });

  it('reads the report of a server', async ({ onTestFinished }) => {
    const server = await serve();
    onTestFinished(server.close);
    const { out } = await run(read.replace('http://127.0.0.1:4010', server.url));
    expect(JSON.parse(out)).toMatchObject({ outcome: 'not-reached', exchanges: 0 });
  });
});
