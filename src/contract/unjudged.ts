/** Why a target cannot be judged although it answers: because of what it answers. */
import { operations } from './rules/names.js';
import { validCalls } from './rules/operations.js';
import type { Trace } from './trace/trace.js';

/** One line; `undefined` when there is nothing in the way of a verdict. */
export function whyUnjudged(trace: Trace): string | undefined {
  if (!trace.calls.some((call) => call.ok))
    return 'no operation answered with success; is this the address, and the key?';
  for (const { id, text } of operations) {
    const calls = validCalls(trace, id);
    const statuses = new Set(calls.map((call) => call.status));
    if (calls.length === 0 || calls.some((call) => call.status < 500)) continue;
    return `${text} answered nothing but ${[...statuses].join(', ')} and cannot be judged`;
  }
  return undefined;
}
