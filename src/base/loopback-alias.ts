/**
 * Maps `localhost` to `127.0.0.1` and back: browsers limit HTTP/1.1 to six connections per host., so six requests that an app holds back would keep
 * the panel from this server. By the other name, it has six of its own.
 */
const LOOPBACK_ALIASES: Readonly<Record<string, string>> = {
  localhost: '127.0.0.1',
  '127.0.0.1': 'localhost',
};

/** @param origin such as `http://localhost:4010` @returns `undefined` for other hosts, and for https, whose certificate has one name */
export function loopbackAlias(origin: string): string | undefined {
  const [, name = '', port = ''] = /^http:\/\/([^/:]+)(:\d{1,5})?$/i.exec(origin) ?? [];
  const other = LOOPBACK_ALIASES[name.toLowerCase()];
  return other === undefined ? undefined : `http://${other}${port}`;
}
