// The gate on provenance: everything the public document promises says where it comes from. A reference stands for what
// it names, which is looked at where it is defined.
import { files, type Document } from '../generate/document.js';
import type { Finding } from './finding.js';
import { eachObject } from './walk.js';

const operation = '/paths/[^/]+/(get|put|post|patch|delete|head|options|trace)';

/** What a promise is called, and where promises of that kind stand. */
const promises: readonly [kind: string, place: RegExp][] = [
  ['operation', new RegExp(`^${operation}$`)],
  ['request body', new RegExp(`^${operation}/requestBody$`)],
  ['response', new RegExp(`^(${operation}|/components)/responses/[^/]+$`)],
  ['header', new RegExp(`^((${operation}|/components)/responses/[^/]+|/components)/headers/[^/]+$`)],
  ['parameter', /^(\/paths\/[^/]+(\/\w+)?|\/components)\/parameters\/[^/]+$/],
  ['security scheme', /^\/components\/securitySchemes\/[^/]+$/],
  ['schema', /^\/components\/schemas\/[^/]+$|\/(headers|parameters|content)\/[^/]+\/schema$/],
  ['property', /\/properties\/[^/]+$/],
];

const marks = ['$ref', 'x-source', 'x-assumed', 'x-guidance'];

export function provenance({ presentation }: { presentation: Document }): Finding[] {
  const findings: Finding[] = [];
  eachObject(presentation, (object, pointer) => {
    const kind = promises.find(([, place]) => place.test(pointer))?.[0];
    if (kind === undefined || marks.some((mark) => mark in object)) return;
    findings.push({
      file: files.presentation,
      pointer,
      what: `this ${kind} does not say where it comes from`,
      expected: 'x-source, x-assumed or x-guidance',
    });
  });
  return findings;
}
