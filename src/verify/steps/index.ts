/**
 * The steps of a run, in the order in which they are sent: in which runs, and for how many requests. A plan is read from this table,
 * and `run.ts` runs it.
 */
import type { RunPlan } from '../run-plan.js';
import type { ResolvedVerifyOptions } from '../options.js';
import type { Requester } from '../requester.js';
import { checkTarget } from './check-target.js';
import { createPresentations } from './create-presentations.js';
import {
  readAll,
  readUnusualIds,
  readOnce,
  readSome,
  readUnknownIds,
  sendLateMessages,
  listAgain,
  waitForLastChange,
} from './final-reads.js';
import { followJobs } from './follow-jobs.js';
import { readWithoutValidKey, sendKeyForms, sendWithoutAccess } from './invalid-keys.js';
import { listInPathForm } from './other-path-forms.js';
import { burstSize, probeRateLimit } from './probe-rate-limit.js';
import { readGiven } from './read-given.js';
import { renamePresentations } from './rename.js';
import type { RunResults } from './run-results.js';
import { hasQuestion, givenIds, withoutValidKey, type Cost, type CostByRun } from './step-costs.js';
import { isSentIn, type StepRuns } from './step-runs.js';
import type { SharedProgress } from './shared-progress.js';
import { useOtherWorkspace } from './use-other-workspace.js';

export interface Step extends StepRuns {
  /** The line of a plan that counts its requests, and the phase that a run reports. Absent for a step that has no line of its own. */
  readonly title?: string;
  /** Whose rate its requests count against. Default: that of the key under test. */
  readonly key?: 'other' | 'without-access' | 'none';
  /** Whether it runs beside the steps before it, up to one that does not. */
  readonly isBeside?: boolean;
  /** Default: always. */
  readonly isDue?: (settings: ResolvedVerifyOptions) => boolean;
  /** Whether the cost is a maximum. Its requests do not wait for the rate. */
  readonly isUpperBound?: boolean;
  /** An estimate of its requests, for each kind of run if it differs. Absent for a step that has no line of its own. */
  readonly cost?: Cost | CostByRun;
  readonly run: (
    requester: Requester,
    plan: RunPlan,
    results: RunResults,
    shared: SharedProgress,
  ) => Promise<Partial<RunResults> | void>;
}

const CHANGING = ['full', 'smoke'] as const;
const NOT_SMOKE = ['full', 'read-only'] as const;
const ALL = ['full', 'smoke', 'read-only'] as const;

