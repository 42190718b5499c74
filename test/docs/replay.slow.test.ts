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
  project.write('staging.har', stagingRecording());
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

  it('shows the output of from-har and its file', () => {
    const { out = '', err = '' } = outputs[0] ?? {};
    expect(out + err).toBe(blocks('text')[0]);
    expect(readFileSync(join(project.folder, 'scenarios/renderer-fails.yaml'), 'utf8')).toBe(
      blocks('yaml')[0],
    );
  });

  it('serves the recording itself', async () => {
    const [served = ''] = blocks('sh').filter((code) => !ends(code));
    const args = argumentsOf(served.trim());
    const at = args.map((word) => (word === 'staging.har' ? join(project.folder, word) : word));
    const server = deckhand.start([...at, '--port', String(await freePort())]);
    await server.until(/Replay +staging\.har: 1 job, 9 requests/);
  });

  it('has a test that passes', async () => {
    const [test = ''] = blocks('ts').filter((code) => code.includes('deckhand/vitest'));
    project.write('renderer.test.ts', test);
    // The first test of a project loads everything. On a busy machine, that takes longer than the limit of Vitest.
    const { code, out, err } = await project.vitest('--testTimeout', '40000');
    expect(code, out + err).toBe(0);
    expect(out).toMatch(/1 passed/);
  });
});

/** What follows `npx --no deckhand`. */
function argumentsOf(line: string): string[] {
  return line.replace(/^.* deckhand /, '').split(' ');
}
