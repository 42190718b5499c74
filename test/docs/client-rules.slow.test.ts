/** Runs the code of docs/client-rules.md unchanged. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { clientRules } from '../../src/contract/index.js';
import { serve } from '../server/serve.js';
import { install } from '../cli/deckhand-process.js';
import { UserProject } from './user-project.js';

const PAGE = readFileSync(join(import.meta.dirname, '../../docs/client-rules.md'), 'utf8');
const blocks = (language: string): readonly string[] =>
  [...PAGE.matchAll(/^```(\w+)\n(.*?)^```$/gms)].flatMap(([, name, code = '']) =>
    name === language ? [code] : [],
  );

const project = new UserProject(install().folder);
for (const code of blocks('js')) project.write(/^\/\/ (\S+)/.exec(code)?.[1] ?? '', code);

describe.concurrent('the page on conduct', () => {
  const [exec = '', strict = '', read = ''] = blocks('sh');

  it('has three commands, and names every rule', () => {
    expect(blocks('sh')).toHaveLength(3);
    for (const { id } of clientRules) expect(PAGE).toContain(`\`${id}\``);
    expect([...PAGE.matchAll(/`(client\/[\w-]+)`/g)].map(([, id]) => id).toSorted()).toEqual(
      clientRules.map(({ id }) => id).toSorted(),
    );
  });

  it('shows the output of exec, except for names and times', async () => {
    const { code, err } = await project.shell(exec);
    expect(code, err).toBe(0);
    const [shown = ''] = blocks('text');
    const lines = (text: string): readonly string[] =>
      text
        .trim()
        .split('\n')
        .filter((line) => !/^ {4}(Got|Exchange|Response| )/.test(line))
        .map((line) => line.replace(/gen_\w+/, 'gen_').replace(/, key$|[0-9a-f]{8}\], .*$/, ''));
    expect(lines(err)).toEqual(lines(shown));
  });

  it('exits with 1 when conduct is strict and the client breaks a rule', async () => {
    const { code, err } = await project.shell(strict);
    expect(code, err).toBe(1);
    expect(err).toContain('Client rules: 1 broken');
  });

  it('reads the report of a server', async ({ onTestFinished }) => {
    const server = await serve();
    onTestFinished(server.close);
    const { out } = await project.shell(read.replace('http://127.0.0.1:4010', server.url));
    expect(JSON.parse(out)).toMatchObject({ outcome: 'incomplete', requests: 0 });
  });
});
