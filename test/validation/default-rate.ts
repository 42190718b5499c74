/** Runs at the default rate: 20 requests a minute, in virtual time. They send fewer requests, and must find as much. */
import type { Report } from '../../src/judge/index.js';
import type { RunPrerequisite } from '../mutants/mutant.js';
import type { ServiceHooks } from '../reference-service/hooks.js';
import { verifyInVirtualTime } from '../verify/virtual-time-run.js';

export async function verifyAtDefaultRate(
  variations: readonly ServiceHooks[],
  needs: readonly RunPrerequisite[] = [],
): Promise<Report> {
  return (await verifyInVirtualTime(variations, needs, { requestsPerMinute: 20 })).report;
}

/** Mutants that only a run without a rate limit finds, and what it would cost to find them. */
export const lostAtDefaultRate: Readonly<Record<string, string>> = {
  'rename-undone-by-a-late-step':
    'A run at the default rate renames no presentation within a second of the end of its job. One more rename costs 3 seconds.',
  'rename-renames-all-with-its-title':
    'A run at the default rate creates two presentations, with different titles. One more creation costs 3 seconds.',
};
