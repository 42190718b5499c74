/**
 * Validates the `Host` of requests, against DNS rebinding: another web page can point its own host name to this machine, and then
 * use the mock server as its own origin. IP addresses are safe.
 */
const IP_ADDRESS = /^(?:\d{1,3}(?:\.\d{1,3}){3}|\[[\da-f:.]+\])$/i;

/** @param allowed allowed hosts in addition to loopback, in lower case */
export function isAllowedHost(header: string | undefined, allowed: readonly string[]): boolean {
  // HTTP/1.0 requests have no host, and browsers do not use HTTP/1.0.
  if (header === undefined) return true;
  const name = header.replace(/:\d*$/, '').toLowerCase();
  return (
    name === 'localhost' || name.endsWith('.localhost') || IP_ADDRESS.test(name) || allowed.includes(name)
  );
}