export const steps: readonly Step[] = [
  { title: 'checking the target', runs: ALL, cost: 2, run: checkTarget },
  {
    title: 'following jobs',
    runs: CHANGING,
    // Measured in virtual time with jobs of ten seconds; `plan.test.ts` compares a plan with its run.
    cost: {
      unpaced: (of) => 6.5 * of.jobs + (of.jobs > 1 ? 1 : 0) + (hasQuestion(of) ? 12 : 0),
      paced: (of) => 5.8 * of.jobs + (hasQuestion(of) ? 14 : of.jobs > 0 ? 3 : 0),
      smoke: ({ jobs }) => 7 * jobs,
    },
    run: followJobs,
  },
  {
    title: 'creating presentations',
    isBeside: true,
    cost: { unpaced: 7, paced: 4 },
    run: createPresentations,
  },
  {
    title: "sending the other workspace's key",
    key: 'other',
    runs: ALL,
    isBeside: true,
    isDue: ({ otherApiKey }) => otherApiKey !== undefined,
    // All requests with this key, also those of other steps.
    cost: {
      full: ({ hasOtherJob }) => (hasOtherJob ? 32 : 24),
      smoke: ({ jobs }) => (jobs > 0 ? 9 : 1),
      'read-only': 5,
    },
    run: async (requester, plan, _, shared) => ({ other: await useOtherWorkspace(requester, plan, shared) }),
  },
  {
    title: 'reading the given ids',
    runs: ['read-only'],
    cost: givenIds,
    run: (requester, _, __, shared) => readGiven(requester, shared),
  },
  {
    title: 'renaming presentations',
    runs: ALL,
    cost: {
      unpaced: ({ jobs }) => (jobs > 0 ? 31 : 26),
      paced: ({ jobs }) => (jobs > 0 ? 22 : 17),
      smoke: ({ jobs }) => 5 * jobs,
    },
    run: renamePresentations,
  },
  { title: 'final reads', runs: NOT_SMOKE, pace: 'unpaced', cost: 2, run: readUnknownIds },
  {
    title: 'final reads',
    cost: { unpaced: 3, paced: 2 },
    run: (requester, _, results) => readUnusualIds(requester, results),
  },
  // The cost of following jobs has its one or two messages, too.
  { run: (requester, _, results) => sendLateMessages(requester, results) },
  {
    title: 'sending requests with the key without API access',
    key: 'without-access',
    runs: ALL,
    isBeside: true,
    isDue: ({ apiKeyWithoutAccess }) => apiKeyWithoutAccess !== undefined,
    cost: ({ jobs }) => (jobs > 0 ? 5 : 2),
    run: (requester, _, results) => sendWithoutAccess(requester, results),
  },
  { title: 'final reads', runs: NOT_SMOKE, pace: 'unpaced', cost: 2, run: listAgain },
  { title: 'final reads', pace: 'paced', cost: 1, run: listAgain },
  { runs: ALL, run: waitForLastChange },
  {
    title: 'final reads',
    runs: ALL,
    pace: 'unpaced',
    cost: { unpaced: ({ jobs }) => 2 * jobs + 4, smoke: ({ jobs }) => 2 * jobs, 'read-only': givenIds },
    run: (requester, _, results) => readAll(requester, results),
  },
  {
    title: 'final reads',
    runs: ALL,
    pace: 'paced',
    cost: { paced: ({ jobs }) => 2 * Math.min(3, jobs) },
    run: (requester, _, results) => readSome(requester, results),
  },
  {
    // A service that blocks an address after invalid keys does not spoil the rest.
    title: 'sending missing and invalid keys',
    key: 'none',
    runs: ALL,
    cost: {
      full: withoutValidKey,
      smoke: ({ invalidKeyRequests }) => invalidKeyRequests,
      'read-only': ({ invalidKeyRequests }) => invalidKeyRequests,
    },
    run: readWithoutValidKey,
  },
  {
    title: 'sending missing and invalid keys',
    key: 'none',
    cost: 1,
    run: (requester, _, results) => listInPathForm(requester, results),
  },
  {
    title: 'final reads',
    runs: NOT_SMOKE,
    cost: { full: 2, 'read-only': givenIds },
    run: (requester, _, results) => readOnce(requester, results),
  },
  {
    // A service may count them as invalid keys, and block the run.
    title: 'sending unusual credentials',
    runs: NOT_SMOKE,
    cost: ({ keyFormRequests }) => keyFormRequests,
    run: sendKeyForms,
  },
  {
    title: 'exceeding the rate limit',
    runs: ALL,
    isDue: (settings) => settings.probeRateLimit,
    isUpperBound: true,
    cost: ({ settings }) => burstSize(settings),
    run: probeRateLimit,
  },
];

/** Those that a run with these options sends. Steps of one group run beside each other. */
export function stepGroups(settings: ResolvedVerifyOptions): readonly (readonly Step[])[] {
  const groups: Step[][] = [];
  for (const step of steps) {
    if (step.isBeside) groups.at(-1)?.push(step);
    else groups.push([step]);
  }
  const isSent = (step: Step): boolean => isSentIn(settings, step) && step.isDue?.(settings) !== false;
  return groups.map((group) => group.filter(isSent)).filter((group) => group.length > 0);
}
