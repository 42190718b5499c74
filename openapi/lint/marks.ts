// The gate on what the marks say: sections exist, and an assumption speaks of something that is there.
import { files, list, type Document } from '../generate/document.js';
import type { Finding } from './finding.js';
import { eachObject } from './walk.js';

/** A section that `x-source` or `x-guidance` names stands in `x-interface-sections`. */
export function sections({ presentation }: { presentation: Document }): Finding[] {
  const known = Object.keys(presentation['x-interface-sections'] ?? {});
  const findings: Finding[] = [];
  eachObject(presentation, (object, at) => {
    for (const mark of ['x-source', 'x-guidance']) {
      if (!(mark in object)) continue;
      const named = list(object[mark] as string | string[]);
      if (named.length > 0 && named.every((section) => known.includes(section))) continue;
      findings.push({
        file: files.presentation,
        pointer: `${at}/${mark}`,
        what: `it names ${JSON.stringify(object[mark])}`,
        expected: `sections of the interface as text: ${known.join(', ')}`,
      });
    }
  });
  return findings;
}

/** An `x-assumed` is a reason, or gives a reason for keywords that stand beside it. */
export function assumptions({ presentation }: { presentation: Document }): Finding[] {
  const findings: Finding[] = [];
  const add = (pointer: string, what: string, expected: string) =>
    findings.push({ file: files.presentation, pointer, what, expected });
  eachObject(presentation, (object, at) => {
    if (!('x-assumed' in object)) return;
    const assumed = object['x-assumed'];
    const reasons = Object.entries(typeof assumed === 'string' ? { '': assumed } : (assumed ?? {}));
    if (reasons.length === 0) add(`${at}/x-assumed`, 'it assumes nothing', 'a text, or a text a keyword');
    for (const [keyword, reason] of reasons) {
      const here = `${at}/x-assumed${keyword && `/${keyword}`}`;
      if (keyword && !(keyword in object))
        add(here, `the schema has no ${keyword}`, 'a keyword that stands beside it');
      if (typeof reason !== 'string' || reason.trim() === '')
        add(here, 'no reason is given', 'why it was chosen');
    }
  });
  return findings;
}

/** A schema comes from the interface or is assumed as a whole: both at once would silently judge nobody. */
export function undecided({ presentation }: { presentation: Document }): Finding[] {
  const findings: Finding[] = [];
  eachObject({ schemas: presentation.components.schemas }, (object, at) => {
    if (!('x-source' in object) || typeof object['x-assumed'] !== 'string') return;
    findings.push({
      file: files.presentation,
      pointer: `/components${at}`,
      what: 'it is documented and assumed as a whole',
      expected: 'one of them, or x-assumed as a map of keywords',
    });
  });
  return findings;
}
