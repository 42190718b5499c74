/** Checks the options about addresses: the origin and the base path of the API. An error shows the correct value. */
import { basePath as documented } from '../../generated/routes.js';
import { throwInvalidOption } from './option-parsers.js';

/** The base path is the documented one, or the documented one below a prefix. */
const BASE_PATH = new RegExp(`^(?:/(?!\\.{1,2}/)[\\w.~-]+)*?${documented}$`);

/** The base path twice, as in `baseUrl + '/api/v1'`. */
const REPEATED_BASE_PATH = new RegExp(`(?:${documented}){2,}$`);

/**
 * Scheme, host and port only.
 * @throws UserError that shows the correct value
 */
export function parseOrigin(value: unknown, where = 'origin'): string {
  const text = typeof value === 'string' ? value.trim() : '';
  const url = httpUrl(text);
  if (url && value === text && text.replace(/\/$/, '').toLowerCase() === url.origin) return url.origin;
  const guess = url ?? httpUrl(`${/^(?:localhost|[\d.]+)\b/.test(text) ? 'http' : 'https'}://${text}`);
  return throwInvalidOption(value, where, suggestOrigin(guess, where));
}

/**
 * `/api/v1`, also below a prefix: the interface's base address ends in `/api/v1` (9).
 * @throws UserError that shows the correct value
 */
export function parseBasePath(value: unknown, where = 'basePath'): string {
  if (typeof value === 'string' && BASE_PATH.test(value) && !REPEATED_BASE_PATH.test(value)) return value;
  const guess = typeof value === 'string' ? suggestBasePath(httpUrl(value)?.pathname ?? value) : undefined;
  const example = `Write a path that ends in ${documented}, such as /backend${documented}.`;
  const hint = `The base path of the API ends in ${documented}: write ${guess}.`;
  return throwInvalidOption(value, where, guess === undefined ? example : hint);
}

/**
 * The base of other addresses: scheme and host, optionally a path. No user, no query, no fragment.
 * @throws UserError when it is something else
 */
export function parseHttpUrl(value: unknown, where: string): string {
  const url = typeof value === 'string' ? httpUrl(value) : undefined;
  if (url && url.username + url.password + url.search + url.hash === '')
    return String(value).replace(/\/+$/, '');
  return throwInvalidOption(value, where, 'Expected a URL such as https://deckhand.example.com.');
}

function httpUrl(text: string): URL | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  return url && /^https?:$/.test(url.protocol) && url.host !== '' ? url : undefined;
}

function suggestOrigin(url: URL | undefined, where: string): string {
  const isPlausible =
    url !== undefined && /^(?:localhost|\[[\da-f:]+\]|[\w-]+(?:\.[\w-]+)+)$/.test(url.hostname);
  if (!isPlausible) {
    const example = 'Give scheme, host and port, such as https://api.example.com.';
    return where === 'origin' ? `${example} Without \`origin\`, requests to every origin match.` : example;
  }
  if (where !== 'origin') return `Write '${url.origin}'.`;
  const guess = `Write origin: '${url.origin}'`;
  const path = url.pathname.replace(/\/+$/, '');
  if (path === '' || path === documented) return `${guess}.`;
  return BASE_PATH.test(path) ? `${guess} and basePath: '${path}'.` : `${guess}, without a path.`;
}

/** A likely path for a wrong one; undefined without a good guess. */
function suggestBasePath(path: string): string | undefined {
  const parts = path
    .replace(/\/+$/, '')
    .replace(REPEATED_BASE_PATH, documented)
    .split(/[\s/]+/)
    .filter(Boolean);
  const [api, version] = documented.split('/').filter(Boolean);
  const kept = parts.at(-1) === version ? parts.slice(0, -1) : parts;
  const prefix = kept.at(-1) === api ? kept.slice(0, -1) : kept;
  const guess = [...prefix.map((part) => `/${part}`), documented].join('');
  return BASE_PATH.test(guess) ? guess : undefined;
}
