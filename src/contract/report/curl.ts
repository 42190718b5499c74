/** A curl command that sends a request again. The key is a shell variable, never a value. */
import type { WireRequest } from '../../journal/exchange.js';
import { GATEWAY_MARK } from '../../journal/gateway-headers.js';
import { keyMarks, type WrongKeyKind } from '../../trace/key-marks.js';
import { credentialOf } from '../../trace/credential.js';

interface CurlChoice {
  /** Whether the command prints the body only. */
  readonly isSilent?: boolean;
  /** The address as an argument of the shell, if it has a variable. */
  readonly address?: string | undefined;
}

/**
 * @param options options of curl for every request, such as `-k`
 * @returns `undefined` if the request is not known well enough to send it again
 */
export function curlOf(
  request: WireRequest,
  options: readonly string[] = [],
  { isSilent = false, address = quoted(encodedUrl(request.url)) }: CurlChoice = {},
): string | undefined {
  const { method, url, headers, body } = request;
  if (!/^[A-Z]+$/.test(method) || !/^https?:/i.test(url) || body?.cut || body?.encoding !== undefined)
    return undefined;
  const parts = ['curl', isSilent ? '-s' : '-i'];
  parts.push(...pathOptions(url), ...options.map(argument), ...gatewayOptions(headers));
  if (method !== 'GET') parts.push('-X', method);
  parts.push(...keyHeaders(headers));
  if (body !== undefined) parts.push('-H', quoted('Content-Type: application/json'));
  if (body === undefined) return [...parts, address].join(' ');
  const isPiped = !isPlain(body.text);
  parts.push(...(isPiped ? ['--data-binary', '@-'] : ['--data-raw', quoted(body.text)]), address);
  return isPiped ? `${printing(body.text)} | ${parts.join(' ')}` : parts.join(' ');
}

const argument = (text: string): string => (/^[\w./-]+$/.test(text) ? text : quoted(text));

/** The headers for a gateway, with their values in shell variables: `X-Gate` in `$X_GATE`. */
function gatewayOptions(headers: WireRequest['headers']): readonly string[] {
  return headers.flatMap(([name, value]) => {
    if (!value.endsWith(GATEWAY_MARK)) return [];
    const isBasic = name.toLowerCase() === 'authorization' && value.startsWith('Basic ');
    if (isBasic) return ['-u', '"$DECKHAND_BASIC_AUTH"'];
    const scheme = value.slice(0, -GATEWAY_MARK.length);
    return ['-H', `"${name}: ${scheme}$${name.toUpperCase().replace(/\W/g, '_')}"`];
  });
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
  case: `$(printf %s "$DECKHAND_API_KEY" | tr 'A-Za-z' 'a-zA-Z')`,
  scheme: 'not-a-key',
};

function keyHeaders(headers: WireRequest['headers']): readonly string[] {
  const { via, key = '', wrongKind } = credentialOf(headers);
  const value = wrongKind === undefined ? (variables[key] ?? '$DECKHAND_API_KEY') : wrongKeys[wrongKind];
  const bearer = ['-H', `"Authorization: ${wrongKind === 'scheme' ? 'Token' : 'Bearer'} ${value}"`];
  const plain = ['-H', `"x-api-key: ${value}"`];
  return { none: [], bearer, 'not-recorded': bearer, 'x-api-key': plain, both: [...bearer, ...plain] }[via];
}

/** Control characters, and format characters that reorder or hide text. */
const UNSAFE =
  /[\u0000-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/;

const isPlain = (text: string): boolean => !UNSAFE.test(text);

/**
 * Quotes strings for every POSIX shell. `$'…'` is not one of its quotes: dash passes it on as `$…`. Single quotes are safe
 * everywhere, but a terminal acts on control characters that are pasted, so strings with such characters go through printf.
 * @param text must be plain
 */
function quoted(text: string): string {
  if (/^[\w@%+=:,./-]+$/.test(text)) return text;
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

/** A command that prints any string, without pasting one of its unsafe characters. */
function printing(text: string): string {
  const format = Array.from(text, (character) => {
    if (character === '\\') return '\\\\';
    if (character === '%') return '%%';
    return isPlain(character) ? character : octal(character);
  });
  return `printf ${quoted(format.join(''))}`;
}

/** The bytes of a character as octal escapes, which all versions of printf know. */
function octal(character: string): string {
  const bytes = [...new TextEncoder().encode(character)];
  return bytes.map((byte) => `\\${byte.toString(8).padStart(3, '0')}`).join('');
}
