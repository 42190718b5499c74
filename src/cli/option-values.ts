/** Parsers for the values of options. Each returns the value, or throws an error that says what is expected. */
import { isIP } from 'node:net';
import { InvalidArgumentError, type Command } from 'commander';
import { redactNames } from '../journal/secret-names.js';
import { parseDuration } from '../scenario/duration.js';
import { parseRateLimit, readSpan } from '../scenario/notation.js';

export function wholeNumber(least: number, most: number): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (/^\d+$/.test(text) && value >= least && value <= most) return value;
    throw new InvalidArgumentError(`Expected a whole number from ${least} to ${most}.`);
  };
}

export function positiveNumber(text: string): number {
  // `60x` is a usual way to write a speed.
  const value = Number(text.replace(/x$/, ''));
  if (Number.isFinite(value) && value > 0) return value;
  throw new InvalidArgumentError('Expected a number above 0, such as 60.');
}

const UNITS: Readonly<Record<string, number>> = { kb: 1024, mb: 1024 ** 2, gb: 1024 ** 3 };

/** @returns bytes */
export function memory(text: string): number {
  const [, number = '', unit = ''] = /^(\d+(?:\.\d+)?) ?([kmg]b)$/i.exec(text) ?? [];
  const bytes = Math.round(Number(number) * (UNITS[unit.toLowerCase()] ?? 0));
  if (bytes >= 1024 ** 2) return bytes;
  throw new InvalidArgumentError('Expected an amount of at least 1MB, such as 512MB or 2GB.');
}

/** @returns milliseconds, more than 0 */
export function duration(text: string): number {
  const milliseconds = parseDuration(text);
  if (milliseconds !== undefined && milliseconds > 0) return milliseconds;
  throw new InvalidArgumentError('Expected a time such as 500ms, 3s or 5m.');
}

export function rateLimit(text: string): string {
  if (parseRateLimit(text)) return text;
  if (/^[1-9]\d*$/.test(text)) throw new InvalidArgumentError(`It has no window. Write it as ${text}/1m.`);
  throw new InvalidArgumentError('Expected requests per time, such as 20/1m.');
}

export function latency(text: string): string {
  if (readSpan(text)) return text;
  if (/^\d+$/.test(text)) throw new InvalidArgumentError(`It has no unit. Write it as ${text}ms.`);
  throw new InvalidArgumentError('Expected a time or a range, such as 200ms or 200ms..600ms.');
}

export function httpUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url && /^https?:$/.test(url.protocol) && url.username === '') return text.replace(/\/+$/, '');
  throw new InvalidArgumentError('Expected a URL such as https://deckhand.example.com.');
}

export function origin(text: string, before: readonly string[] = []): string[] {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url && /^https?:$/.test(url.protocol) && url.origin === text.replace(/\/$/, ''))
    return [...before, url.origin];
  throw new InvalidArgumentError('Expected an origin such as http://app.test:3000.');
}

/**
 * Whether `HOST` in the environment is an address for a server. Conda sets it to a platform, and some shells to the name of the
 * machine: those are ignored.
 */
export function isAddress(text: string): boolean {
  return isIP(text) !== 0 || /^(?:[\w-]+\.)*localhost$/i.test(text);
}

/** An address to listen on. It must not be empty: Node would then listen on every interface. */
export function host(text: string): string {
  if (/^[\w.:-]+$/.test(text)) return text;
  throw new InvalidArgumentError('Expected an address such as 127.0.0.1, or 0.0.0.0 for every interface.');
}

/** A short token can be guessed. An unset environment variable is an empty one. */
export function token(text: string): string {
  if (/^\S{16,512}$/.test(text)) return text;
  throw new InvalidArgumentError('Expected a token of at least 16 characters, without spaces.');
}

export function hostName(text: string, before: readonly string[] = []): string[] {
  if (/^[\w.-]+$/.test(text)) return [...before, text.toLowerCase()];
  throw new InvalidArgumentError('Expected a host name such as deckhand.internal.');
}

/** An id that the service gave. */
export function identifier(text: string): string {
  if (text.trim() !== '' && !text.startsWith('--')) return text;
  throw new InvalidArgumentError('Expected an id of the service, not empty.');
}

export function collect(text: string, before: readonly string[] = []): string[] {
  return [...before, text];
}

/** Names in one value, with commas, or in several. */
export function collectNames(text: string, before: readonly string[] = []): string[] {
  const names = text.split(',').map((name) => name.trim());
  if (names.includes('')) throw new InvalidArgumentError('Expected a name, or names with commas.');
  return [...before, ...names];
}

export function environmentName(text: string, before: readonly string[] = []): string[] {
  if (/^[A-Za-z_]\w*$/.test(text)) return [...before, text];
  throw new InvalidArgumentError('Expected the name of an environment variable, such as VITE_API_URL.');
}

/** Adds `--redact`: the names take effect at once, before the command reads or writes anything. */
export function withRedact(command: Command): Command {
  return command.option(
    '--redact <name>',
    'another header, parameter or field whose values are secret (repeatable)',
    (name: string, before: readonly string[] = []) => {
      if (!/^[\w.-]{1,100}$/.test(name)) throw new InvalidArgumentError('Expected a name such as x-session.');
      redactNames([name]);
      return [...before, name];
    },
  );
}
