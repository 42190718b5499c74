// Checks that every part of the public document has its source: x-source, x-assumed or x-guidance. A reference needs none,
// because its target has one.
import { files } from '../generate/document.js';
import type { Document } from '../document/document.js';
import type { Finding } from './finding.js';
import { eachObject } from './walk.js';

const operation = '/paths/[^/]+/(get|put|post|patch|delete|head|options|trace)';

/** The kinds of parts that need a source, and their places. */
const kinds: readonly [kind: string, place: RegExp][] = [
  ['operation', new RegExp(`^${operation}$`)],
  ['request body', new RegExp(`^${operation}/requestBody$`)],
  ['response', new RegExp(`^(${operation}|/components)/responses/[^/]+$`)],
  ['header', new RegExp(`^((${operation}|/components)/responses/[^/]+|/components)/headers/[^/]+$`)],
  ['parameter', /^(\/paths\/[^/]+(\/\w+)?|\/components)\/parameters\/[^/]+$/],
  ['security scheme', /^\/components\/securitySchemes\/[^/]+$/],
  ['schema', /^\/components\/schemas\/[^/]+$|\/(headers|parameters|content)\/[^/]+\/schema$/],
  ['property', /\/properties\/[^/]+$/],
];

const sources = ['$ref', 'x-source', 'x-assumed', 'x-guidance'];

export function provenance({ presentation }: { presentation: Document }): Finding[] {
  const findings: Finding[] = [];
  eachObject(presentation, (object, pointer) => {
    const kind = kinds.find(([, place]) => place.test(pointer))?.[0];
    if (kind === undefined || sources.some((source) => source in object)) return;
    findings.push({
      file: files.presentation,
      pointer,
      what: `this ${kind} has no source`,
      expected: 'x-source, x-assumed or x-guidance',
    });
  });
  return findings;
}
