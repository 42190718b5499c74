import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { command } from '../../src/cli/scenario.js';
import type { Exchange } from '../../src/journal/exchange.js';
import { toHar } from '../../src/journal/har.js';
import { UserError } from '../../src/base/user-error.js';
import { asking, failed, message, poll, start, working } from '../replay/exchanges.js';
import { runInProcess } from './run-in-process.js';
import { createTempFolder } from './temp-files.js';

const fromHar = (...args: readonly string[]) => runInProcess(command(), ['from-har', ...args]);

const JOB = [
  start(0),
  poll(3000, working(2, 900)),
  poll(6000, asking()),
  message(8000),
  poll(9000, failed()),
];
/** A second job, with the same exchanges an hour later. */
const LATER: Exchange[] = JOB.map((exchange) =>
  JSON.parse(
    JSON.stringify({
      ...exchange,
      startedAt: exchange.startedAt + 3.6e6,
      endedAt: exchange.endedAt + 3.6e6,
    }).replaceAll('g-1', 'g-2'),
  ),
);

/** Writes a HAR file with these exchanges and returns its path. */
function har(exchanges: readonly Exchange[], name = 'Staging, yesterday.har'): string {
  return join(
    createTempFolder({ [name]: JSON.stringify(toHar(exchanges, { name: 'test', version: '0' })) }),
    name,
  );
}

describe('deckhand scenario from-har', () => {
  it('prints the only job as a scenario, and what it omits', async () => {
    const recording = [...JOB, poll(12_000, { status: 'generating' })];
    const { stdout, stderr, error, code } = await fromHar(har(recording, 'Staging.har'));
    expect([error, code]).toEqual([undefined, undefined]);
    expect(stdout).toMatchInlineSnapshot(`
      "# Generated from Staging.har by \`deckhand scenario from-har\`.

      title: A job that fails
      steps:
        - generate: { for: 5s, slides: 0..2, slides_total: 8, current_step: 'Writing slide {slide} of {slides_total}' }
        - ask: { message: Who for? }
        - generate: { for: 500ms }
        - fail: { error: Out of memory. }
      "
    `);
    expect(stderr).toBe('Omitted: 1 status response after the end, the field tokens_used.\n');
  });

  it.each(['/proc/x', '/dev/fd/x'])('refuses the output folder %s at once', async (folder) => {
    const { error, errorText } = await fromHar(har(JOB), '--output-folder', folder);
    expect(error).toBeInstanceOf(UserError);
    expect(errorText).toBe(`Cannot write to ${folder}.\n  It is not a regular file.`);
  });

  it('writes a file with the name of the recording, valid for check and preview', async () => {
    const out = join(createTempFolder({}), 'scenarios');
    const { stdout, stderr, error } = await fromHar(har(JOB), '--output-folder', out);
    expect([error, stdout]).toEqual([undefined, '']);
    expect(stderr).toContain('g-1, 2026-01-15 09:30:00: ');
    expect(stderr).toContain(
      `\nUse it: npx --no deckhand serve --scenarios ${out} --scenario staging-yesterday\n`,
    );
    expect(readdirSync(out)).toEqual(['staging-yesterday.yaml']);
    const checked = await runInProcess(command(), ['check', out]);
    expect(checked.stdout).toBe('1 of 1 scenario file is valid.\n');
    const shown = await runInProcess(command(), ['preview', join(out, 'staging-yesterday.yaml')]);
    expect(shown.stdout).toContain('ask: Who for?');
  });

  it('selects a job by its id or its number, and sets a name', async () => {
    const file = har([...JOB, ...LATER]);
    const out = createTempFolder({});
    const { stderr } = await fromHar(file, '--job', 'g-2', '--name', 'memory', '--output-folder', out);
    expect(stderr).toMatch(/^g-2, 2026-01-15 10:30:00: /);
    expect((await fromHar(file, '--job', '2', '--name', 'second', '--output-folder', out)).stderr).toMatch(
      /^g-2, /,
    );
    expect(readdirSync(out).sort()).toEqual(['memory.yaml', 'second.yaml']);
  });

  it('overwrites files only with --force', async () => {
    const out = createTempFolder({ 'staging-yesterday.yaml': 'mine' });
    const file = har(JOB);
    expect((await fromHar(file, '--output-folder', out)).errorText).toMatch(
      /staging-yesterday\.yaml already exists\.\n.*--force/,
    );
    expect(readFileSync(join(out, 'staging-yesterday.yaml'), 'utf8')).toBe('mine');
    expect((await fromHar(file, '--output-folder', out, '--force')).error).toBeUndefined();
    expect(readFileSync(join(out, 'staging-yesterday.yaml'), 'utf8')).toMatch(/^# Generated from Staging/);
  });

  it.each<[string, string[], RegExp]>([
    ['several jobs', [], / has 2 jobs\.\n.*--job[^\n]*\n +1 {2}g-1, .*\n +2 {2}g-2, /],
    ['an invalid name', ['--name', 'My Replay'], /Expected lowercase letters, digits and hyphens/],
  ])('rejects %s', async (_, flags, message) => {
    const { errorText, stdout } = await fromHar(har([...JOB, ...LATER]), ...flags);
    expect(stdout).toBe('');
    expect(errorText).toMatch(message);
  });

  it('rejects a recording without jobs', async () => {
    const { errorText, stdout } = await fromHar(har([poll(0, undefined, { status: 500 })]));
    expect(stdout).toBe('');
    expect(errorText).toMatch(/ has no job\.\n.*POST to/);
  });
});
