/** The keys of a run: those that the user gives, and the invalid ones that are made from the key under test. Section 5. */
import { getHeader, type Exchange, type HeaderPairs } from '../journal/exchange.js';
import { Redactor } from '../journal/redact/redactor.js';
import { gatewaySecrets, redactGatewayHeaders } from '../journal/redact/gateway-headers.js';
import {
  credentialVariantPlaceholders,
  keyPlaceholders,
  invalidKeyKinds,
  invalidKeyPlaceholders,
  type CredentialForm,
  type InvalidKeyKind,
} from '../judge/model/key-placeholders.js';
import type { ResolvedVerifyOptions } from './options.js';

export const KEY_HEADERS = ['bearer', 'x-api-key'] as const;

export type KeyHeader = (typeof KEY_HEADERS)[number];

export const otherKeyHeader = (via: KeyHeader): KeyHeader => (via === 'bearer' ? 'x-api-key' : 'bearer');

/** Whose key a request has. `form`: the key under test, in a form that 5.1 leaves open. */
export type KeyRole = 'key' | 'other' | 'invalid' | 'without-access' | 'none' | 'form';

/** The owner of the key of a request, and which invalid key or which form it is. */
export interface KeySelection {
  readonly by?: KeyRole;
  readonly invalidKey?: InvalidKeyKind;
  readonly form?: CredentialForm;
}

/** The schemes of invalid keys in other schemes than Bearer. */
const SCHEMES: Partial<Readonly<Record<InvalidKeyKind, string>>> = {
  'other-scheme': 'Token',
  'basic-scheme': 'Basic',
};

export class ApiKeys {
  /** Replaces all keys by placeholders. */
  readonly redactor: Redactor;
  readonly #keys: Readonly<Record<'key' | 'other' | 'without-access', string>>;
  readonly #invalid: Readonly<Record<InvalidKeyKind, string>>;
  readonly #isAuthorizationTaken: boolean;

