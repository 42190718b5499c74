/** Splits URLs without the normalization of `new URL`. */

/** The path of an absolute or relative URL, without query and fragment. Not normalized, because an id can be `..`. */
export function getPath(url: string): string {
  const from = originLength(url);
  return url.slice(from, endOfPath(url, from));
}

/** The last origin, cached because most URLs of a journal have the same one. */
let cachedOrigin = '/';

/** The length of scheme, host and port of a URL; 0 for a relative URL. */
export function originLength(url: string): number {
  if (url.startsWith('/')) return 0;
  if (url.startsWith(cachedOrigin) && isEndOfOrigin(url[cachedOrigin.length])) return cachedOrigin.length;
  const origin = /^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i.exec(url)?.[0];
  if (origin === undefined) return 0;
  cachedOrigin = origin;
  return origin.length;
}

const isEndOfOrigin = (next: string | undefined): boolean =>
  next === '/' || next === undefined || next === '?' || next === '#';

function endOfPath(url: string, from: number): number {
  const [query, fragment] = [url.indexOf('?', from), url.indexOf('#', from)];
  if (query < 0) return fragment < 0 ? url.length : fragment;
  return fragment < 0 ? query : Math.min(query, fragment);
}
