// Checks that every body has an example. Redocly checks that examples match their schemas.
import { files } from '../generate/document.js';
import type { Document } from '../document/document.js';
import { pointer, type Finding } from './finding.js';
import { eachObject } from './walk.js';

export function examples({ presentation }: { presentation: Document }): Finding[] {
  const findings: Finding[] = [];
  eachObject(presentation, ({ content }, at) => {
    if (typeof content !== 'object' || content === null || at.endsWith('/properties')) return;
    for (const [mediaType, body] of Object.entries(
      content as Record<string, { example?: unknown; examples?: object }>,
    )) {
      if (body.example !== undefined || Object.keys(body.examples ?? {}).length > 0) continue;
      findings.push({
        file: files.presentation,
        pointer: `${at}${pointer('content', mediaType)}`,
        what: 'has no example',
        expected: 'at least one',
      });
    }
  });
  return findings;
}
