/** What was meant by values of a scenario that are not in its notations, such as `5` or `5 seconds` for a time. */

const UNITS: Readonly<Record<string, string>> = {
  ms: 'ms',
  msec: 'ms',
  millis: 'ms',
  millisecond: 'ms',
  milliseconds: 'ms',
  s: 's',
  sec: 's',
  secs: 's',
  second: 's',
  seconds: 's',
  m: 'm',
  min: 'm',
  mins: 'm',
  minute: 'm',
  minutes: 'm',
  h: 'h',
  hr: 'h',
  hour: 'h',
  hours: 'h',
};

/** Between the ends of a range. */
const BETWEEN = /\s*(?:\.{2,}|-|–|\bto\b)\s*/;

/** Numbers from here on are milliseconds: nobody waits 100 seconds in a scenario without writing minutes. */
const LEAST_MILLISECONDS = 100;

/** `5` or `5 seconds` is `5s`. */
export function time(value: unknown, unit?: string): string | undefined {
  const [, figure, word = ''] = /^(\d+(?:\.\d+)?)\s*([a-z]*)$/i.exec(String(value).trim()) ?? [];
  if (figure === undefined) return undefined;
  if (word === '') return figure + (unit ?? (Number(figure) < LEAST_MILLISECONDS ? 's' : 'ms'));
  const known = UNITS[word.toLowerCase()];
  return known && figure + known;
}

/** `2-5s` is `2s..5s`. */
export function timeRange(value: unknown): string | undefined {
  const ends = endsOf(value);
  if (ends.length < 2) return time(value);
  const [from = '', to = ''] = ends;
  const last = time(to);
  const unit = /[a-z]+$/.exec(last ?? '')?.[0];
  const first = time(from, unit);
  return last === undefined || first === undefined ? undefined : `${first}..${last}`;
}

/** `3s` is `3s..`, a period without an end. */
export function period(value: unknown): string | undefined {
  const range = timeRange(value);
  return range === undefined || range.includes('..') ? range : `${range}..`;
}

/** `20`, `20 per minute` or `20/min` is `20/1m`. */
export function rate(value: unknown): string | undefined {
  const text = String(value).trim();
  if (/^[1-9]\d*$/.test(text)) return `${text}/1m`;
  const [, requests, count = '1', word = ''] =
    /^([1-9]\d*)\s*(?:requests?\s*)?(?:\/|per)\s*(\d+)?\s*([a-z]+)$/i.exec(text) ?? [];
  const unit = UNITS[word.toLowerCase()];
  return requests && unit && `${requests}/${count}${unit}`;
}

/** `0-8` or `[0, 8]` is `0..8`. */
export function counts(value: unknown): string | undefined {
  const ends = Array.isArray(value) ? [value[0], value.at(-1)].map(String) : endsOf(value);
  if (ends.length < 2 || !ends.every((end) => /^\d+%?$/.test(end))) return undefined;
  return ends[0] === ends[1] ? ends[0] : ends.join('..');
}

/** `50%` or `50` is `0.5`. */
export function chance(value: unknown): string | undefined {
  const percent = Number(String(value).replace(/%$/, ''));
  return percent > 1 && percent <= 100 ? String(percent / 100) : undefined;
}

export function flag(value: unknown): string | undefined {
  const word = String(value).toLowerCase();
  if (['yes', 'on', 'true', '1'].includes(word)) return 'true';
  return ['no', 'off', 'false', '0'].includes(word) ? 'false' : undefined;
}

const endsOf = (value: unknown): string[] => String(value).trim().split(BETWEEN).slice(0, 2);