  constructor(settings: ResolvedVerifyOptions) {
    const { apiKey, otherApiKey = '', apiKeyWithoutAccess = '', headers, baseUrl } = settings;
    this.#keys = { key: apiKey, other: otherApiKey, 'without-access': apiKeyWithoutAccess };
    this.#invalid = createInvalidKeys(apiKey);
    this.#isAuthorizationTaken = isAuthorizationTaken(settings);
    // A target may repeat an invalid key, and some of them contain most of the right one.
    this.redactor = new Redactor(
      [
        { key: apiKey, mark: keyPlaceholders.main },
        { key: otherApiKey, mark: keyPlaceholders.other },
        { key: apiKeyWithoutAccess, mark: keyPlaceholders.disabled },
        ...gatewaySecrets(headers, baseUrl),
        ...invalidKeyKinds.map((kind) => ({ key: this.#invalid[kind], mark: invalidKeyPlaceholders[kind] })),
      ].filter(({ key }, index, all) => key !== '' && all.findIndex((one) => one.key === key) === index),
    );
  }

  headers(
    { by = 'key', invalidKey = 'unknown', form = 'quoted' }: KeySelection,
    via: KeyHeader,
  ): HeaderPairs {
    if (by === 'none') return [];
    if (by === 'form') return this.#inForm(form, via);
    const key = by === 'invalid' ? this.#invalid[invalidKey] : this.#keys[by];
    const scheme = by === 'invalid' ? SCHEMES[invalidKey] : undefined;
    if (scheme !== undefined) return [['authorization', `${scheme} ${key}`]];
    return [this.#header(via, key)];
  }

  #inForm(form: CredentialForm, via: KeyHeader): HeaderPairs {
    const { key } = this.#keys;
    if (form === 'quoted') return [this.#header(via, `"${key}"`)];
    if (form === 'other-scheme') return [['authorization', `Token ${key}`]];
    if (form === 'lowercase-bearer') return [['authorization', `bearer ${key}`]];
    const isInvalid = (header: KeyHeader): boolean => form === `with-invalid-${header}`;
    return KEY_HEADERS.map((header) => this.#header(header, isInvalid(header) ? this.#invalid.unknown : key));
  }

  #header(via: KeyHeader, key: string): HeaderPairs[number] {
    return via === 'bearer' && !this.#isAuthorizationTaken
      ? ['authorization', `Bearer ${key}`]
      : ['x-api-key', key];
  }

  /**
   * The exchange with placeholders in place of keys.
   * @param added the headers for a gateway
   */
  hide(exchange: Exchange, choice: KeySelection, added: HeaderPairs): Exchange {
    const { request } = exchange;
    const own = this.redactor.redactHeaders(request.headers, this.#markOf(choice));
    return this.redactor.redactExchange({
      ...exchange,
      request: { ...request, headers: [...own, ...redactGatewayHeaders(added)] },
    });
  }

  #markOf({ by = 'key', invalidKey = 'unknown', form = 'quoted' }: KeySelection): string {
    const marks = {
      key: keyPlaceholders.main,
      none: keyPlaceholders.main,
      other: keyPlaceholders.other,
      'without-access': keyPlaceholders.disabled,
      invalid: invalidKeyPlaceholders[invalidKey],
      form: credentialVariantPlaceholders[form],
    };
    return marks[by];
  }
}

/** Characters. A shorter key in a body may be a coincidence. */
const MIN_LONG_KEY = 16;

/** The placeholders of the keys whose value in a response is no coincidence. */
export const getLongKeys = ({
  apiKey,
  otherApiKey = '',
}: Pick<ResolvedVerifyOptions, 'apiKey' | 'otherApiKey'>): readonly string[] => [
  ...(apiKey.length >= MIN_LONG_KEY ? [keyPlaceholders.main] : []),
  ...(otherApiKey.length >= MIN_LONG_KEY ? [keyPlaceholders.other] : []),
];

/** Whether a gateway uses the `Authorization` header, so that only `x-api-key` can have the key. */
export const isAuthorizationTaken = ({ headers = [] }: { readonly headers?: HeaderPairs }): boolean =>
  getHeader(headers, 'authorization') !== undefined;

function createInvalidKeys(key: string): Readonly<Record<InvalidKeyKind, string>> {
  const unknown = createWellFormedKey(key);
  return {
    unknown,
    truncated: key.slice(0, -1),
    extended: `${key}x`,
    empty: '',
    'other-case': otherCase(key),
    'other-scheme': `${unknown}t`,
    'basic-scheme': `${unknown}b`,
  };
}

/** The key with capital letters in place of small ones, and the other way round. */
function otherCase(key: string): string {
  return key.replace(/[a-z]/gi, (letter) =>
    letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
  );
}

/** Whether a key has letters of both cases. A key of one case may be meant to have none. */
export const isMixedCase = (key: string): boolean => /[a-z]/.test(key) && /[A-Z]/.test(key);

/** A key of the same form: a prefix such as `sk_live_` stays, and each letter and digit after it is another one. */
function createWellFormedKey(key: string): string {
  const secret = /[^_.:-]*$/.exec(key)?.[0] ?? key;
  const from = secret.length >= 6 ? key.length - secret.length : 0;
  const changed = key
    .slice(from)
    .replace(/\d/g, (digit) => String((Number(digit) + 3) % 10))
    .replace(/[a-z]/g, (letter) => shiftLetter(letter, 'a'))
    .replace(/[A-Z]/g, (letter) => shiftLetter(letter, 'A'));
  const changedKey = key.slice(0, from) + changed;
  return changedKey === key ? `${key}-not-a-key` : changedKey;
}

/** The sixth next letter; hexadecimal letters stay hexadecimal. */
function shiftLetter(letter: string, first: string): string {
  const [code, base] = [letter.charCodeAt(0), first.charCodeAt(0)];
  const size = code - base < 6 ? 6 : 26;
  const turn = size === 6 ? 2 : 7;
  return String.fromCharCode(base + ((code - base + turn) % size));
}
