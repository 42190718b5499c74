/** Recognizes requests that a reverse proxy forwarded. */

/** Headers that reverse proxies add. Behind a proxy on this machine, every client seems to be local. */
const PROXY_HEADERS = [
  'forwarded',
  'via',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-port',
  'x-forwarded-proto',
  'x-forwarded-server',
  'x-real-ip',
];

/** Whether a reverse proxy forwarded the request. @param header a header, by its name in lower case */
export function isForwarded(header: (name: string) => unknown): boolean {
  return PROXY_HEADERS.some((name) => header(name) !== undefined);
}
