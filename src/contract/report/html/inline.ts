/** Prints texts for the page: their code, links and marks. */
import type { Inline, RuleRef, Text } from '../document.js';
import { icon } from './icons.js';
import { markup, type Markup, type Part } from '../markup.js';

export const inline = (text: Text): Part => (typeof text === 'string' ? prose(text) : text.map(printed));

function printed(part: Inline): Part {
  if (typeof part === 'string') return prose(part);
  if ('sections' in part) return sectionMarks(part.sections);
  const { text, isCode, target, mark } = part;
  const words = isCode ? markup`<code>${text}</code>` : prose(text);
  const shown = target === undefined ? words : markup`<a href="#${target}">${words}</a>`;
  return mark === undefined ? shown : markup`${icon(mark)} ${shown}`;
}

/** No line breaks within an option such as `--other-api-key`. */
export function prose(text: string): Part {
  return text
    .split(/(--[a-z][a-z-]{1,30})/)
    .map((part, index) => (index % 2 === 1 ? markup`<span class="option">${part}</span>` : part));
}

/** `§ 2.2, 4.5`: the sections of the interface. */
export const sectionMarks = (sections: readonly string[]): Markup =>
  markup`<span class="sections"><span aria-hidden="true">§</span><span class="unseen">section</span>\u00a0${sections.join(', ')}</span>`;

/** The attributes that the filter reads: of a rule with an outcome, or of anything else that it can hide. */
export function itemMarks(rule?: RuleRef): Markup {
  if (!rule) return markup` data-item=""`;
  return markup` data-item="" data-outcome="${rule.outcome}" data-rule="${rule.anchor}"`;
}

/** A percentage for SVG: `12.34%`. */
export function percent(part: number, whole: number): string {
  return `${((whole > 0 ? part / whole : 0) * 100).toFixed(2)}%`;
}
