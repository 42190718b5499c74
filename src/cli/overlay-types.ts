/** The types of a service: the documented interface, and what `deckhand learn` saw where the interface is silent. */
import { UserError } from '../base/user-error.js';
import { documentedDocument } from '../document/documented-document.js';
import type { Document } from '../document/document.js';
import { typesOf, type OpenApiTypescript } from '../document/types.js';
import { overlaid } from './overlay-file.js';

/**
 * @param file an overlay of `deckhand learn`
 * @throws UserError when the overlay has a mistake, or openapi-typescript is not installed
 */
export async function overlayTypes(file: string): Promise<string> {
  const document = overlaid(file) as Document;
  const types = await typesOf(documentedDocument(document), await generator());
  return `/* eslint-disable */
// Written by \`deckhand types --overlay\` from ${JSON.stringify(file)}: the documented interface, and what the service was seen to do.
${types}`;
}

/** An optional peer: it and TypeScript are larger than all of Deckhand. */
async function generator(): Promise<OpenApiTypescript<unknown>> {
  try {
    return (await import('openapi-typescript')) as unknown as OpenApiTypescript<unknown>;
  } catch (cause) {
    const isMissing = (cause as NodeJS.ErrnoException).code === 'ERR_MODULE_NOT_FOUND';
    const why = isMissing ? 'is not installed' : 'cannot be loaded. It needs TypeScript 5';
    throw new UserError('bad-option', `--overlay needs openapi-typescript, which ${why}.`, {
      hint: 'npm install --save-dev openapi-typescript typescript@5',
      cause,
    });
  }
}
