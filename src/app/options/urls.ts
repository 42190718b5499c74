/** Parses the URLs in options: the origin, the base path and base URLs. An error suggests a correct value. */
import { basePath as documented } from '../../generated/routes.js';
import { throwInvalidOption } from './option-parsers.js';

/** The base path is the documented one, or the documented one below a prefix. */
const BASE_PATH = new RegExp(`^(?:/(?!\\.{1,2}/)[\\w.~-]+)*?${documented}$`);

/** The base path twice, as in `baseUrl + '/api/v1'`. */
const REPEATED_BASE_PATH = new RegExp(`(?:${documented}){2,}$`);

/** What to do about the origin of a page from `file://`. */
export const FILE_ORIGIN_HINT =
  'A page from file:// has the origin null, as every sandboxed frame of the web has, so it cannot be allowed. Serve its folder over HTTP, such as with npx vite, and open http://localhost:5173.';

/** Whether a page with this origin comes from a file. Browsers send `null`, some shells of apps `file://`. */
export const isFileOrigin = (origin: unknown): boolean =>
  origin === null || (typeof origin === 'string' && /^(?:null$|file:)/i.test(origin.trim()));

/**
 * Scheme, host and port only.
 * @throws UserError that suggests a correct value
 */
export function parseOrigin(value: unknown, label = 'origin'): string {
  if (label !== 'origin' && isFileOrigin(value)) return throwInvalidOption(value, label, FILE_ORIGIN_HINT);
  const text = typeof value === 'string' ? value.trim() : '';
  const url = httpUrl(text);
  if (url && value === text && text.replace(/\/$/, '').toLowerCase() === url.origin) return url.origin;
  const guess = url ?? httpUrl(`${/^(?:localhost|[\d.]+)\b/.test(text) ? 'http' : 'https'}://${text}`);
  return throwInvalidOption(value, label, suggestOrigin(guess, label));
}

/**
 * `/api/v1`, optionally below a prefix: the base URL of the specification ends in `/api/v1` (9).
 * @throws UserError that suggests a correct value
 */
export function parseBasePath(value: unknown, label = 'basePath'): string {
  if (typeof value === 'string' && BASE_PATH.test(value) && !REPEATED_BASE_PATH.test(value)) return value;
  const guess = typeof value === 'string' ? suggestBasePath(httpUrl(value)?.pathname ?? value) : undefined;
  const example = `Write a path that ends in ${documented}, such as /backend${documented}.`;
  const hint = `The base path of the API ends in ${documented}: write ${guess}.`;
  return throwInvalidOption(value, label, guess === undefined ? example : hint);
}

/**
 * A base URL, normalized: scheme and host, optionally a path. No user, no query, no fragment.
 * @throws UserError for any other value
 */
export function parseHttpUrl(value: unknown, label: string): string {
  const url = typeof value === 'string' ? httpUrl(value) : undefined;
  if (url && url.username + url.password + url.search + url.hash === '')
    return `${url.origin}${url.pathname}`.replace(/\/+$/, '');
  return throwInvalidOption(value, label, 'Expected a URL such as https://deckhand.example.com.');
}

function httpUrl(text: string): URL | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  return url && /^https?:$/.test(url.protocol) && url.host !== '' ? url : undefined;
}

function suggestOrigin(url: URL | undefined, label: string): string {
  const isPlausible =
    url !== undefined && /^(?:localhost|\[[\da-f:]+\]|[\w-]+(?:\.[\w-]+)+)$/.test(url.hostname);
  if (!isPlausible) {
    const example = 'Write scheme, host and port, such as https://api.example.com.';
    return label === 'origin' ? `${example} Without \`origin\`, requests to every origin match.` : example;
  }
  if (label !== 'origin') return `Write '${url.origin}'.`;
  const guess = `Write origin: '${url.origin}'`;
  const path = url.pathname.replace(/\/+$/, '');
  if (path === '' || path === documented) return `${guess}.`;
  return BASE_PATH.test(path) ? `${guess} and basePath: '${path}'.` : `${guess}, without a path.`;
}

/** A likely correction of an invalid path; undefined without a good guess. */
function suggestBasePath(path: string): string | undefined {
  const parts = path
    .replace(/\/+$/, '')
    .replace(REPEATED_BASE_PATH, documented)
    .split(/[\s/]+/)
    .filter(Boolean);
  const [api, version] = documented.split('/').filter(Boolean);
  const withoutVersion = parts.at(-1) === version ? parts.slice(0, -1) : parts;
  const prefix = withoutVersion.at(-1) === api ? withoutVersion.slice(0, -1) : withoutVersion;
  const guess = [...prefix.map((part) => `/${part}`), documented].join('');
  return BASE_PATH.test(guess) ? guess : undefined;
}
