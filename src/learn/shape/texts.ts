/** What the texts of one place have in common: a format, or a few code words. Everything else about them is left open. */
import type { Look } from './look.js';

export type TextFormat = 'date-time' | 'uuid' | 'uri' | 'date';

export interface Texts {
  count: number;
  /** How many texts have each format. */
  readonly formats: Map<TextFormat, number>;
  /** The different texts, as long as they are few and look like code words in a field that holds such. */
  codes: Map<string, number> | undefined;
  example: string | undefined;
}

const formats: readonly (readonly [TextFormat, RegExp])[] = [
  ['date-time', /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?(?:Z|[+-]\d{2}:\d{2})$/],
  ['date', /^\d{4}-\d{2}-\d{2}$/],
  ['uuid', /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i],
  ['uri', /^[a-z][a-z0-9+.-]*:\/\/\S+$/i],
];

/** Fields that hold code words in the APIs of this world; in any other field a few equal texts are chance. */
const codeField =
  /(?:^|[_-])(?:code|type|kind|status|state|level|layout|category|severity|role)$|(?:Code|Type|Kind|Status)$/;
const codeWord = /^[A-Za-z][\w.-]{0,39}$/;
const mostCodes = 12;
const longestExample = 80;

export const newTexts = (): Texts => ({ count: 0, formats: new Map(), codes: new Map(), example: undefined });

export function seeText(texts: Texts, text: string, name: string, look: Look): void {
  texts.count++;
  for (const [format, pattern] of formats) {
    const before = texts.formats.get(format) ?? 0;
    // One that does not match says it for all.
    if (before === texts.count - 1 && pattern.test(text)) texts.formats.set(format, before + 1);
  }
  if (texts.codes) {
    if (codeField.test(name) && codeWord.test(text)) texts.codes.set(text, (texts.codes.get(text) ?? 0) + 1);
    else texts.codes = undefined;
    if ((texts.codes?.size ?? 0) > mostCodes) texts.codes = undefined;
  }
  if (look.texts) texts.example ??= short(look.redact(text));
}

export function formatOf({ formats: seen, count }: Texts): TextFormat | undefined {
  for (const [format, times] of seen) if (times === count) return format;
  return undefined;
}

function short(text: string): string {
  return text.length > longestExample ? `${text.slice(0, longestExample)}…` : text;
}
