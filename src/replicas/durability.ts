/** Says what a store can lose, from the settings of its server. */
import type { StoreLink } from './store-link.js';

/** @returns warnings; none when everything that the store confirmed survives a crash of its server */
export async function durabilityWarnings(link: StoreLink): Promise<string[]> {
  let settings;
  try {
    settings = {
      appendonly: await link.setting('appendonly'),
      appendfsync: await link.setting('appendfsync'),
      policy: await link.setting('maxmemory-policy'),
      maxmemory: await link.setting('maxmemory'),
    };
  } catch {
    return [
      'The store does not show its settings (CONFIG GET), so it could not be checked that it loses nothing: it needs appendonly yes, appendfsync always and maxmemory-policy noeviction.',
    ];
  }
  const { appendonly, appendfsync, policy = '', maxmemory } = settings;
  return [
    ...(appendonly === 'yes'
      ? []
      : [
          'The store can lose everything since its last save when its server stops: it has appendonly no. Set appendonly yes and appendfsync always.',
        ]),
    ...(appendonly === 'yes' && appendfsync !== 'always'
      ? [
          `The store can lose ${appendfsync === 'everysec' ? 'the last second' : 'the last half minute or more'} when its server crashes: it has appendfsync ${appendfsync}. Set appendfsync always.`,
        ]
      : []),
    ...(policy === 'noeviction' || policy.startsWith('volatile')
      ? []
      : [
          `The store ${maxmemory === '0' ? 'would delete' : 'deletes'} data when its memory is full: it has maxmemory-policy ${policy}. Set maxmemory-policy noeviction.`,
        ]),
  ];
}

/** The version of a server; undefined when it does not say one. */
export async function serverVersion(link: StoreLink): Promise<{ name: string; version: string } | undefined> {
  const text = await link.info('server');
  const valkey = /^valkey_version:(\S+)/m.exec(text)?.[1];
  if (valkey !== undefined) return { name: 'Valkey', version: valkey };
  const redis = /^redis_version:(\S+)/m.exec(text)?.[1];
  return redis === undefined ? undefined : { name: 'Redis', version: redis };
}

/** Whether a version of Redis has all commands that Deckhand uses. */
export function isRecent(version: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return major > 6 || (major === 6 && minor >= 2);
}
