/** Reads the file of known violations, YAML or JSON, and prints every mistake in it with its line and column. */
import { LineCounter, parseDocument, type Document } from 'yaml';
import { UserError } from '../base/user-error.js';
import { clientRules, goneRuleNote, readBaseline, rules, type BaselineEntry } from '../contract/index.js';
import { whyUnread } from '../files/file-trouble.js';
import { readText } from '../files/read-text.js';
import { throwAll } from './terminal.js';
import { locate, positionAt } from '../scenario/locate.js';

/** @throws UserError for a file that cannot be read or is not YAML, and for the last mistake; the others are printed before */
export function baselineFile(file: string): readonly BaselineEntry[] {
  const lines = new LineCounter();
  const yaml = parseDocument(readFileOf(file), {
    lineCounter: lines,
    prettyErrors: false,
    version: '1.2',
    logLevel: 'error',
  });
  const errorAt = (message: string, offset: number, hint?: string): UserError =>
    new UserError('bad-baseline', message, {
      position: { file, ...positionAt(lines, offset) },
      ...(hint !== undefined && { hint }),
    });
  // Later syntax errors usually follow from the first.
  const [syntax] = yaml.errors;
  if (syntax) throw errorAt(`This is not valid YAML: ${syntax.message}.`, syntax.pos[0]);
  const read = readBaseline(valueOf(yaml, errorAt), [...rules, ...clientRules]);
  if ('entries' in read) return withoutGone(read.entries, file);
  const errors = read.mistakes.map(({ pointer, message, hint }) =>
    errorAt(message, locate(yaml, pointer), hint),
  );
  throwAll(errors);
  throw new UserError('bad-baseline', 'This is not a valid baseline.');
}

/** A rule that ended needs no acceptance. */
function withoutGone(entries: readonly BaselineEntry[], file: string): readonly BaselineEntry[] {
  const notes = new Set(entries.flatMap(({ rule }) => goneRuleNote(rule) ?? []));
  for (const note of notes) process.stderr.write(`note: ${file}: ${note}\n`);
  return entries.filter(({ rule }) => goneRuleNote(rule) === undefined);
}

function readFileOf(file: string): string {
  try {
    return readText(file);
  } catch (cause) {
    throw new UserError('bad-baseline', `The baseline ${file} cannot be read.`, {
      hint: whyUnread(cause),
      cause,
    });
  }
}

function valueOf(yaml: Document, error: (message: string, offset: number) => UserError): unknown {
  try {
    // Protects against files that expand to an enormous value through nested aliases.
    return yaml.toJS({ maxAliasCount: 100 });
  } catch (cause) {
    throw error(`This cannot be read: ${cause instanceof Error ? cause.message : String(cause)}`, 0);
  }
}
