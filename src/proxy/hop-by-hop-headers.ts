/**
 * Removes the headers about one connection (RFC 9110, 7.6.1); the order and case of the others stay. Headers are names and values in
 * turn, as in Node's `rawHeaders`.
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

/** @param connection the value of `Connection` */
export function removeHopByHopHeaders(raw: readonly string[], connection = ''): string[] {
  const named = connection
    .split(',')
    .map((name) => name.trim().toLowerCase())
    .filter((name) => !ALWAYS_FORWARDED.has(name));
  const removed = new Set([...HOP_BY_HOP, ...named]);
  return raw.filter((_, index) => !removed.has((raw[index - (index % 2)] as string).toLowerCase()));
}

/** The headers of a request, with the host of the target as the only one. */
export function upstreamRequestHeaders(
  raw: readonly string[],
  connection: string | undefined,
  host: string,
): string[] {
  const headers = removeHopByHopHeaders(raw, connection);
  const at = headers.findIndex((name, index) => index % 2 === 0 && name.toLowerCase() === 'host');
  if (at === -1) return ['Host', host, ...headers];
  headers[at + 1] = host;
  return headers.filter(
    (_, index) => index < at + 2 || headers[index - (index % 2)]?.toLowerCase() !== 'host',
  );
}
