/** Reads the API key of a request, and in which of the two documented headers it was sent. Section 5. */
import { memoize } from '../../base/memoize.js';
import { headerOf, type HeaderPairs } from '../../journal/exchange.js';
import { GATEWAY_MARK, isPlaceholder, keyMark, LEFT_OUT } from '../../journal/redact/mark.js';
import { keyFormOf, keyMarks, wrongKeyKindOf, type KeyForm, type WrongKeyKind } from './key-marks.js';

export interface Credential {
  /** `not-recorded`: the request had a key, but the recording does not contain its header. */
  readonly via: 'bearer' | 'x-api-key' | 'both' | 'none' | 'not-recorded';
  /** Identifies the key; a mark if the journal is redacted. Never show it. */
  readonly key?: string;
  /** Whether it is a wrong key that the explorer makes up. */
  readonly wrong: boolean;
  readonly wrongKind?: WrongKeyKind;
  /** The form in which the explorer sends the key under test, if it is open whether a service accepts it. */
  readonly form?: KeyForm;
  /** Whether it is the key of a workspace without API access. */
  readonly isDisabled?: boolean;
  /** Whether `key` may stand for several keys: the recorder replaced all keys with the same string. */
  readonly isAmbiguous: boolean;
}

export function credentialOf(headers: HeaderPairs): Credential {
  const authorization = ownAuthorization(headers);
  const apiKey = headerOf(headers, 'x-api-key');
  return parsed(apiKey === undefined ? authorization : `${authorization}\0${apiKey}`);
}

/** Clients send the same headers with every request. */
const parsed = memoize((text): Credential => {
  const [authorization = '', apiKey] = text.split('\0');
  return parseCredential(authorization, apiKey);
});

/** Whether the recording has the headers of the request. Each HTTP request has some, such as `Host`. */
export const areHeadersRecorded = (headers: HeaderPairs): boolean =>
  headers.some(([, value]) => value !== LEFT_OUT);

/** The `Authorization` header, unless it is for a gateway. */
function ownAuthorization(headers: HeaderPairs): string {
  const authorization = headerOf(headers, 'authorization') ?? '';
  return authorization.endsWith(GATEWAY_MARK) ? '' : authorization;
}

function parseCredential(authorization: string, apiKey: string | undefined): Credential {
  if (authorization === LEFT_OUT)
    return { via: 'not-recorded', key: LEFT_OUT, wrong: false, isAmbiguous: true };
  // A placeholder without a scheme: the recorder replaced the whole header. A key that a run makes up can have another scheme.
  const mark = authorization.replace(/^\w+ +/, '');
  const isOwnMark = wrongKeyKindOf(mark) !== undefined || keyFormOf(mark) !== undefined;
  const whole = isOwnMark ? mark : isPlaceholder(authorization) ? authorization : undefined;
  const bearer = /^Bearer +(.*)$/i.exec(authorization)?.[1] ?? whole;
  const key = bearer ?? apiKey;
  if (key === undefined) return { via: 'none', wrong: false, isAmbiguous: false };
  const via =
    bearer !== undefined && apiKey !== undefined ? 'both' : bearer !== undefined ? 'bearer' : 'x-api-key';
  const wrongKind = wrongKeyKindOf(key);
  const form = keyFormOf(key);
  return {
    via,
    key,
    wrong: wrongKind !== undefined,
    ...(wrongKind !== undefined && { wrongKind }),
    ...(form !== undefined && { form }),
    ...(key === keyMarks.disabled && { isDisabled: true }),
    isAmbiguous: key === keyMark() || isPlaceholder(key),
  };
}
