/** Runs docs/replay.md unchanged: one shell after the other, in the project of a user. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { freePort } from '../free-port.js';
import { install } from '../cli/deckhand-process.js';
import { stagingRecording } from './staging-recording.js';
import { UserProject, type Printed } from './user-project.js';

const ROOT = join(import.meta.dirname, '../..');
const page = readFileSync(join(ROOT, 'docs/replay.md'), 'utf8');
const blocks = (language: string): string[] =>
  [...page.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\`$`, 'gms'))].map(([, code = '']) => code);

const deckhand = install();
const project = new UserProject(deckhand.folder, ['vitest', 'yaml']);
const outputs: Printed[] = [];

beforeAll(async () => {
  project.write('staging.har', await stagingRecording());
  for (const code of blocks('sh').filter(ends)) outputs.push(await project.shell(code));
});

/** Whether a command ends by itself. */
function ends(code: string): boolean {
  return !code.includes('deckhand serve');
}

describe('the page about replays', () => {
  it('has commands that all succeed', () => {
    expect(outputs.map(({ code, out, err }) => [code, out, err].join(' ').slice(0, 200))).toEqual(
      blocks('sh')
        .filter(ends)
        .map(() => expect.stringMatching(/^0 /)),
    );
  });

  it('shows their output and the written file', () => {
    const { out = '', err = '' } = outputs[1] ?? {};
    expect(out + err).toBe(blocks('text')[0]);
    expect(readFileSync(join(project.folder, 'scenarios/renderer-fails.yaml'), 'utf8')).toBe(
      blocks('yaml')[0],
    );
  });

  it('serves the written scenario', async () => {
    const [served = ''] = blocks('sh').filter((code) => !ends(code));
    const args = argumentsOf(served.trim());
    const at = args.map((word) => (word === 'scenarios' ? join(project.folder, word) : word));
    const server = deckhand.start([...at, '--port', String(await freePort())]);
    await server.until(/Scenario +renderer-fails: Replay of a job that fails/);
  });

  it('serves a whole recording', async () => {
    const [, whole = ''] = blocks('sh').filter((code) => !ends(code));
    const [make = '', serve = ''] = whole.trim().split('\n');
    const made = await project.shell(make);
    expect(made.code, made.err).toBe(0);
    const file = join(project.folder, 'staging.replay.yaml');
    const args = argumentsOf(serve).slice(0, -1);
    const server = deckhand.start([...args, file, '--port', String(await freePort())]);
    await server.until(/Replay +staging\.replay\.yaml: Replay of 1 job/);
  });

  it('has a test that passes', async () => {
    const [test = ''] = blocks('ts').filter((code) => code.includes('deckhand/vitest'));
    project.write('renderer.test.ts', test);
    const { code, out, err } = await project.vitest();
    expect(code, out + err).toBe(0);
    expect(out).toMatch(/1 passed/);
  }, 30_000);
});

/** What follows `npx --no deckhand`. */
function argumentsOf(line: string): string[] {
  return line.replace(/^.* deckhand /, '').split(' ');
}
