/** The keys of a run: those that the user gives, and the wrong ones that are made up from the key under test. Section 5. */
import { headerOf, type Exchange, type HeaderPairs } from '../../journal/exchange.js';
import { Redactor } from '../../journal/redact/redactor.js';
import { gatewaySecrets, markedHeaders } from '../../journal/redact/gateway-headers.js';
import {
  keyFormMarks,
  keyMarks,
  wrongKeyKinds,
  wrongKeyMarks,
  type KeyForm,
  type WrongKeyKind,
} from '../model/key-marks.js';
import type { Settings } from './options.js';

export const VIAS = ['bearer', 'x-api-key'] as const;

export type Via = (typeof VIAS)[number];

export const otherVia = (via: Via): Via => (via === 'bearer' ? 'x-api-key' : 'bearer');

/** Whose key a request has. `form`: the key under test, in a form that 5.1 leaves open. */
export type KeyOwner = 'key' | 'other' | 'wrong' | 'disabled' | 'none' | 'form';

/** The owner of the key of a request, and which wrong key or which form it is. */
export interface KeyChoice {
  readonly by?: KeyOwner;
  readonly wrongKey?: WrongKeyKind;
  readonly form?: KeyForm;
}

/** The schemes of wrong keys in other schemes than Bearer. */
const SCHEMES: Partial<Readonly<Record<WrongKeyKind, string>>> = { scheme: 'Token', basic: 'Basic' };

export class RunKeys {
  /** Replaces all keys by marks. */
  readonly redactor: Redactor;
  readonly #keys: Readonly<Record<'key' | 'other' | 'disabled', string>>;
  readonly #wrong: Readonly<Record<WrongKeyKind, string>>;
  readonly #isAuthorizationTaken: boolean;

  constructor(settings: Settings) {
    const { apiKey, otherApiKey = '', disabledApiKey = '', headers, baseUrl } = settings;
    this.#keys = { key: apiKey, other: otherApiKey, disabled: disabledApiKey };
    this.#wrong = wrongKeys(apiKey);
    this.#isAuthorizationTaken = isAuthorizationTaken(settings);
    // A target may repeat a wrong key, and some of them contain most of the right one.
    this.redactor = new Redactor(
      [
        { key: apiKey, mark: keyMarks.first },
        { key: otherApiKey, mark: keyMarks.other },
        { key: disabledApiKey, mark: keyMarks.disabled },
        ...gatewaySecrets(headers, baseUrl),
        ...wrongKeyKinds.map((kind) => ({ key: this.#wrong[kind], mark: wrongKeyMarks[kind] })),
      ].filter(({ key }, index, all) => key !== '' && all.findIndex((one) => one.key === key) === index),
    );
  }

  headers({ by = 'key', wrongKey = 'unknown', form = 'quotes' }: KeyChoice, via: Via): HeaderPairs {
    if (by === 'none') return [];
    if (by === 'form') return this.#inForm(form, via);
    const key = by === 'wrong' ? this.#wrong[wrongKey] : this.#keys[by];
    const scheme = by === 'wrong' ? SCHEMES[wrongKey] : undefined;
    if (scheme !== undefined) return [['authorization', `${scheme} ${key}`]];
    return [this.#header(via, key)];
  }

  #inForm(form: KeyForm, via: Via): HeaderPairs {
    const { key } = this.#keys;
    if (form === 'quotes') return [this.#header(via, `"${key}"`)];
    if (form === 'scheme') return [['authorization', `Token ${key}`]];
    if (form === 'small-bearer') return [['authorization', `bearer ${key}`]];
    const isWrong = (header: Via): boolean => form === `beside-${header}`;
    return VIAS.map((header) => this.#header(header, isWrong(header) ? this.#wrong.unknown : key));
  }

  #header(via: Via, key: string): HeaderPairs[number] {
    return via === 'bearer' && !this.#isAuthorizationTaken
      ? ['authorization', `Bearer ${key}`]
      : ['x-api-key', key];
  }

  /**
   * The exchange with marks in place of keys.
   * @param added the headers for a gateway
   */
  hide(exchange: Exchange, choice: KeyChoice, added: HeaderPairs): Exchange {
    const { request } = exchange;
    const own = this.redactor.headers(request.headers, this.#markOf(choice));
    return this.redactor.exchange({
      ...exchange,
      request: { ...request, headers: [...own, ...markedHeaders(added)] },
    });
  }

  #markOf({ by = 'key', wrongKey = 'unknown', form = 'quotes' }: KeyChoice): string {
    const marks = {
      key: keyMarks.first,
      none: keyMarks.first,
      other: keyMarks.other,
      disabled: keyMarks.disabled,
      wrong: wrongKeyMarks[wrongKey],
      form: keyFormMarks[form],
    };
    return marks[by];
  }
}

/** Whether a gateway uses the `Authorization` header, so that only `x-api-key` can have the key. */
export const isAuthorizationTaken = ({ headers = [] }: { readonly headers?: HeaderPairs }): boolean =>
  headerOf(headers, 'authorization') !== undefined;

function wrongKeys(key: string): Readonly<Record<WrongKeyKind, string>> {
  const unknown = lookAlike(key);
  const [prefix, suffix, scheme, basic] = [key.slice(0, -1), `${key}x`, `${unknown}t`, `${unknown}b`];
  return { unknown, prefix, suffix, empty: '', case: otherCase(key), scheme, basic };
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
function lookAlike(key: string): string {
  const secret = /[^_.:-]*$/.exec(key)?.[0] ?? key;
  const from = secret.length >= 6 ? key.length - secret.length : 0;
  const changed = key
    .slice(from)
    .replace(/\d/g, (digit) => String((Number(digit) + 3) % 10))
    .replace(/[a-z]/g, (letter) => turned(letter, 'a'))
    .replace(/[A-Z]/g, (letter) => turned(letter, 'A'));
  const changedKey = key.slice(0, from) + changed;
  return changedKey === key ? `${key}-not-a-key` : changedKey;
}

/** The sixth next letter; hexadecimal letters stay hexadecimal. */
function turned(letter: string, first: string): string {
  const [code, base] = [letter.charCodeAt(0), first.charCodeAt(0)];
  const size = code - base < 6 ? 6 : 26;
  const turn = size === 6 ? 2 : 7;
  return String.fromCharCode(base + ((code - base + turn) % size));
}
