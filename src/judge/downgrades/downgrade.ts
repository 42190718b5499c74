/** A reason to report a finding as a warning instead of a failure. The text completes "a warning, because …". */
import type { Call } from '../model/call.js';
import type { Trace } from '../model/trace.js';

export type Downgrade = string | undefined;

export type DowngradeCheck = (call: Call, trace: Trace) => Downgrade;
