/**
 * Selects the headers that the proxy forwards. Their order, case and number stay. Headers about one connection are removed
 * (RFC 9110, 7.6.1). The only value that changes is the host of a request.
 */

/** Headers about one connection, even if `Connection` does not list them. */
const HOP_BY_HOP = new Set([
  'connection',
  'keep-alive',
  'proxy-connection',
  'proxy-authorization',
  'proxy-authenticate',
  'te',
  'upgrade',
]);

/** `Connection` cannot remove these headers, because they decide where a message ends and which host receives it. */
const ALWAYS_FORWARDED = new Set(['host', 'content-length', 'transfer-encoding']);

/**
 * @param raw names and values in turn, as received
 * @param host the new value of `Host`
 */
export function requestHeaders(
  raw: readonly string[],
  connection: string | undefined,
  host: string,
): string[] {
  const headers = forwarded(raw, connection, true);
  for (let index = 0; index < headers.length; index += 2) {
    if (isNamed(headers[index] as string, 'host')) {
      headers[index + 1] = host;
      return headers;
    }
  }
  headers.unshift('Host', host);
  return headers;
}

/** @param mayBeChunked whether the client understands chunked bodies; HTTP/1.0 clients do not */
export function responseHeaders(
  raw: readonly string[],
  connection: string | undefined,
  mayBeChunked: boolean,
): string[] {
  return forwarded(raw, connection, mayBeChunked);
}

/** Converts names and values in turn to pairs. */
export function pairsOf(flat: readonly string[]): [name: string, value: string][] {
  const pairs: [string, string][] = [];
  for (let index = 0; index + 1 < flat.length; index += 2)
    pairs.push([flat[index] as string, flat[index + 1] as string]);
  return pairs;
}

function forwarded(raw: readonly string[], connection: string | undefined, mayBeChunked: boolean): string[] {
  const named = connectionHeaders(connection);
  const kept: string[] = [];
  for (let index = 0; index + 1 < raw.length; index += 2) {
    const name = (raw[index] as string).toLowerCase();
    if (HOP_BY_HOP.has(name) || named?.has(name)) continue;
    if (!mayBeChunked && name === 'transfer-encoding') continue;
    kept.push(raw[index] as string, raw[index + 1] as string);
  }
  return kept;
}

/** The headers that `Connection` lists; `undefined` if it has only one of its usual values. */
function connectionHeaders(connection: string | undefined): ReadonlySet<string> | undefined {
  if (connection === undefined || /^(?:keep-alive|close)$/i.test(connection)) return undefined;
  const names = connection.split(',').map((name) => name.trim().toLowerCase());
  return new Set(names.filter((name) => !ALWAYS_FORWARDED.has(name)));
}

function isNamed(name: string, wanted: string): boolean {
  return name.length === wanted.length && name.toLowerCase() === wanted;
}
