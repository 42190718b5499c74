/** Finds the HTTP proxy for an address in the environment: HTTP_PROXY, HTTPS_PROXY, ALL_PROXY and NO_PROXY. */
import { getProxyForUrl } from 'proxy-from-env';
import { UserError } from '../../base/user-error.js';
import { isLoopback } from '../../base/loopback.js';

/**
 * @param url the address of a request
 * @returns undefined for a direct connection; requests to this machine never go to a proxy
 * @throws UserError if the variable is not an HTTP address
 */
export function proxyFor(url: string): URL | undefined {
  const { hostname, protocol } = new URL(url);
  if (isLoopback(hostname)) return undefined;
  const named = getProxyForUrl(url);
  if (named === '') return undefined;
  const proxy = URL.canParse(named) ? new URL(named) : undefined;
  if (proxy && /^https?:$/.test(proxy.protocol) && proxy.hostname !== '') return proxy;
  throw new UserError(
    'bad-option',
    `The proxy of ${protocol.slice(0, -1).toUpperCase()}_PROXY cannot be used.`,
    {
      hint: 'Expected an address such as http://proxy.example.com:3128. NO_PROXY lists hosts without a proxy.',
    },
  );
}

/** The address of a proxy for people: without user name and password. */
export const proxyName = ({ protocol, host }: URL): string => `${protocol}//${host}`;

/** The value of `Proxy-Authorization`, if the address of the proxy has a user. */
export function proxyAuthorization({ username, password }: URL): string | undefined {
  if (username === '' && password === '') return undefined;
  const user = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return `Basic ${Buffer.from(user).toString('base64')}`;
}
