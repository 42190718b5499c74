/** Failures that may be transient. */
import { isFromVerify, type Call } from '../model/call.js';
import type { Downgrade } from './downgrade.js';

/** In a recording, failures within this time may be an outage. */
const MAX_OUTAGE_MS = 60_000;

/** Failures over less than a minute. verify retries for longer, so it needs no duration. */
export const mayBeOutage = (first: Call, last: Call): Downgrade =>
  isFromVerify(first) || last.exchange.endedAt - first.exchange.startedAt >= MAX_OUTAGE_MS
    ? undefined
    : 'failures of less than a minute may be an outage';
