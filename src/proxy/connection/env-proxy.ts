/** Finds the HTTP proxy for a URL in the environment: HTTP_PROXY, HTTPS_PROXY, ALL_PROXY and NO_PROXY. */
import { isLoopback } from '../../base/loopback.js';
import { UserError } from '../../base/user-error.js';
import { isExcludedFromProxy } from './no-proxy.js';

/**
 * @param url the URL of a request
 * @returns undefined for a direct connection; requests to this machine never go to a proxy
 * @throws UserError if the variable is not an HTTP URL
 */
export function findEnvProxy(url: string): URL | undefined {
  const target = new URL(url);
  if (isLoopback(target.hostname)) return undefined;
  const name = `${target.protocol.slice(0, -1).toUpperCase()}_PROXY`;
  const found = readVariable(name) ?? readVariable('ALL_PROXY');
  if (!found || isExcludedFromProxy(target, readVariable('NO_PROXY')?.value ?? '')) return undefined;
  // Without a scheme, as curl and Go read it: the connection to the proxy itself is not encrypted.
  const value = found.value.includes('://') ? found.value : `http://${found.value}`;
  const proxy = URL.canParse(value) ? new URL(value) : undefined;
  if (proxy && /^https?:$/.test(proxy.protocol) && proxy.hostname !== '' && isDecodable(proxy)) return proxy;
  throw new UserError('invalid-option', `The proxy of ${found.name} cannot be used.`, {
    hint: 'Expected a URL such as http://proxy.example.com:3128, with % in a password as %25. NO_PROXY lists hosts without a proxy.',
  });
}

function isDecodable({ username, password }: URL): boolean {
  try {
    decodeURIComponent(username + password);
    return true;
  } catch {
    return false;
  }
}

/** The variable in lower case wins. An empty one is not set. */
function readVariable(name: string): { readonly name: string; readonly value: string } | undefined {
  for (const one of [name.toLowerCase(), name]) {
    const value = process.env[one]?.trim() ?? '';
    if (value !== '') return { name: one, value };
  }
  return undefined;
}

/** The URL of a proxy without user name and password. */
export const displayProxyUrl = ({ protocol, host }: URL): string => `${protocol}//${host}`;

/** The value of `Proxy-Authorization`, if the URL of the proxy has a user. */
export function proxyAuthorization({ username, password }: URL): string | undefined {
  if (username === '' && password === '') return undefined;
  const user = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return `Basic ${Buffer.from(user).toString('base64')}`;
}
