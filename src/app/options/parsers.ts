/**
 * Parsers of option values: of code, flags, variables and the configuration file. `where` is the option as its user wrote it:
 * `rateLimit`, `--rate-limit`, `PORT in the environment`. Each throws a UserError that says what is expected.
 */
import { UserError } from '../../base/user-error.js';
import type { HeaderPairs } from '../../journal/exchange.js';
import { isScenarioName } from '../../scenario/check.js';
import { parseDuration } from '../../scenario/duration.js';
import { parseRateLimit, readSpan } from '../../scenario/notation.js';
import type { RateLimit, Span } from '../../scenario/timeline.js';

/** @throws UserError always, with the value */
export function refuse(value: unknown, where: string, hint: string): never {
  const shown = typeof value === 'number' || value === undefined ? String(value) : JSON.stringify(value);
  throw new UserError('bad-option', `${where} cannot be ${shown}.`, { hint });
}

/** For secrets. @throws UserError always, without the value */
function refuseHidden(message: string, hint: string): never {
  throw new UserError('bad-option', message, { hint });
}

export function needText(value: unknown, where: string): string {
  return typeof value === 'string' ? value : refuse(value, where, 'Expected a text.');
}

/** @param expected a sentence for the error */
export function needMatch(value: unknown, where: string, pattern: RegExp, expected: string): string {
  return typeof value === 'string' && pattern.test(value) ? value : refuse(value, where, expected);
}

export function needPath(value: unknown, where: string): string {
  return needMatch(value, where, /./, 'Expected a path.');
}

export function needBoolean(value: unknown, where: string): boolean {
  return typeof value === 'boolean' ? value : refuse(value, where, 'Expected true or false.');
}

export function needChoice(value: unknown, where: string, choices: readonly string[]): unknown {
  const list = choices.join(', ').replace(/, (?=[^,]+$)/, ' or ');
  return choices.some((one) => one === value) ? value : refuse(value, where, `Expected ${list}.`);
}

/** @param example a list as it is written in code */
export function needList(
  value: unknown,
  where: string,
  needOne: (value: unknown, where: string) => unknown,
  example: string,
): void {
  if (!Array.isArray(value)) refuse(value, where, `Expected a list, such as ${example}.`);
  for (const one of value) needOne(one, where);
}

export function needWhole(value: unknown, where: string, least: number, most = Infinity): number {
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= least && value <= most)
    return value;
  const range = most === Infinity ? `of ${least} or more` : `from ${least} to ${most}`;
  return refuse(value, where, `Expected a whole number ${range}${unquoted(value, /^\d+$/)}.`);
}

export const needPort = (value: unknown, where: string): number => needWhole(value, where, 0, 65_535);

export function needPositive(value: unknown, where: string): number {
  if (typeof value === 'number' && Number.isFinite(value) && value > 0) return value;
  return refuse(value, where, `Expected a number above 0, such as 60${unquoted(value, /^\d+(?:\.\d+)?$/)}.`);
}

export function needRate(value: unknown, where: string): RateLimit {
  const rate = typeof value === 'string' ? parseRateLimit(value) : undefined;
  if (rate) return rate;
  if (isDigits(value))
    return refuse(value, where, `It has no window. Write it as ${written(where, `${value}/1m`)}.`);
  return refuse(value, where, `Expected requests per time, such as ${written(where, '20/1m')}.`);
}

export function needLatency(value: unknown, where: string): Span {
  const span = typeof value === 'string' ? readSpan(value) : undefined;
  if (span) return span;
  if (isDigits(value))
    return refuse(value, where, `It has no unit. Write it as ${written(where, `${value}ms`)}.`);
  const [one, two] = [written(where, '200ms'), written(where, '200ms..600ms')];
  return refuse(value, where, `Expected a time or a range, such as ${one} or ${two}.`);
}

/** @returns milliseconds, more than 0 */
export function needDuration(text: string, where: string): number {
  const milliseconds = parseDuration(text);
  if (milliseconds !== undefined && milliseconds > 0) return milliseconds;
  return refuse(text, where, 'Expected a time such as 500ms, 3s or 5m.');
}

const UNITS: Readonly<Record<string, number>> = { kb: 1024, mb: 1024 ** 2 };

