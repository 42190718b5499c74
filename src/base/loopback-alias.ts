/**
 * Maps `localhost` to `127.0.0.1` and back. Browsers limit HTTP/1.1 to six connections per host, so six pending requests of an app
 * would block the panel; under the other name, the panel has its own six connections.
 */
const LOOPBACK_ALIASES: Readonly<Record<string, string>> = {
  localhost: '127.0.0.1',
  '127.0.0.1': 'localhost',
};

/** @param origin such as `http://localhost:4010` @returns `undefined` for other hosts, and for https, whose certificate has only one name */
export function loopbackAlias(origin: string): string | undefined {
  const [, name = '', port = ''] = /^http:\/\/([^/:]+)(:\d{1,5})?$/i.exec(origin) ?? [];
  const other = LOOPBACK_ALIASES[name.toLowerCase()];
  return other === undefined ? undefined : `http://${other}${port}`;
}
