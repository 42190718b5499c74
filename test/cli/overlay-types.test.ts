import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import ts from 'typescript';
import { afterAll, expect, test } from 'vitest';
import type { UserError } from '../../src/base/user-error.js';
import { command as learn } from '../../src/cli/learn.js';
import { command as types } from '../../src/cli/types.js';
import { toHar } from '../../src/journal/har.js';
import { plainService } from '../learn/services.js';
import { tour } from '../learn/tour.js';
import { runInProcess } from './run-in-process.js';

const folder = mkdtempSync(join(tmpdir(), 'deckhand-types-'));
afterAll(() => rmSync(folder, { recursive: true }));
const recording = join(folder, 'recording.har');
writeFileSync(recording, JSON.stringify(toHar(await tour(plainService([])), { name: 'test', version: '1' })));
const overlay = join(folder, 'learned.yaml');
await runInProcess(learn(), [recording, '--overlay', overlay]);
const { stdout: text, error } = await runInProcess(types(), ['--overlay', overlay, '--out', '-']);

/** The errors of the types and of code that uses them. A whole compiler takes seconds, so there is one call. */
function errorsWith(code: string): string[] {
  const host = ts.createCompilerHost({});
  const getSourceFile = host.getSourceFile.bind(host);
  host.getSourceFile = (name, target) =>
    name === 'user.ts' ? ts.createSourceFile(name, `${text}\n${code}`, target) : getSourceFile(name, target);
  const program = ts.createProgram(['user.ts'], { strict: true, noEmit: true, types: [] }, host);
  return ts
    .getPreEmitDiagnostics(program)
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'));
}

test('the types have the documented fields and those that were seen, and no defaults of Deckhand', () => {
  expect(error).toBeUndefined();
  const code = `
    export const seen = (deck: Presentation): string => deck.sections[0]!.heading + deck.title;
    export const refused = (problem: Problem): string => problem.error;
    export const states: JobView['status'][] = ['generating', 'awaiting_input', 'completed', 'failed'];
    // @ts-expect-error: a default of Deckhand that the service does not have
    export const unseen = (deck: Presentation) => deck.sections[0]!.bullets;
    // @ts-expect-error: a default of Deckhand that the service does not have
    export const other = (problem: Problem) => problem.code;
  `;
  expect(errorsWith(code)).toEqual([]);
});

test('names and shapes are different files', async () => {
  const both = await runInProcess(types(), ['--overlay', overlay, '--scenarios', 'scenarios']);
  expect(both.error?.message).toBe('--overlay and --scenarios write different files.');
});

test('a mistake in the overlay has its place', async () => {
  writeFileSync(overlay, 'overlay: 1.1.0\ninfo: { title: T }\n');
  const { error: refusal } = await runInProcess(types(), ['--overlay', overlay]);
  expect((refusal as UserError).format()).toMatch(/learned\.yaml:\d+:\d+: /);
});
