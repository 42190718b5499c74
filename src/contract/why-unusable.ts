/** Why a run could not judge its target at all: not one request with the key succeeded. */
import { resultsText } from './evidence/results-text.js';
import { isKeyed } from '../trace/call.js';
import type { Trace } from '../trace/trace.js';

/**
 * @param stopped why the run ended early
 * @returns the reason in one line; `undefined` when the target can be judged
 */
export function whyUnusable(trace: Trace, stopped: string | undefined): string | undefined {
  if (trace.succeeded.length > 0) return undefined;
  if (stopped !== undefined) return stopped;
  const results = resultsText(trace.calls.filter(isKeyed));
  return `no request with the key succeeded (${results}); check the base address and the key`;
}
