/**
 * Which header lines go on to the next hop, in the order, the case and the number they came in. Those that are about one
 * connection only stay behind (RFC 9110, 7.6.1); nothing is added, joined or rewritten but the host of a request.
 */

/** About this connection, whatever `Connection` says of them. */
const HOP_BY_HOP = new Set([
  'connection',
  'keep-alive',
  'proxy-connection',
  'proxy-authorization',
  'proxy-authenticate',
  'te',
  'upgrade',
]);

/** What `Connection` cannot take away: without them a message has another end, or goes to somebody else. */
const KEPT = new Set(['host', 'content-length', 'transfer-encoding']);

/**
 * @param raw names and values in turn, as they came
 * @param host what the request's `Host` is to say
 */
export function requestHeaders(
  raw: readonly string[],
  connection: string | undefined,
  host: string,
): string[] {
  const passed = passedOn(raw, connection, true);
  for (let index = 0; index < passed.length; index += 2) {
    if (isNamed(passed[index] as string, 'host')) {
      passed[index + 1] = host;
      return passed;
    }
  }
  passed.unshift('Host', host);
  return passed;
}

/** @param mayBeChunked whether the client understands chunks: one of HTTP/1.0 does not */
export function responseHeaders(
  raw: readonly string[],
  connection: string | undefined,
  mayBeChunked: boolean,
): string[] {
  return passedOn(raw, connection, mayBeChunked);
}

/** Names and values in turn, as pairs. */
export function pairsOf(flat: readonly string[]): [name: string, value: string][] {
  const pairs: [string, string][] = [];
  for (let index = 0; index + 1 < flat.length; index += 2)
    pairs.push([flat[index] as string, flat[index + 1] as string]);
  return pairs;
}

function passedOn(raw: readonly string[], connection: string | undefined, mayBeChunked: boolean): string[] {
  const named = namedBy(connection);
  const passed: string[] = [];
  for (let index = 0; index + 1 < raw.length; index += 2) {
    const name = (raw[index] as string).toLowerCase();
    if (HOP_BY_HOP.has(name) || named?.has(name)) continue;
    if (!mayBeChunked && name === 'transfer-encoding') continue;
    passed.push(raw[index] as string, raw[index + 1] as string);
  }
  return passed;
}

/** The headers that `Connection` says are about the connection; `undefined` when there are none but the usual. */
function namedBy(connection: string | undefined): ReadonlySet<string> | undefined {
  if (connection === undefined || /^(?:keep-alive|close)$/i.test(connection)) return undefined;
  const names = connection.split(',').map((name) => name.trim().toLowerCase());
  return new Set(names.filter((name) => !KEPT.has(name)));
}

function isNamed(name: string, wanted: string): boolean {
  return name.length === wanted.length && name.toLowerCase() === wanted;
}
