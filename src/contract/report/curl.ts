/** A curl command that sends a request again. The key is a shell variable, never a value. */
import type { WireRequest } from '../../journal/exchange.js';
import { keyMarks, type WrongKeyKind } from '../key-marks.js';
import { credentialOf } from '../trace/credential.js';

export function curlOf(request: WireRequest): string {
  const { method, url, headers, body } = request;
  const parts = ['curl', '-i'];
  if (method !== 'GET') parts.push('-X', quoted(method));
  parts.push(...keyHeaders(headers));
  if (body !== undefined && body.encoding === undefined) {
    parts.push('-H', quoted('Content-Type: application/json'), '--data-raw', quoted(body.text));
  }
  parts.push(quoted(url));
  return parts.join(' ');
}

const variables: Readonly<Record<string, string>> = {
  [keyMarks.other]: '$DECKHAND_OTHER_API_KEY',
  [keyMarks.disabled]: '$DECKHAND_DISABLED_API_KEY',
};

const wrongKeys: Readonly<Record<WrongKeyKind, string>> = {
  unknown: 'not-a-key',
  prefix: '${DECKHAND_API_KEY%?}',
  suffix: '${DECKHAND_API_KEY}x',
  empty: '',
};

function keyHeaders(headers: WireRequest['headers']): readonly string[] {
  const { via, key = '', wrongKind } = credentialOf(headers);
  const value = wrongKind === undefined ? (variables[key] ?? '$DECKHAND_API_KEY') : wrongKeys[wrongKind];
  const bearer = ['-H', `"Authorization: Bearer ${value}"`];
  const plain = ['-H', `"x-api-key: ${value}"`];
  return { none: [], bearer, 'not-recorded': bearer, 'x-api-key': plain, both: [...bearer, ...plain] }[via];
}

/** Quotes a string for a POSIX shell. Escapes control characters, so the command is safe to paste. */
function quoted(text: string): string {
  if (/^[\w@%+=:,./~-]+$/.test(text)) return text;
  if (/[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/.test(text)) {
    return `$'${text.replace(/[\\'\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g, escaped)}'`;
  }
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

function escaped(character: string): string {
  if (character === '\\' || character === "'") return `\\${character}`;
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
