/** Applies an overlay file to the OpenAPI document. Reports each mistake in the file with its line and column. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';
import { applyOverlay } from '../learn/overlay/apply.js';
import { readOverlay } from '../learn/overlay/read.js';
import { warn, yamlFile } from './yaml-file.js';

const DOCUMENT = fileURLToPath(new URL('../../openapi/presentation-generation.v1.yaml', import.meta.url));

/**
 * Warns about actions without effect.
 * @throws UserError for the last mistake; prints those before it
 */
export function overlaid(file: string): unknown {
  const { value, error, lastOf } = yamlFile('overlay', file);
  const read = readOverlay(value);
  if ('mistakes' in read) throw lastOf(read.mistakes);
  const { document, unused, failed } = applyOverlay(parse(readFileSync(DOCUMENT, 'utf8')), read.overlay);
  const target = (action: number) => `/actions/${action}/target`;
  if (failed.length > 0)
    throw lastOf(failed.map(({ action, message }) => ({ pointer: target(action), message: `${message}.` })));
  for (const { action, message } of unused)
    warn(error({ pointer: target(action), message: `${message}; the action has no effect.` }));
  return document;
}