/** @returns bytes. Readers accept an entry of a HAR file with two bodies of the largest size. */
export function needSize(text: string, where: string): number {
  const [, number = '', unit = ''] = /^(\d+(?:\.\d+)?) ?([km]b)$/i.exec(text) ?? [];
  const bytes = Math.round(Number(number) * (UNITS[unit.toLowerCase()] ?? NaN));
  if (bytes >= 1024 && bytes <= 10 * 1024 ** 2) return bytes;
  return refuse(text, where, 'Expected a size from 1KB to 10MB, such as 500KB or 2MB.');
}

/** An address to listen on. It must not be empty: Node would then listen on every interface. */
export function needHost(value: unknown, where: string): string {
  const expected = 'Expected an address such as 127.0.0.1, or 0.0.0.0 for every interface.';
  return needMatch(value, where, /^[\w.:-]+$/, expected);
}

export function needHostName(value: unknown, where: string): string {
  return needMatch(
    value,
    where,
    /^[\w.-]+$/,
    'Expected a host name such as deckhand.internal.',
  ).toLowerCase();
}

/** A short token can be guessed. The error never shows it. */
export function needToken(value: unknown, where: string): string {
  if (typeof value === 'string' && /^\S{16,512}$/.test(value)) return value;
  return refuseHidden(
    `${where} cannot be used.`,
    'Expected a token of at least 16 characters, without spaces.',
  );
}

export function needUserAndPassword(text: string, where: string): string {
  if (/^[^:]+:/.test(text)) return text;
  return refuseHidden(
    `${where} cannot be used.`,
    'Expected a user and a password with a colon between them: ann:secret.',
  );
}

/** Headers that Deckhand sets itself, and what to use instead. */
const RESERVED: Readonly<Record<string, string>> = {
  'x-api-key': 'The key belongs in --api-key.',
  accept: 'It asks for JSON.',
  'content-type': 'The bodies are JSON.',
  'content-length': 'It is set for each request.',
  'transfer-encoding': 'It is set for each request.',
  connection: 'It is set for each connection.',
  host: 'It is the host of the base URL.',
  upgrade: 'Requests are HTTP/1.1.',
};

/**
 * Headers, one on each line. An error never shows a value.
 * @param before the headers of earlier flags
 */
export function needHeaders(text: string, where: string, before: HeaderPairs = []): HeaderPairs {
  const example = "Expected a header such as 'X-Gate: value'.";
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== '');
  if (lines.length === 0) return refuseHidden(`${where} is empty.`, example);
  return lines.reduce<HeaderPairs>((others, line) => {
    const [, name = '', value = ''] = /^([\w!#$%&'*+.^`|~-]+)\s*:\s*(.*?)\s*$/.exec(line) ?? [];
    if (name === '') return refuseHidden(`A value of ${where} has no name.`, example);
    const reserved = RESERVED[name.toLowerCase()];
    if (reserved !== undefined) return refuseHidden(`${where} cannot set ${name}.`, reserved);
    if (!/^[\x20-\x7e\xa0-\xff]+$/.test(value))
      return refuseHidden(
        `The value of ${name} in ${where} is empty, or has characters that no header can have.`,
        example,
      );
    if (others.some(([other]) => other.toLowerCase() === name.toLowerCase()))
      return refuseHidden(`${where} sets ${name} twice.`, 'Leave one out.');
    return [...others, [name, value]];
  }, before);
}

/** @param example what can be expected */
export function needJsonObject(text: string, where: string, example: string): object {
  const hint = `Expected a JSON object such as '${example}'.`;
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch (cause) {
    throw new UserError('bad-option', `The value of ${where} is not JSON.`, { hint, cause });
  }
  if (typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed)) return parsed;
  throw new UserError('bad-option', `The value of ${where} is not a JSON object.`, { hint });
}

export function needScenarioName(text: string, where: string): string {
  if (isScenarioName(text)) return text;
  return refuse(text, where, 'Expected lowercase letters, digits and hyphens, such as renderer-fails.');
}

/** A value as its user writes it: in code with quotes, after a flag without. */
const written = (where: string, text: string): string => (/^[\w.]+$/.test(where) ? `'${text}'` : text);

/** The end of a hint about a number that is written as a string. */
const unquoted = (value: unknown, number: RegExp): string =>
  typeof value === 'string' && number.test(value) ? `: write ${value} without quotes` : '';

const isDigits = (value: unknown): value is string | number => /^[1-9]\d*$/.test(String(value));
