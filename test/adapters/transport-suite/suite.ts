/** What each part of the shared suite gets to work with. */
import type { Client } from './client.js';

/** Things that not every transport does alike. */
export type Peculiarity = 'malformed-json' | 'abort';

/** Why a transport does not do something. */
export type Exceptions = Readonly<Partial<Record<Peculiarity, string>>>;

export interface Suite {
  /** A client of the transport under test; a new stand-in stands behind it in each test. */
  readonly client: () => Client;
  /** `it`, for what some transports do not do. */
  readonly itUnless: (peculiarity: Peculiarity, title: string, test: () => Promise<void>) => void;
}
