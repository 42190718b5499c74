/**
 * Parses option values from code, flags, environment variables and the configuration file. `label` names the option in messages:
 * `rateLimit`, `--rate-limit`, `PORT in the environment`.
 */
import { UserError } from '../../base/user-error.js';
import type { HeaderPairs } from '../../journal/exchange.js';
import { isScenarioName } from '../../scenario/scenario-name.js';
import { parseDuration } from '../../scenario/duration.js';
import { parseRateLimit, tryParseDurationRange } from '../../scenario/value-syntax.js';
import type { CompiledRateLimit, DurationRangeMs } from '../../scenario/timeline.js';

const BYTES_PER_UNIT: Readonly<Record<string, number>> = { kb: 1024, mb: 1024 ** 2 };

/** Headers that Deckhand sets itself, and what to use instead. */
const RESERVED_HEADERS: Readonly<Record<string, string>> = {
  'x-api-key': 'The key belongs in --api-key.',
  accept: 'It is application/json.',
  'content-type': 'The bodies are JSON.',
  'content-length': 'It is set for each request.',
  'transfer-encoding': 'It is set for each request.',
  connection: 'It is set for each connection.',
  host: 'It is the host of the base URL.',
  upgrade: 'Requests are HTTP/1.1.',
};

/** @throws UserError always, with the value */
export function throwInvalidOption(value: unknown, label: string, hint: string): never {
  const text = typeof value === 'number' || value === undefined ? String(value) : JSON.stringify(value);
  throw new UserError('invalid-option', `Invalid value for ${label}: ${text}.`, { hint });
}

/** For secrets. @throws UserError always, without the value */
function throwInvalidSecret(message: string, hint: string): never {
  throw new UserError('invalid-option', message, { hint });
}

export function parseString(value: unknown, label: string): string {
  return typeof value === 'string' ? value : throwInvalidOption(value, label, 'Expected a string.');
}

/** @param expected a sentence for the error */
export function parsePattern(value: unknown, label: string, pattern: RegExp, expected: string): string {
  return typeof value === 'string' && pattern.test(value)
    ? value
    : throwInvalidOption(value, label, expected);
}

export function parsePath(value: unknown, label: string): string {
  return parsePattern(value, label, /./, 'Expected a path.');
}

export function parseBoolean(value: unknown, label: string): boolean {
  return typeof value === 'boolean' ? value : throwInvalidOption(value, label, 'Expected true or false.');
}

export function parseChoice(value: unknown, label: string, choices: readonly string[]): unknown {
  const list = choices.join(', ').replace(/, (?=[^,]+$)/, ' or ');
  return choices.some((one) => one === value) ? value : throwInvalidOption(value, label, `Expected ${list}.`);
}

/** @param example a list as it is written in code */
export function assertList(
  value: unknown,
  label: string,
  parseOne: (value: unknown, label: string) => unknown,
  example: string,
): void {
  if (!Array.isArray(value)) throwInvalidOption(value, label, `Expected a list, such as ${example}.`);
  for (const one of value) parseOne(one, label);
}

export function parseInteger(value: unknown, label: string, min: number, max = Infinity): number {
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= min && value <= max) return value;
  const range = max === Infinity ? `of ${min} or more` : `from ${min} to ${max}`;
  return throwInvalidOption(value, label, `Expected a whole number ${range}${unquotedHint(value, /^\d+$/)}.`);
}

export const parsePort = (value: unknown, label: string): number => parseInteger(value, label, 0, 65_535);

export function parsePositiveNumber(value: unknown, label: string): number {
  if (typeof value === 'number' && Number.isFinite(value) && value > 0) return value;
  return throwInvalidOption(
    value,
    label,
    `Expected a number above 0, such as 60${unquotedHint(value, /^\d+(?:\.\d+)?$/)}.`,
  );
}

export function parseRateLimitOption(value: unknown, label: string): CompiledRateLimit {
  const rate = typeof value === 'string' ? parseRateLimit(value) : undefined;
  if (rate) return rate;
  if (isDigits(value))
    return throwInvalidOption(
      value,
      label,
      `The rate has no time window. Write ${formatExample(label, `${value}/1m`)}.`,
    );
  return throwInvalidOption(
    value,
    label,
    `Expected requests per duration, such as ${formatExample(label, '20/1m')}.`,
  );
}

export function parseLatency(value: unknown, label: string): DurationRangeMs {
  const range = typeof value === 'string' ? tryParseDurationRange(value) : undefined;
  if (range) return range;
  if (isDigits(value))
    return throwInvalidOption(
      value,
      label,
      `The duration has no unit. Write ${formatExample(label, `${value}ms`)}.`,
    );
  const [one, two] = [formatExample(label, '200ms'), formatExample(label, '200ms..600ms')];
  return throwInvalidOption(value, label, `Expected a duration or a range, such as ${one} or ${two}.`);
}

