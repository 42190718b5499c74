// Checks the values of x-source, x-guidance and x-assumed.
import { files } from '../generate/document.js';
import { list, type Document } from '../document/document.js';
import type { Finding } from './finding.js';
import { eachObject } from './walk.js';

/** Every section in `x-source` and `x-guidance` must be in `x-interface-sections`. */
export function sections({ presentation }: { presentation: Document }): Finding[] {
  const known = Object.keys(presentation['x-interface-sections'] ?? {});
  const findings: Finding[] = [];
  eachObject(presentation, (object, at) => {
    for (const extension of ['x-source', 'x-guidance']) {
      if (!(extension in object)) continue;
      const named = list(object[extension] as string | string[]);
      if (named.length > 0 && named.every((section) => known.includes(section))) continue;
      findings.push({
        file: files.presentation,
        pointer: `${at}/${extension}`,
        what: `has ${JSON.stringify(object[extension])}`,
        expected: `sections of the interface as strings: ${known.join(', ')}`,
      });
    }
  });
  return findings;
}

/** The value of `x-assumed` must be a reason, or a reason for each of the listed keywords. */
export function assumptions({ presentation }: { presentation: Document }): Finding[] {
  const findings: Finding[] = [];
  const add = (pointer: string, what: string, expected: string) =>
    findings.push({ file: files.presentation, pointer, what, expected });
  eachObject(presentation, (object, at) => {
    if (!('x-assumed' in object)) return;
    const assumed = object['x-assumed'];
    const reasons = Object.entries(typeof assumed === 'string' ? { '': assumed } : (assumed ?? {}));
    if (reasons.length === 0) add(`${at}/x-assumed`, 'is empty', 'a string, or a string for each keyword');
    for (const [keyword, reason] of reasons) {
      const here = `${at}/x-assumed${keyword && `/${keyword}`}`;
      if (keyword && !(keyword in object))
        add(here, `the schema has no ${keyword}`, 'a keyword of the same schema');
      if (typeof reason !== 'string' || reason.trim() === '')
        add(here, 'has no reason', 'the reason for the choice');
    }
  });
  return findings;
}

/** A schema must not be documented and assumed as a whole: the rules would ignore it. */
export function contradictions({ presentation }: { presentation: Document }): Finding[] {
  const findings: Finding[] = [];
  eachObject({ schemas: presentation.components.schemas }, (object, at) => {
    if (!('x-source' in object) || typeof object['x-assumed'] !== 'string') return;
    findings.push({
      file: files.presentation,
      pointer: `/components${at}`,
      what: 'is documented and assumed as a whole',
      expected: 'only one of them, or x-assumed with a reason for each keyword',
    });
  });
  return findings;
}
