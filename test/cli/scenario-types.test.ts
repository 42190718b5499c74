import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import ts from 'typescript';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { typesCommand } from '../../src/cli/scenario-types.js';
import { runInProcess } from './run-in-process.js';

const run = (...args: readonly string[]) => runInProcess(typesCommand(), args);

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'deckhand-types-'));
  mkdirSync(join(folder, 'scenarios'));
  writeFileSync(join(folder, 'scenarios/mine.yaml'), 'title: Ends */ early\nsteps:\n  - complete:\n');
  writeFileSync(join(folder, 'scenarios/broken.yaml'), 'title: [\n');
});
afterEach(() => rmSync(folder, { recursive: true }));

describe('deckhand scenario types', () => {
  it('declares the names of all files, also of invalid ones', async () => {
    const { stdout, code } = await run('--scenarios', join(folder, 'scenarios'), '--output', '-');
    expect(code).toBeUndefined();
    expect(stdout).toContain("    'broken': true;\n    /** Ends *\\/ early */\n    'mine': true;\n");
    const { diagnostics = [] } = ts.transpileModule(stdout, { reportDiagnostics: true });
    expect(diagnostics).toEqual([]);
  });

  it('writes a file, unless nothing has changed', async () => {
    const file = join(folder, 'env.d.ts');
    const args = ['--scenarios', join(folder, 'scenarios'), '--output', file];
    expect((await run(...args)).stdout).toMatch(/^Wrote .*env\.d\.ts, with 2 scenarios of .*scenarios\.\n$/);
    expect(readFileSync(file, 'utf8')).toContain("declare module 'deckhand/scenarios'");
    const { mtimeMs } = statSync(file);
    expect((await run(...args)).stdout).toMatch(/^Up to date: /);
    expect(statSync(file).mtimeMs).toBe(mtimeMs);
    rmSync(join(folder, 'scenarios/broken.yaml'));
    expect((await run(...args)).stdout).toMatch(/^Wrote .*, with 1 scenario of /);
  });

  it('rejects a missing folder', async () => {
    const { errorText } = await run('--scenarios', join(folder, 'none'));
    expect(errorText).toContain('none cannot be read. No such file or folder.');
  });

  it('reads the folders of the configuration file', async () => {
    writeFileSync(join(folder, 'deckhand.config.mjs'), "export default { scenarios: './scenarios' };");
    const before = process.cwd();
    process.chdir(folder);
    const { stdout } = await run('--output', '-').finally(() => process.chdir(before));
    expect(stdout).toContain("'mine': true");
  });
});