/** @returns milliseconds, more than 0 */
export function parseDurationOption(text: string, label: string): number {
  const milliseconds = parseDuration(text);
  if (milliseconds !== undefined && milliseconds > 0) return milliseconds;
  return throwInvalidOption(text, label, 'Expected a duration such as 500ms, 3s or 5m.');
}

/** @returns bytes. The maximum is small enough for readers of a HAR file to accept an entry with two such bodies. */
export function parseByteSize(text: string, label: string): number {
  const [, number = '', unit = ''] = /^(\d+(?:\.\d+)?) ?([km]b)$/i.exec(text) ?? [];
  const bytes = Math.round(Number(number) * (BYTES_PER_UNIT[unit.toLowerCase()] ?? NaN));
  if (bytes >= 1024 && bytes <= 10 * 1024 ** 2) return bytes;
  return throwInvalidOption(text, label, 'Expected a size from 1KB to 10MB, such as 500KB or 2MB.');
}

/** An address to listen on. It must not be empty, because Node would then listen on every interface. */
export function parseListenAddress(value: unknown, label: string): string {
  const expected = 'Expected an address such as 127.0.0.1, or 0.0.0.0 for every interface.';
  return parsePattern(value, label, /^[\w.:-]+$/, expected);
}

export function parseHostname(value: unknown, label: string): string {
  return parsePattern(
    value,
    label,
    /^[\w.-]+$/,
    'Expected a host name such as deckhand.internal.',
  ).toLowerCase();
}

/** A short token can be guessed. The error never shows it. */
export function parseControlToken(value: unknown, label: string): string {
  if (typeof value === 'string' && /^\S{16,512}$/.test(value)) return value;
  return throwInvalidSecret(
    `Invalid value for ${label}.`,
    'Expected a token of at least 16 characters, without spaces.',
  );
}

export function parseBasicAuth(text: string, label: string): string {
  if (/^[^:]+:/.test(text)) return text;
  return throwInvalidSecret(
    `Invalid value for ${label}.`,
    'Expected a user and a password with a colon between them: ann:secret.',
  );
}

/**
 * Headers, one on each line. An error never shows a value.
 * @param before the headers of earlier flags
 */
export function parseHeaders(text: string, label: string, before: HeaderPairs = []): HeaderPairs {
  const example = "Expected a header such as 'X-Gate: value'.";
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== '');
  if (lines.length === 0) return throwInvalidSecret(`${label} is empty.`, example);
  return lines.reduce<HeaderPairs>((others, line) => {
    const [, name = '', value = ''] = /^([\w!#$%&'*+.^`|~-]+)\s*:\s*(.*?)\s*$/.exec(line) ?? [];
    if (name === '') return throwInvalidSecret(`A header of ${label} has no name.`, example);
    const reserved = RESERVED_HEADERS[name.toLowerCase()];
    if (reserved !== undefined) return throwInvalidSecret(`${label} cannot set ${name}.`, reserved);
    if (!/^[\x20-\x7e\xa0-\xff]+$/.test(value))
      return throwInvalidSecret(
        `The value of ${name} in ${label} is empty, or has characters that no header can have.`,
        example,
      );
    if (others.some(([other]) => other.toLowerCase() === name.toLowerCase()))
      return throwInvalidSecret(`${label} sets ${name} twice.`, 'Omit one of them.');
    return [...others, [name, value]];
  }, before);
}

/** @param example a valid value */
export function parseJsonObject(text: string, label: string, example: string): object {
  const hint = `Expected a JSON object such as '${example}'.`;
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch (cause) {
    throw new UserError('invalid-option', `The value of ${label} is not JSON.`, { hint, cause });
  }
  if (typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed)) return parsed;
  throw new UserError('invalid-option', `The value of ${label} is not a JSON object.`, { hint });
}

export function parseScenarioName(text: string, label: string): string {
  if (isScenarioName(text)) return text;
  return throwInvalidOption(
    text,
    label,
    'Expected lowercase letters, digits and hyphens, such as renderer-fails.',
  );
}

/** A value as a user writes it: quoted in code, unquoted after a flag. */
const formatExample = (label: string, text: string): string => (/^[\w.]+$/.test(label) ? `'${text}'` : text);

/** The end of the hint for a number that was written as a string. */
const unquotedHint = (value: unknown, number: RegExp): string =>
  typeof value === 'string' && number.test(value) ? `: write ${value} without quotes` : '';

const isDigits = (value: unknown): value is string | number => /^[1-9]\d*$/.test(String(value));
