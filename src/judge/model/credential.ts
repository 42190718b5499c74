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
  /** Identifies the key; a mark if the journal is redacted. Never show it. */
  readonly key?: string;
  /** Whether it is a wrong key that the explorer makes up. */
  readonly isInvalid: boolean;
  readonly invalidKind?: InvalidKeyKind;
  /** The form in which the explorer sends the key under test, if it is open whether a service accepts it. */
  readonly variant?: CredentialForm;
  /** Whether it is the key of a workspace without API access. */
  readonly isDisabled?: boolean;
  /** Whether redaction replaced several keys with this value. */
  readonly isAmbiguous: boolean;
}

export function parseCredential(headers: HeaderPairs): Credential {
  const authorization = ownAuthorization(headers);
  const apiKey = getHeader(headers, 'x-api-key');
  return parsed(apiKey === undefined ? authorization : `${authorization}\0${apiKey}`);
}

/** Clients send the same headers with every request. */
const parsed = memoize((text): Credential => {
  const [authorization = '', apiKey] = text.split('\0');
  return parseCredentialHeaders(authorization, apiKey);
});

/** Whether the recording has the headers of the request. Each HTTP request has some, such as `Host`. */
export const areHeadersRecorded = (headers: HeaderPairs): boolean =>
  headers.some(([, value]) => value !== SANITIZED_KEY_MARK);

/** The `Authorization` header, unless it is for a gateway. */
function ownAuthorization(headers: HeaderPairs): string {
  const authorization = getHeader(headers, 'authorization') ?? '';
  return authorization.endsWith(GATEWAY_MARK) ? '' : authorization;
}

function parseCredentialHeaders(authorization: string, apiKey: string | undefined): Credential {
  if (authorization === SANITIZED_KEY_MARK)
    return { header: 'not-recorded', key: SANITIZED_KEY_MARK, isInvalid: false, isAmbiguous: true };
  // A placeholder without a scheme: the recorder replaced the whole header. A key that a run makes up can have another scheme.
  const mark = authorization.replace(/^\w+ +/, '');
  const isOwnMark = getInvalidKeyKind(mark) !== undefined || getCredentialForm(mark) !== undefined;
  const whole = isOwnMark ? mark : isRedactionPlaceholder(authorization) ? authorization : undefined;
  const bearer = /^Bearer +(.*)$/i.exec(authorization)?.[1] ?? whole;
  const key = bearer ?? apiKey;
  if (key === undefined) return { header: 'none', isInvalid: false, isAmbiguous: false };
  const via =
    bearer !== undefined && apiKey !== undefined ? 'both' : bearer !== undefined ? 'bearer' : 'x-api-key';
  const wrongKind = getInvalidKeyKind(key);
  const form = getCredentialForm(key);
  return {
    header: via,
    key,
    isInvalid: wrongKind !== undefined,
    ...(wrongKind !== undefined && { invalidKind: wrongKind }),
    ...(form !== undefined && { variant: form }),
    ...(key === keyPlaceholders.disabled && { isDisabled: true }),
    isAmbiguous: key === redactionMark() || isRedactionPlaceholder(key),
  };
}
