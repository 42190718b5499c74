/** Reads the API key of a request, and in which of the two documented headers it was sent. Section 5. */
import { memoize } from '../../base/memoize.js';
import { getHeader, type HeaderPairs } from '../../journal/exchange.js';
import {
  GATEWAY_MARK,
  isRedactionPlaceholder,
  redactionMark,
  SANITIZED_KEY_MARK,
} from '../../journal/redact/redaction-mark.js';
import {
  getCredentialForm,
  keyPlaceholders,
  getInvalidKeyKind,
  type CredentialForm,
  type InvalidKeyKind,
} from './key-placeholders.js';

export interface Credential {
  /** `not-recorded`: the request had a key, but the recording does not contain its header. */
  readonly header: 'bearer' | 'x-api-key' | 'both' | 'none' | 'not-recorded';
  /** Identifies the key; a placeholder if the journal is redacted. Never print it. */
  readonly key?: string;
  /** Whether it is an invalid key that `deckhand verify` generated. */
  readonly isInvalid: boolean;
  readonly invalidKind?: InvalidKeyKind;
  /** The form in which `deckhand verify` sends the key under test, if the spec does not say whether a service accepts it. */
  readonly variant?: CredentialForm;
  /** Whether it is the key of a workspace without API access. */
  readonly isDisabled?: boolean;
  /** Whether redaction replaced several keys with this value. */
  readonly isAmbiguous: boolean;
}

export function parseCredential(headers: HeaderPairs): Credential {
  const authorization = getAuthorization(headers);
  const apiKey = getHeader(headers, 'x-api-key');
  return parseCached(apiKey === undefined ? authorization : `${authorization}\0${apiKey}`);
}

/** Clients send the same headers with every request. */
const parseCached = memoize((text): Credential => {
  const [authorization = '', apiKey] = text.split('\0');
  return parseCredentialHeaders(authorization, apiKey);
});

/** Whether the recording has the headers of the request. Each HTTP request has some, such as `Host`. */
export const areHeadersRecorded = (headers: HeaderPairs): boolean =>
  headers.some(([, value]) => value !== SANITIZED_KEY_MARK);

/** The `Authorization` header, unless it is for a gateway. */
function getAuthorization(headers: HeaderPairs): string {
  const authorization = getHeader(headers, 'authorization') ?? '';
  return authorization.endsWith(GATEWAY_MARK) ? '' : authorization;
}

function parseCredentialHeaders(authorization: string, apiKey: string | undefined): Credential {
  if (authorization === SANITIZED_KEY_MARK)
    return { header: 'not-recorded', key: SANITIZED_KEY_MARK, isInvalid: false, isAmbiguous: true };
  // A placeholder without a scheme: the recorder replaced the whole header. A generated key can have another scheme.
  const placeholder = authorization.replace(/^\w+ +/, '');
  const isOfVerify =
    getInvalidKeyKind(placeholder) !== undefined || getCredentialForm(placeholder) !== undefined;
  const replaced = isOfVerify
    ? placeholder
    : isRedactionPlaceholder(authorization)
      ? authorization
      : undefined;
  const bearer = /^Bearer +(.*)$/i.exec(authorization)?.[1] ?? replaced;
  const key = bearer ?? apiKey;
  if (key === undefined) return { header: 'none', isInvalid: false, isAmbiguous: false };
  const header =
    bearer !== undefined && apiKey !== undefined ? 'both' : bearer !== undefined ? 'bearer' : 'x-api-key';
  const invalidKind = getInvalidKeyKind(key);
  const variant = getCredentialForm(key);
  return {
    header,
    key,
    isInvalid: invalidKind !== undefined,
    ...(invalidKind !== undefined && { invalidKind }),
    ...(variant !== undefined && { variant }),
    ...(key === keyPlaceholders.disabled && { isDisabled: true }),
    isAmbiguous: key === redactionMark() || isRedactionPlaceholder(key),
  };
}
