/** Reads the file of known violations, and shows every mistake in it with its place. */
import { readFileSync } from 'node:fs';
import { LineCounter, parseDocument, type Document } from 'yaml';
import {
  conductRules,
  readBaseline,
  rules,
  type BaselineEntry,
  type BaselineMistake,
} from '../contract/index.js';
import { locate, positionAt } from '../scenario/place.js';
import { UserError } from '../user-error.js';

/** @throws UserError for the last mistake; those before it are printed */
export function baselineFile(file: string): readonly BaselineEntry[] {
  const lines = new LineCounter();
  const yaml = parseDocument(textOf(file), { lineCounter: lines, prettyErrors: false, version: '1.2' });
  const error = (message: string, offset: number, hint?: string): UserError =>
    new UserError('bad-baseline', message, {
      place: { file, ...positionAt(lines, offset) },
      ...(hint !== undefined && { hint }),
    });
  const syntax = yaml.errors.map(({ message, pos }) => error(`This is no YAML: ${message}`, pos[0]));
  if (syntax.length > 0) throw lastOf(syntax);
  const read = readBaseline(valueOf(yaml, error), [...rules, ...conductRules]);
  if ('entries' in read) return read.entries;
  throw lastOf(
    read.mistakes.map(({ pointer, message, hint }: BaselineMistake) =>
      error(message, locate(yaml, pointer), hint),
    ),
  );
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (cause) {
    const hint = cause instanceof Error ? cause.message : '';
    throw new UserError('bad-baseline', `The baseline ${file} cannot be read.`, { hint, cause });
  }
}

function valueOf(yaml: Document, error: (message: string, offset: number) => UserError): unknown {
  try {
    // More aliases than this are an attack on whoever expands them.
    return yaml.toJS({ maxAliasCount: 100 });
  } catch (cause) {
    throw error(`This cannot be read: ${cause instanceof Error ? cause.message : String(cause)}`, 0);
  }
}

function lastOf(errors: readonly UserError[]): UserError {
  for (const error of errors.slice(0, -1)) process.stderr.write(`deckhand: ${error.format()}\n`);
  return errors.at(-1) ?? new UserError('bad-baseline', 'This is no baseline.');
}
