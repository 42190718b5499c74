/** The contract's document with an overlay file applied. Every mistake in the file is shown with its place. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';
import { applyOverlay } from '../learn/overlay/apply.js';
import { readOverlay } from '../learn/overlay/read.js';
import { warn, yamlFile } from './yaml-file.js';

const DOCUMENT = fileURLToPath(new URL('../../openapi/presentation-generation.v1.yaml', import.meta.url));

/**
 * Warns of actions that find nothing to do.
 * @throws UserError for the last mistake; those before it are printed
 */
export function overlaid(file: string): unknown {
  const { value, error, lastOf } = yamlFile('overlay', file);
  const read = readOverlay(value);
  if ('mistakes' in read) throw lastOf(read.mistakes);
  const { document, idle, failed } = applyOverlay(parse(readFileSync(DOCUMENT, 'utf8')), read.overlay);
  const target = (action: number) => `/actions/${action}/target`;
  if (failed.length > 0)
    throw lastOf(failed.map(({ action, message }) => ({ pointer: target(action), message: `${message}.` })));
  for (const { action, message } of idle)
    warn(error({ pointer: target(action), message: `${message}; the action does nothing.` }));
  return document;
}
