/** The curl command that repeats a recorded request, for reports and the panel. Keys are shell variables, never values. */
import { buildCurlCommand, type CurlRequest } from '../../base/text/curl.js';
import { shellQuote, type ShellExpansion } from '../../base/text/shell-quote.js';
import type { WireRequest } from '../../journal/exchange.js';
import {
  GATEWAY_MARK,
  isRedactionPlaceholder,
  SANITIZED_KEY_MARK,
  REDACTION_MARK,
} from '../../journal/redact/redaction-mark.js';
import {
  getCredentialForm,
  getInvalidKeyKind,
  keyPlaceholders,
  type CredentialForm,
  type InvalidKeyKind,
} from '../model/key-placeholders.js';
import type { TargetConnection } from './report.js';

/** Headers that curl sets itself, or that belong to one connection, browser or encoding of the body. */
const SKIPPED =
  /^(?:host|connection|keep-alive|te|trailer|transfer-encoding|upgrade|expect|content-(?:length|encoding)|user-agent|accept-.*|cache-control|pragma|cookie|dnt|priority|origin|referer|sec-.*|proxy-.*|upgrade-insecure-requests)$/i;

type ShellWords = readonly (string | ShellExpansion)[];

/**
 * @param options options of curl for every request, such as `-k`
 * @returns `undefined` if the request cannot be repeated: its body is truncated or binary
 */
export function toCurl(request: WireRequest, options: readonly string[] = []): string | undefined {
  const { method, url, body } = request;
  if (!/^[A-Z]+$/.test(method) || !/^https?:/i.test(url) || body?.truncated || body?.encoding !== undefined)
    return undefined;
  const headers = request.headers.filter((header) => isSentAgain(header[0]) && !isDefaultOfCurl(header));
  const isTyped = body === undefined || headers.some(([name]) => name.toLowerCase() === 'content-type');
  return buildCurlCommand({
    method,
    url,
    headers: [
      ...headers.filter((pair) => !isBasic(pair)).map(toCurlHeader),
      ...(isTyped ? [] : [['Content-Type', 'application/json'] as const]),
    ],
    body: body?.text,
    options: [
      '-i',
      ...options.map((option) => shellQuote(option)),
      ...(headers.some(isBasic) ? ['-u "$DECKHAND_BASIC_AUTH"'] : []),
    ],
  });
}

/** The options of curl for the connection of the run. The proxy comes from the environment, as in the run. */
export function getCurlOptions({ insecure, ca, clientCertificate }: TargetConnection): readonly string[] {
  return [
    ...(insecure ? ['-k'] : []),
    ...(ca === undefined ? [] : ['--cacert', ca]),
    ...(clientCertificate ? ['--cert', clientCertificate.cert, '--key', clientCertificate.key] : []),
  ];
}

/** Whether another program should send the header of a recorded request again. */
export const isSentAgain = (name: string): boolean => !SKIPPED.test(name);

// `Accept: */*`, which curl sends itself.
const isDefaultOfCurl = ([name, value]: WireRequest['headers'][number]): boolean =>
  name.toLowerCase() === 'accept' && value.trim() === '*/*';

/** Basic authentication for a gateway. */
const isBasic = ([name, value]: WireRequest['headers'][number]): boolean =>
  name.toLowerCase() === 'authorization' && value === `Basic ${GATEWAY_MARK}`;

function toCurlHeader([name, value]: WireRequest['headers'][number]): CurlRequest['headers'][number] {
  const [, scheme = '', rest = ''] = /^(\w+ +)?(.*)$/s.exec(value) ?? [];
  if (rest === GATEWAY_MARK) return [name, scheme, { expand: getVariable(name) }];
  const lower = name.toLowerCase();
  if (lower === 'x-api-key') return [name, ...toKeyWords(value, 'with-invalid-x-api-key')];
  if (lower === 'authorization') return [name, ...toAuthorizationWords(value, scheme, rest)];
  if (new RegExp(`^${REDACTION_MARK.source}$`).test(rest))
    return [name, scheme, { expand: getVariable(name) }];
  const [before = '', ...after] = value.split(REDACTION_MARK);
  return [name, before, ...after.flatMap((text) => [KEY_VARIABLE, text])];
}

/** `$X_GATE` for `X-Gate`. Other names get the prefix `HEADER_`, so a recording cannot name the variable of another secret. */
const getVariable = (name: string): string =>
  `$${/^x-/i.test(name) ? '' : 'HEADER_'}${name.toUpperCase().replace(/\W/g, '_')}`;

const KEY_VARIABLE: ShellExpansion = { expand: '$DECKHAND_API_KEY' };

const keyVariables: Readonly<Record<string, ShellExpansion>> = {
  [keyPlaceholders.other]: { expand: '$DECKHAND_OTHER_API_KEY' },
  [keyPlaceholders.disabled]: { expand: '$DECKHAND_API_KEY_WITHOUT_ACCESS' },
};

const invalidKeys: Readonly<Record<InvalidKeyKind, ShellWords>> = {
  unknown: ['not-a-key'],
  truncated: [{ expand: '${DECKHAND_API_KEY%?}' }],
  extended: [KEY_VARIABLE, 'x'],
  empty: [],
  'other-case': [{ expand: `$(printf %s "$DECKHAND_API_KEY" | tr 'A-Za-z' 'a-zA-Z')` }],
  'other-scheme': ['not-a-key'],
  'basic-scheme': ['not-a-key'],
};

/** Some recorders replace the scheme together with the key. */
function toAuthorizationWords(value: string, scheme: string, rest: string): ShellWords {
  if (value === SANITIZED_KEY_MARK || isRedactionPlaceholder(value)) return ['Bearer ', KEY_VARIABLE];
  if (getInvalidKeyKind(value) === 'other-scheme')
    return ['Token ', ...toKeyWords(value, 'with-invalid-bearer')];
  return [scheme, ...toKeyWords(rest, 'with-invalid-bearer')];
}

/** @param invalidForm the form of a request whose other header has the key */
function toKeyWords(placeholder: string, invalidForm: CredentialForm): ShellWords {
  const form = getCredentialForm(placeholder);
  if (form === invalidForm) return invalidKeys.unknown;
  if (form === 'quoted') return ['"', KEY_VARIABLE, '"'];
  const invalidKind = getInvalidKeyKind(placeholder);
  if (invalidKind !== undefined) return invalidKeys[invalidKind];
  return placeholder.trim() === '' ? [] : [keyVariables[placeholder] ?? KEY_VARIABLE];
}
