/** Finds the HTTP proxy for a URL in the environment: HTTP_PROXY, HTTPS_PROXY, ALL_PROXY and NO_PROXY. */
import { getProxyForUrl } from 'proxy-from-env';
import { isLoopback } from '../../base/loopback.js';
import { UserError } from '../../base/user-error.js';

/**
 * @param url the URL of a request
 * @returns undefined for a direct connection; requests to this machine never go to a proxy
 * @throws UserError if the variable is not an HTTP URL
 */
export function findEnvProxy(url: string): URL | undefined {
  const { hostname, protocol } = new URL(url);
  if (isLoopback(hostname)) return undefined;
  const value = getProxyForUrl(url);
  if (value === '') return undefined;
  const proxy = URL.canParse(value) ? new URL(value) : undefined;
  if (proxy && /^https?:$/.test(proxy.protocol) && proxy.hostname !== '') return proxy;
  throw new UserError(
    'invalid-option',
    `The proxy of ${protocol.slice(0, -1).toUpperCase()}_PROXY cannot be used.`,
    {
      hint: 'Expected a URL such as http://proxy.example.com:3128. NO_PROXY lists hosts without a proxy.',
    },
  );
}

/** The URL of a proxy without user name and password. */
export const displayProxyUrl = ({ protocol, host }: URL): string => `${protocol}//${host}`;

/** The value of `Proxy-Authorization`, if the URL of the proxy has a user. */
export function proxyAuthorization({ username, password }: URL): string | undefined {
  if (username === '' && password === '') return undefined;
  const user = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return `Basic ${Buffer.from(user).toString('base64')}`;
}
