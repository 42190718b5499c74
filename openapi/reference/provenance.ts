/** The source of a statement of the contract: documented, assumed, or guidance to clients. */
import type { Provenance } from '../document.js';

export interface ProvenanceTag {
  readonly kind: 'documented' | 'assumed' | 'guidance';
  /** Such as `documented § 2.2, 4.5`. */
  readonly label: string;
  /** The titles of the sections, for a documented statement or guidance. */
  readonly sections: string;
  /** Why it was assumed; empty if the enclosing statement has the same reason. */
  readonly reasons: readonly string[];
}

export const TAG_MEANINGS: readonly (readonly [kind: ProvenanceTag['kind'], meaning: string])[] = [
  ['documented', 'Defined by the spec. Every implementation must follow it.'],
  ['assumed', 'Not specified. Deckhand made a choice, and other implementations can choose differently.'],
  ['guidance', 'Advice to clients. It is never judged on the service.'],
];

/** @param titles the titles of the sections of the spec, by number */
export function provenanceTags(
  source: Provenance,
  titles: Readonly<Record<string, string>>,
): readonly ProvenanceTag[] {
  const tags: ProvenanceTag[] = [];
  const addSections = (kind: ProvenanceTag['kind'], value: string | readonly string[] | undefined): void => {
    if (value === undefined) return;
    const numbers = [value].flat();
    const sections = numbers.map((number) => `${number} ${titles[number] ?? ''}`.trim()).join('; ');
    tags.push({ kind, label: `${kind} § ${numbers.join(', ')}`, sections, reasons: [] });
  };
  addSections('documented', source['x-source']);
  const assumed = source['x-assumed'];
  if (assumed !== undefined)
    tags.push({
      kind: 'assumed',
      label: 'assumed',
      sections: '',
      reasons: formatReasons(assumed),
    });
  addSections('guidance', source['x-guidance']);
  return tags;
}

/** The section numbers and titles, in the order of the document. */
export function sortSections(
  titles: Readonly<Record<string, string>>,
): readonly (readonly [string, string])[] {
  return Object.entries(titles).sort(([one], [other]) => Number(one) - Number(other));
}

/** For assumptions about single keywords: each keyword with its reason. "As the section." repeats the reason of the parent. */
function formatReasons(assumed: string | Readonly<Record<string, string>>): string[] {
  if (typeof assumed === 'string') return /^As the [\w ]+\.$/.test(assumed) ? [] : [assumed];
  return Object.entries(assumed).map(([keyword, why]) => `${keyword}: ${why}`);
}
