/** A curl command that sends a request again. The key is a shell variable, never a value. */
import type { WireRequest } from '../../journal/exchange.js';
import { keyMarks, type WrongKeyKind } from '../key-marks.js';
import { credentialOf } from '../trace/credential.js';
import { isPlain, printing, quoted } from './shell-quote.js';

/** @returns `undefined` if the request is not known well enough to send it again */
export function curlOf(request: WireRequest): string | undefined {
  const { method, url, headers, body } = request;
  if (!/^[A-Z]+$/.test(method) || !/^https?:/i.test(url) || body?.cut || body?.encoding !== undefined)
    return undefined;
  const parts = ['curl', '-i', ...pathOptions(url)];
  if (method !== 'GET') parts.push('-X', method);
  parts.push(...keyHeaders(headers));
  if (body !== undefined) parts.push('-H', quoted('Content-Type: application/json'));
  if (body === undefined) return [...parts, quoted(encodedUrl(url))].join(' ');
  const isPiped = !isPlain(body.text);
  parts.push(
    ...(isPiped ? ['--data-binary', '@-'] : ['--data-raw', quoted(body.text)]),
    quoted(encodedUrl(url)),
  );
  return isPiped ? `${printing(body.text)} | ${parts.join(' ')}` : parts.join(' ');
}

/** curl would change brackets, braces and dots in a path. */
function pathOptions(url: string): readonly string[] {
  return [
    ...(/[[\]{}]/.test(url) ? ['-g'] : []),
    ...(/\/\.{1,2}(?:[/?#]|$)/.test(url) ? ['--path-as-is'] : []),
  ];
}

/** An address on the wire has ASCII only. */
const encodedUrl = (url: string): string =>
  url.replace(/[^\x21-\x7e]/gu, (character) => (isPlain(character) ? character : encodeCharacter(character)));

function encodeCharacter(character: string): string {
  const bytes = [...new TextEncoder().encode(character)];
  return bytes.map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`).join('');
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
