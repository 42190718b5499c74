/** The curl line that sends a recorded request again, the same in reports and in the panel. A key is a shell variable, never a value. */
import { buildCurlCommand, type CurlRequest } from '../../base/text/curl.js';
import { shellQuote, type ShellExpansion } from '../../base/text/shell-quote.js';
import type { WireRequest } from '../../journal/exchange.js';
import {
  GATEWAY_MARK,
  isRedactionPlaceholder,
  SANITIZED_KEY_MARK,
  REDACTION_MARK,
} from '../../journal/redact/redaction-mark.js';
import { keyPlaceholders, getInvalidKeyKind, type InvalidKeyKind } from '../model/key-placeholders.js';

/** Headers that curl sets itself, or that belong to one connection, browser or encoding of the body. */
const SKIPPED =
  /^(?:host|connection|keep-alive|te|trailer|transfer-encoding|upgrade|expect|content-(?:length|encoding)|user-agent|accept|accept-.*|cache-control|pragma|cookie|dnt|priority|origin|referer|sec-.*|proxy-.*|upgrade-insecure-requests)$/i;

type Value = readonly (string | ShellExpansion)[];

interface CurlChoice {
  /** Whether the command prints the body only. */
  readonly isSilent?: boolean;
  /** The address as a word of the shell, if it has a variable. */
  readonly address?: string | undefined;
}

/**
 * @param options options of curl for every request, such as `-k`
 * @returns `undefined` if the request is not known well enough to send it again
 */
export function curlOf(
  request: WireRequest,
  options: readonly string[] = [],
  { isSilent = false, address }: CurlChoice = {},
): string | undefined {
  const { method, url, body } = request;
  if (!/^[A-Z]+$/.test(method) || !/^https?:/i.test(url) || body?.truncated || body?.encoding !== undefined)
    return undefined;
  const headers = request.headers.filter(([name]) => isSentAgain(name));
  const isTyped = body === undefined || headers.some(([name]) => name.toLowerCase() === 'content-type');
  return buildCurlCommand({
    method,
    url,
    headers: [
      ...headers.filter((pair) => !isBasic(pair)).map(headerOf),
      ...(isTyped ? [] : [['Content-Type', 'application/json'] as const]),
    ],
    body: body?.text,
    urlWord: address,
    options: [
      isSilent ? '-s' : '-i',
      ...options.map((option) => shellQuote(option)),
      ...(headers.some(isBasic) ? ['-u "$DECKHAND_BASIC_AUTH"'] : []),
    ],
  });
}

/** Whether another program should send the header of a recorded request again. */
export const isSentAgain = (name: string): boolean => !SKIPPED.test(name);

/** The credentials of a user for a gateway. */
const isBasic = ([name, value]: WireRequest['headers'][number]): boolean =>
  name.toLowerCase() === 'authorization' && value === `Basic ${GATEWAY_MARK}`;

function headerOf([name, value]: WireRequest['headers'][number]): CurlRequest['headers'][number] {
  const [, scheme = '', rest = ''] = /^(\w+ +)?(.*)$/s.exec(value) ?? [];
  if (rest === GATEWAY_MARK) return [name, scheme, { expand: variableOf(name) }];
  const lower = name.toLowerCase();
  if (lower === 'x-api-key') return [name, ...keyOf(value)];
  if (lower === 'authorization') return [name, ...authorizationOf(value, scheme, rest)];
  if (new RegExp(`^${REDACTION_MARK.source}$`).test(rest))
    return [name, scheme, { expand: variableOf(name) }];
  const [before = '', ...after] = value.split(REDACTION_MARK);
  return [name, before, ...after.flatMap((text) => [KEY, text])];
}

/** `X-Gate` is in `$X_GATE`, other names begin with `HEADER_`: a recording cannot name the variable of another secret. */
const variableOf = (name: string): string =>
  `$${/^x-/i.test(name) ? '' : 'HEADER_'}${name.toUpperCase().replace(/\W/g, '_')}`;

const KEY: ShellExpansion = { expand: '$DECKHAND_API_KEY' };

const keys: Readonly<Record<string, ShellExpansion>> = {
  [keyPlaceholders.other]: { expand: '$DECKHAND_OTHER_API_KEY' },
  [keyPlaceholders.disabled]: { expand: '$DECKHAND_DISABLED_API_KEY' },
};

const wrongKeys: Readonly<Record<InvalidKeyKind, Value>> = {
  unknown: ['not-a-key'],
  truncated: [{ expand: '${DECKHAND_API_KEY%?}' }],
  extended: [KEY, 'x'],
  empty: [],
  'other-case': [{ expand: `$(printf %s "$DECKHAND_API_KEY" | tr 'A-Za-z' 'a-zA-Z')` }],
  'other-scheme': ['not-a-key'],
  'basic-scheme': ['not-a-key'],
};

/** Some recorders replace the scheme together with the key. */
function authorizationOf(value: string, scheme: string, rest: string): Value {
  if (value === SANITIZED_KEY_MARK || isRedactionPlaceholder(value)) return ['Bearer ', KEY];
  if (getInvalidKeyKind(value) === 'other-scheme') return ['Token ', ...keyOf(value)];
  return [scheme, ...keyOf(rest)];
}

function keyOf(mark: string): Value {
  const wrong = getInvalidKeyKind(mark);
  if (wrong !== undefined) return wrongKeys[wrong];
  return mark.trim() === '' ? [] : [keys[mark] ?? KEY];
}
