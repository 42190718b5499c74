/**
 * What must be the same in all replicas: every option that changes a response or what is stored. With another value, the same
 * commands would give another state, or the same request another response.
 */
import { createHash } from 'node:crypto';
import type { Deckhand } from '../app/deckhand.js';

/** The parts of a configuration by the names of their options. Those that could hold secrets are digests. */
export type Fingerprint = Readonly<Record<string, string>>;

/** The options of a server that its mock server does not know. */
export interface ServerSettings {
  readonly publicUrl?: unknown;
  /** Whether other machines can connect. */
  readonly isExposed?: boolean | undefined;
  readonly developmentKeys?: boolean | undefined;
  readonly controlToken?: string | undefined;
  readonly openControl?: boolean | undefined;
  readonly allowOrigins?: readonly string[] | undefined;
  readonly allowHosts?: readonly string[] | undefined;
  readonly redact?: readonly string[] | undefined;
}

export function fingerprintOf(
  { library, directory, options, reach, service }: Deckhand,
  server: ServerSettings = {},
): Fingerprint {
  const {
    seed = 1,
    speed = 1,
    rateLimit = 'none',
    latency = 'none',
    keys,
    limits = {},
    sandboxes = 500,
  } = options;
  const { publicUrl, isExposed = false, developmentKeys = false, controlToken, openControl = false } = server;
  const scenarios = library.list().map(({ name, id }) => [name, id]);
  return {
    scenario: service.defaultScenario,
    scenarios: digest(scenarios),
    keys: digest([typeof keys === 'string' ? keys : '', directory.rows]),
    seed: String(seed),
    speed: String(speed),
    'rate-limit': rateLimit,
    latency,
    'base-path': reach.basePath,
    limits: JSON.stringify([limits.jobs, limits.presentations, limits.bytes]),
    sandboxes: String(sandboxes),
    'public-url': typeof publicUrl === 'string' ? publicUrl : 'its own',
    'host (whether other machines can connect)': String(isExposed),
    'development-keys': String(developmentKeys),
    'control-token': controlToken === undefined ? 'none' : digest(controlToken),
    'open-control': String(openControl),
    'allow-origin': listed(server.allowOrigins),
    'allow-host': listed(server.allowHosts),
    redact: listed(server.redact),
  };
}

/** The names of the parts that differ. */
export function differences(one: Fingerprint, other: Fingerprint): string[] {
  return [...new Set([...Object.keys(one), ...Object.keys(other)])].filter(
    (name) => one[name] !== other[name],
  );
}

function digest(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 16);
}

/** The order of these lists has no effect. */
function listed(names: readonly string[] = []): string {
  return [...new Set(names.map((name) => name.toLowerCase()))].toSorted().join(' ');
}
