/**
 * Removes keys and other secrets from a recording of another tool, before anything is made from it. A key is removed from all
 * exchanges, also from those before its first use.
 */
import { headerOf, type Exchange, type HeaderPairs, type WireResponse } from './exchange.js';
import { isPlaceholder } from './placeholder.js';
import { keyMark, redactHeaders, redactUrl } from './redact.js';
import { isCredential, keyRedactor, type KeyRedactor, type Secret } from './redact-keys.js';

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
  const redactor = keyRedactor([...secrets.values()]);
  const clean = memoized((headers) => cleanHeaders(headers, ownOf(headers), redactor));
  const cleanAnswered = memoized((headers) => cleanHeaders(headers, undefined, redactor));
  const cleanResponse = (response: WireResponse): WireResponse => {
    const headers = cleanAnswered(response.headers);
    const body = response.body && redactor.body(response.body);
    const statusText = response.statusText && redactor.text(response.statusText);
    const isSame =
      headers === response.headers && body === response.body && statusText === response.statusText;
    if (isSame) return response;
    return { ...response, headers, ...(body && { body }), ...(statusText !== undefined && { statusText }) };
  };
  return exchanges.map((exchange) => {
    const { request } = exchange;
    const mark = ownOf(request.headers)?.mark ?? keyMark();
    const url = cleanUrl(request.url, mark, redactor);
    const headers = clean(request.headers);
    const body = request.body && redactor.body(request.body);
    const response = exchange.response && cleanResponse(exchange.response);
    const proxyResponse = exchange.proxyResponse && cleanResponse(exchange.proxyResponse);
    const isSame =
      url === request.url &&
      headers === request.headers &&
      body === request.body &&
      response === exchange.response &&
      proxyResponse === exchange.proxyResponse;
    if (isSame) return exchange;
    return {
      ...exchange,
      request: { ...request, url, headers, ...(body && { body }) },
      ...(response && { response }),
      ...(proxyResponse && { proxyResponse }),
    };
  });
}

/** The host is not a secret, also where a password is the same word. */
function cleanUrl(url: string, mark: string, redactor: KeyRedactor): string {
  const [, scheme = '', user = '', host = '', rest = ''] =
    /^(?:([a-z]+:\/\/)([^/?#@]*@)?([^/?#]*))?(.*)$/is.exec(url) ?? [];
  return `${scheme}${user && `${keyMark()}@`}${host}${redactUrl(redactor.text(rest), undefined, mark)}`;
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

function cleanHeaders(headers: HeaderPairs, own: Secret | undefined, redactor: KeyRedactor): HeaderPairs {
  const clean = headers.map((pair) => {
    const [name, value] = pair;
    // An empty key is a key that is missing, and a placeholder hides nothing.
    if (value === '' || value.includes('[redacted') || isPlaceholder(value.replace(/^bearer +/i, '')))
      return pair;
    const [[, redacted = value] = []] = redactHeaders([[name, value]], own?.mark ?? keyMark(), own?.key);
    const shown = isCredential(name) ? redacted : redactor.text(redacted);
    return shown === value ? pair : ([name, shown] as const);
  });
  return clean.every((pair, place) => pair === headers[place]) ? headers : clean;
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
