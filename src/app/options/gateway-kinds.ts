/** The kinds of values for gateways in front of a deployment: headers and credentials. An error never shows a value. */
import { UserError } from '../../base/user-error.js';
import type { HeaderPairs } from '../../journal/exchange.js';
import type { Kind } from './kinds.js';

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

const EXAMPLE = "Expected a header such as 'X-Gate: value'.";

/** Headers, one on each line. */
export const headers: Kind<HeaderPairs> = {
  fromTexts: (texts) => texts,
  check(value, where) {
    const texts = value as readonly string[];
    return texts
      .flatMap((lines) => linesOf(lines, where))
      .reduce<HeaderPairs>((before, line) => addHeader(before, line, where), []);
  },
};

export const userAndPassword: Kind<string> = {
  check(value, where) {
    if (typeof value === 'string' && /^[^:]+:/.test(value)) return value;
    const expected = 'Expected a user and a password with a colon between them: ann:secret.';
    throw wrong(`${where} cannot be used.`, expected);
  },
};

function linesOf(text: string, where: string): readonly string[] {
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== '');
  if (lines.length === 0) throw wrong(`${where} is empty.`, EXAMPLE);
  return lines;
}

function addHeader(before: HeaderPairs, line: string, where: string): HeaderPairs {
  const [, name = '', value = ''] = /^([\w!#$%&'*+.^`|~-]+)\s*:\s*(.*?)\s*$/.exec(line) ?? [];
  if (name === '') throw wrong(`A value of ${where} has no name.`, EXAMPLE);
  const lower = name.toLowerCase();
  const reserved = RESERVED[lower];
  if (reserved !== undefined) throw wrong(`${where} cannot set ${name}.`, reserved);
  if (!/^[\x20-\x7e\xa0-\xff]+$/.test(value))
    throw wrong(
      `The value of ${name} in ${where} is empty, or has characters that no header can have.`,
      EXAMPLE,
    );
  if (before.some(([other]) => other.toLowerCase() === lower))
    throw wrong(`${where} sets ${name} twice.`, 'Leave one out.');
  return [...before, [name, value]];
}

const wrong = (message: string, hint: string): UserError => new UserError('bad-option', message, { hint });
