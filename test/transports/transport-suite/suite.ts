/** The tools of each part of the shared suite. */
import type { Client } from './client.js';

/** Abilities that some transports do not have. */
export type Capability = 'malformed-json' | 'abort';

/** Why a transport does not have an ability. */
export type UnsupportedCapabilities = Readonly<Partial<Record<Capability, string>>>;

export interface Suite {
  /** A client of the transport under test; each test has a new mock server. */
  readonly client: () => Client;
  /** `it`, for tests that some transports cannot pass. */
  readonly itIfSupported: (peculiarity: Capability, title: string, test: () => Promise<void>) => void;
}
