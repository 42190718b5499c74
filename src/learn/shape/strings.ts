/** What the strings of one place have in common: a format, or a small set of code words. */
import { isSecretName } from '../../journal/secret-names.js';
import type { SamplingPolicy } from './sampling-policy.js';

export type StringFormat = 'date-time' | 'uuid' | 'uri' | 'date';

export interface StringStats {
  count: number;
  /** The number of strings with each format. */
  readonly formats: Map<StringFormat, number>;
  /** The number of times of each code word; undefined when the strings are not code words. */
  codes: Map<string, number> | undefined;
  example: string | undefined;
}

const formats: readonly (readonly [StringFormat, RegExp])[] = [
  ['date-time', /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?(?:Z|[+-]\d{2}:\d{2})$/],
  ['date', /^\d{4}-\d{2}-\d{2}$/],
  ['uuid', /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i],
  ['uri', /^[a-z][a-z0-9+.-]*:\/\/\S+$/i],
];

/** The names of fields that usually hold code words. In other fields, repeated strings are a coincidence. */
const codeField =
  /(?:^|[_-])(?:code|type|kind|status|state|level|layout|category|severity|role)$|(?:Code|Type|Kind|Status)$/;
const codeWord = /^[A-Za-z][\w.-]{0,39}$/;
const maxCodes = 12;
const maxLength = 80;

export const newStringStats = (): StringStats => ({
  count: 0,
  formats: new Map(),
  codes: new Map(),
  example: undefined,
});

export function addString(stats: StringStats, text: string, name: string, policy: SamplingPolicy): void {
  stats.count++;
  for (const [format, pattern] of formats) {
    const before = stats.formats.get(format) ?? 0;
    // A format counts only if every string has it, so counting stops at the first mismatch.
    if (before === stats.count - 1 && pattern.test(text)) stats.formats.set(format, before + 1);
  }
  if (stats.codes) {
    if (codeField.test(name) && codeWord.test(text)) stats.codes.set(text, (stats.codes.get(text) ?? 0) + 1);
    else stats.codes = undefined;
    if ((stats.codes?.size ?? 0) > maxCodes) stats.codes = undefined;
  }
  if (policy.showsStrings && !isSecretName(name)) stats.example ??= shortened(policy.redact(text));
}

/** The format that all strings have. */
export function formatOf({ formats: found, count }: StringStats): StringFormat | undefined {
  for (const [format, times] of found) if (times === count) return format;
  return undefined;
}

function shortened(text: string): string {
  return text.length > maxLength ? `${text.slice(0, maxLength)}…` : text;
}
