/**
 * HTML and XML that cannot be injected into: a template tag that neutralises and escapes whatever is put into it, unless
 * it is markup itself. Both formats read the same five entities, so one tag serves both.
 */
import { neutral } from './neutral.js';

export class Markup {
  constructor(readonly text: string) {}
}

export type Part = string | number | Markup | undefined | readonly Part[];

/** Lists are put one after the other, `undefined` is nothing. */
export function markup(literals: TemplateStringsArray, ...parts: readonly Part[]): Markup {
  const texts = parts.map(rendered);
  return new Markup(literals.map((literal, index) => literal + (texts[index] ?? '')).join(''));
}

/** A text of several lines, each of them escaped on its own: the line breaks have to be ours. */
export function escapedLines(text: string): Markup {
  return new Markup(text.split('\n').map(escaped).join('\n'));
}

function rendered(part: Part): string {
  if (part === undefined) return '';
  if (part instanceof Markup) return part.text;
  return typeof part === 'object' ? part.map(rendered).join('') : escaped(String(part));
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escaped(text: string): string {
  return neutral(text).replace(/[&<>"']/g, (character) => entities[character] ?? '');
}
