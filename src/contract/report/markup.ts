/**
 * HTML and XML that are safe against injection: a template tag that escapes all values except `Markup`. Both formats share
 * the five entities, so one tag serves both.
 */
import { escapeHtml } from '../../base/escape-html.js';
import { neutral } from '../../base/text/neutral.js';

export class Markup {
  constructor(readonly text: string) {}
}

export type Part = string | number | Markup | undefined | readonly Part[];

/** Concatenates lists, and prints `undefined` as an empty string. */
export function markup(literals: TemplateStringsArray, ...parts: readonly Part[]): Markup {
  const texts = parts.map(rendered);
  return new Markup(literals.map((literal, index) => literal + (texts[index] ?? '')).join(''));
}

/** Escapes each line and keeps the line breaks, which must not come from a target. */
export function escapedLines(text: string): Markup {
  return new Markup(text.split('\n').map(escaped).join('\n'));
}

function rendered(part: Part): string {
  if (part === undefined) return '';
  if (part instanceof Markup) return part.text;
  return typeof part === 'object' ? part.map(rendered).join('') : escaped(String(part));
}

const escaped = (text: string): string => escapeHtml(neutral(text));
