/** The contract's document with an overlay file applied. Every mistake in the file is shown with its place. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { LineCounter, parse, parseDocument, type Document } from 'yaml';
import { printable } from '../adapters/printable.js';
import { applyOverlay } from '../learn/overlay/apply.js';
import { readOverlay } from '../learn/overlay/read.js';
import { locate, positionAt } from '../scenario/place.js';
import { UserError } from '../user-error.js';

const DOCUMENT = fileURLToPath(new URL('../../openapi/presentation-generation.v1.yaml', import.meta.url));

/**
 * Warns of actions that find nothing to do.
 * @throws UserError for the last mistake; those before it are printed
 */
export function overlaid(file: string): unknown {
  const lines = new LineCounter();
  const yaml = parseDocument(textOf(file), { lineCounter: lines, prettyErrors: false, version: '1.2' });
  const error = (message: string, offset: number, hint?: string): UserError =>
    new UserError('bad-overlay', message, {
      place: { file, ...positionAt(lines, offset) },
      ...(hint !== undefined && { hint }),
    });
  // Those after the first follow from it.
  const [syntax] = yaml.errors;
  if (syntax) throw error(`This is no YAML: ${syntax.message}.`, syntax.pos[0]);
  const read = readOverlay(valueOf(yaml, error));
  if ('mistakes' in read)
    throw lastOf(
      read.mistakes.map(({ pointer, message, hint }) => error(message, locate(yaml, pointer), hint)),
    );
  const { document, idle, failed } = applyOverlay(parse(readFileSync(DOCUMENT, 'utf8')), read.overlay);
  const target = (action: number) => locate(yaml, `/actions/${action}/target`);
  if (failed.length > 0)
    throw lastOf(failed.map(({ action, message }) => error(`${message}.`, target(action))));
  for (const { action, message } of idle) warn(error(`${message}; the action does nothing.`, target(action)));
  return document;
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (cause) {
    const hint = cause instanceof Error ? cause.message : '';
    throw new UserError('bad-overlay', `The overlay ${file} cannot be read.`, { hint, cause });
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
  for (const each of errors.slice(0, -1)) warn(each);
  return errors.at(-1) ?? new UserError('bad-overlay', 'This is no overlay.');
}

function warn(error: UserError): void {
  process.stderr.write(`deckhand: ${printable(error.format())}\n`);
}
