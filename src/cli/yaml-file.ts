/** Reads the YAML or JSON file of an option, and reports each mistake with its line and column. */
import { LineCounter, parseDocument, type Document } from 'yaml';
import { whyUnread } from '../files/file-trouble.js';
import { readText } from '../files/read-text.js';
import { neutralLines } from '../base/text/neutral.js';
import { locate, positionAt } from '../scenario/locate.js';
import { UserError } from '../base/user-error.js';

export interface FileMistake {
  /** A JSON pointer into the file. */
  readonly pointer: string;
  readonly message: string;
  readonly hint?: string | undefined;
}

export interface YamlFile {
  readonly value: unknown;
  readonly error: (mistake: FileMistake) => UserError;
  /** Prints all mistakes but the last, which the caller throws. */
  readonly lastOf: (mistakes: readonly FileMistake[]) => UserError;
}

/** @throws UserError for a file that cannot be read, or is not YAML */
export function yamlFile(kind: 'baseline' | 'steps', file: string): YamlFile {
  const lines = new LineCounter();
  const text = readFileOf(kind, file);
  const yaml = parseDocument(text, {
    lineCounter: lines,
    prettyErrors: false,
    version: '1.2',
    logLevel: 'error',
  });
  const errorAt = (message: string, offset: number, hint?: string): UserError =>
    new UserError(`bad-${kind}`, message, {
      position: { file, ...positionAt(lines, offset) },
      ...(hint !== undefined && { hint }),
    });
  // Later syntax errors usually follow from the first.
  const [syntax] = yaml.errors;
  if (syntax) throw errorAt(`This is not valid YAML: ${syntax.message}.`, syntax.pos[0]);
  const error = ({ pointer, message, hint }: FileMistake) => errorAt(message, locate(yaml, pointer), hint);
  return {
    value: valueOf(yaml, errorAt),
    error,
    lastOf(mistakes) {
      const errors = mistakes.map(error);
      for (const each of errors.slice(0, -1)) warn(each);
      return errors.at(-1) ?? new UserError(`bad-${kind}`, `This is not a valid ${kind}.`);
    },
  };
}

export function warn(error: UserError): void {
  process.stderr.write(`deckhand: ${neutralLines(error.format())}\n`);
}

function readFileOf(kind: 'baseline' | 'steps', file: string): string {
  try {
    return readText(file);
  } catch (cause) {
    throw new UserError(`bad-${kind}`, `The ${kind} ${file} cannot be read.`, {
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
