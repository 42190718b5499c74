/** What must be the same in all replicas: with other scenarios or options, the same commands would give another state. */
import { createHash } from 'node:crypto';
import type { Deckhand } from '../app/deckhand.js';

/** The parts of a configuration by name. Those that could hold secrets are digests. */
export type Fingerprint = Readonly<Record<string, string>>;

/** @param more parts that only the server knows */
export function fingerprintOf(
  { library, directory, given, reach }: Deckhand,
  more: Fingerprint = {},
): Fingerprint {
  const {
    seed = 1,
    speed = 1,
    rateLimit = 'none',
    latency = 'none',
    keys,
    limits = {},
    sandboxes = 500,
  } = given;
  const scenarios = library.list().map(({ name, id }) => [name, id]);
  return {
    scenarios: digest(scenarios),
    keys: digest([typeof keys === 'string' ? keys : '', directory.rows]),
    seed: String(seed),
    speed: String(speed),
    'rate-limit': rateLimit,
    latency,
    'base-path': reach.basePath,
    limits: JSON.stringify([limits.jobs, limits.presentations, limits.bytes]),
    sandboxes: String(sandboxes),
    'development-keys': 'false',
    ...more,
  };
}

/** The names of the parts that differ. */
export function differences(one: Fingerprint, other: Fingerprint): string[] {
  return [...new Set([...Object.keys(one), ...Object.keys(other)])].filter(
    (name) => one[name] !== other[name],
  );
}

export function digest(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 16);
}
