/** What whoever judges clients may set, and what holds when they do not. */
import type { ConductRule } from './rule.js';

export interface ConductOptions {
  /** Polls of one job that follow each other faster than this, in ms, are a tight loop (4.5). Default: 1000. */
  readonly tightLoop?: number;
  /** The base address, ending in /api/v1. When left out, what is below a path part /api/v1 counts as far as it is the API's. */
  readonly baseUrl?: string;
  /** Default: every rule of conduct. */
  readonly rules?: readonly ConductRule[];
  /**
   * The clients' own timers ran by the journal's clock, so that intervals count though somebody steered it. Default: false.
   */
  readonly sharedClock?: boolean;
  /** How many clients, and how many jobs and requests of theirs, are kept in mind. The ones not met for longest go first. */
  readonly remembered?: number;
}
