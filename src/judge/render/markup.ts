/** A template tag for HTML and XML that escapes all values except `Markup`. Both formats share the five entities. */
import { escapeHtml } from '../../base/escape-html.js';
import { sanitizeText } from '../../base/text/sanitize.js';

export class Markup {
  constructor(readonly text: string) {}
}

export type Part = string | number | Markup | undefined | readonly Part[];

/** Concatenates lists, and prints `undefined` as an empty string. */
export function markup(literals: TemplateStringsArray, ...parts: readonly Part[]): Markup {
  const texts = parts.map(render);
  return new Markup(literals.map((literal, index) => literal + (texts[index] ?? '')).join(''));
}

/** Escapes each line and keeps the line breaks, which must not come from a target. */
export function escapeLines(text: string): Markup {
  return new Markup(text.split('\n').map(escape).join('\n'));
}

function render(part: Part): string {
  if (part === undefined) return '';
  if (part instanceof Markup) return part.text;
  return typeof part === 'object' ? part.map(render).join('') : escape(String(part));
}

const escape = (text: string): string => escapeHtml(sanitizeText(text));
