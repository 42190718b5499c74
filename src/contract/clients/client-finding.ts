/** The finding of a rule about clients. */
import type { Finding } from '../rule.js';

/** A broken rule, listed once for each client. */
export interface ClientFinding extends Finding {
  /** The client as the report shows it: user agent, and the mark of its key. */
  readonly client: string;
  /** Tells clients with the same label apart. */
  readonly clientId: number;
  /** The most telling exchanges, by `sequence`. */
  readonly exchanges: readonly number[];
  readonly times: number;
}

export function isOfClient(finding: Finding): finding is ClientFinding {
  return 'clientId' in finding;
}
