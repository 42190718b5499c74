/**
 * Removes keys and other secrets from a recording of another tool, before anything is made from it. A key is removed from all
 * exchanges, also from those before its first use.
 */
import { headerOf, type Exchange, type HeaderPairs } from '../exchange.js';
import { isPlaceholder } from './placeholder.js';
import { keyMark } from './mark.js';
import { Redactor, type Secret } from './redactor.js';

/** The maximum number of keys. A recording of a load test can have one for each user. */
const MOST_KEYS = 1000;

/**
 * @param hash SHA-256 in hex: the same key has the same mark in every recording
 * @returns the same exchanges; those without a secret are the same objects
 */
export function withoutSecrets(
  exchanges: readonly Exchange[],
  hash: (text: string) => string,
): readonly Exchange[] {
  const secrets = new Map<string, Secret>();
  const note = (key: string): Secret => {
    const secret = secrets.get(key) ?? { key, mark: keyMark(hash(key).slice(0, 8)) };
    if (secrets.size < MOST_KEYS) secrets.set(key, secret);
    return secret;
  };
  const ownOf = memoized((headers) => keysIn(headers).map(note)[0]);
  for (const { request } of exchanges) ownOf(request.headers);
  const redactor = new Redactor(secrets.values());
  const clean = new WeakMap<HeaderPairs, HeaderPairs>();
  const headersOf: NonNullable<Parameters<Redactor['exchange']>[2]> = (headers, markOf) => {
    const known = clean.get(headers) ?? redactor.headers(headers, markOf);
    clean.set(headers, known);
    return known;
  };
  return exchanges.map((exchange) => redactor.exchange(exchange, ownOf(exchange.request.headers), headersOf));
}

/** The keys of a request, the one that counts first (5). */
function keysIn(headers: HeaderPairs): string[] {
  const [, scheme = '', sent = ''] =
    /^(?:(\S+) +)?(\S.*)$/.exec(headerOf(headers, 'authorization') ?? '') ?? [];
  const pair = scheme.toLowerCase() === 'basic' ? pairIn(sent) : [];
  return [sent, headerOf(headers, 'x-api-key')?.trim() ?? '', ...pair].filter(
    (key) => key !== '' && !key.includes('[redacted') && !isPlaceholder(key),
  );
}

/** The password of Basic credentials, or the name alone. */
function pairIn(credentials: string): string[] {
  try {
    const [, name = '', password = ''] = /^([^:]*):?(.*)$/s.exec(atob(credentials)) ?? [];
    return [password || name];
  } catch {
    return [];
  }
}

/** Clients send the same headers each time, and a reader keeps them once. */
function memoized<T>(compute: (headers: HeaderPairs) => T): (headers: HeaderPairs) => T {
  const known = new WeakMap<HeaderPairs, { readonly value: T }>();
  return (headers) => {
    let entry = known.get(headers);
    if (!entry) known.set(headers, (entry = { value: compute(headers) }));
    return entry.value;
  };
}
