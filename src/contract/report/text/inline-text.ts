/** Prints a text without marks, safe for terminals. */
import type { Inline, Text } from '../document.js';
import { neutral } from '../../../base/text/neutral.js';

export const inlineText = (text: Text): string =>
  typeof text === 'string' ? neutral(text) : text.map(printed).join('');

function printed(part: Inline): string {
  if (typeof part === 'string') return neutral(part);
  return 'sections' in part ? `(${sectionsText(part.sections)})` : neutral(part.text);
}

/** `sections 2.2, 4.5`. */
export function sectionsText(sections: readonly string[]): string {
  return neutral(`${sections.length === 1 ? 'section' : 'sections'} ${sections.join(', ')}`);
}
