/** The pieces of the page: marks of outcomes, one shape for each, so that nothing depends on a colour, and texts with code, links and marks. */
import { Markup, markup, type Part } from '../markup.js';
import type { Mark, Inline, RuleRef, Text } from '../document.js';

/** On a square of 24, as lines (lucide, ISC licence). */
const shapes = {
  fail: '<circle cx="12" cy="12" r="10"/><path d="m15 9-6 6M9 9l6 6"/>',
  error: '<path d="M12 16h.01M12 8v4M15.3 2h-6.6L2 8.7v6.6L8.7 22h6.6l6.7-6.7V8.7z"/>',
  accepted: '<path d="M4 22V4a1 1 0 0 1 1-1h14l-3 5.5 3 5.5H4"/>',
  warn: '<path d="M12 3 2 20.5h20zM12 10v4M12 17h.01"/>',
  pass: '<circle cx="12" cy="12" r="10"/><path d="m8.5 12 2.5 2.5 4.5-5"/>',
  observed: '<path d="M2 12c4-7.5 16-7.5 20 0-4 7.5-16 7.5-20 0z"/><circle cx="12" cy="12" r="3"/>',
  'not-reached': '<circle cx="12" cy="12" r="10" stroke-dasharray="4 3.85"/>',
  partly: '<circle cx="12" cy="12" r="10"/><path d="M12 2a10 10 0 0 1 0 20z" fill="currentColor"/>',
  hidden: '<circle cx="12" cy="12" r="10"/><path d="M5 5l14 14"/>',
  anchor: '<path d="M12 6v16m7-9 2-1a9 9 0 0 1-18 0l2 1m4-2h6"/><circle cx="12" cy="4" r="2"/>',
} as const satisfies Readonly<Record<Mark | 'anchor', string>>;

export type Icon = keyof typeof shapes;

/** The shapes, once for the whole page. */
export const symbols = markup`<svg class="symbols" width="0" height="0" aria-hidden="true">
${Object.entries(shapes).map(
  ([name, shape]) =>
    markup`<symbol id="icon-${name}" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2.2" stroke-linecap="round" stroke-linejoin="round">${new Markup(shape)}</symbol>\n`,
)}</svg>`;

/** @param tone the class of its colour, if it is not its own */
export function icon(name: Icon, tone: string = name === 'partly' ? 'pass' : name): Markup {
  return markup`<svg class="icon ${tone}" aria-hidden="true"><use href="#icon-${name}"/></svg>`;
}

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
