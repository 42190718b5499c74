/** How many requests the steps of a run send. `--dry-run` adds them up. */
import type { ResolvedVerifyOptions } from '../options.js';
import { runKind } from './step-runs.js';

/** What the cost of a step depends on. */
export interface StepCost {
  readonly settings: ResolvedVerifyOptions;
  /** The number of planned jobs. */
  readonly jobs: number;
  readonly hasOtherJob: boolean;
  readonly invalidKeyRequests: number;
  readonly keyFormRequests: number;
}

export type Cost = number | ((of: StepCost) => number);

/** The cost in a full run (without a request rate or with one, if it differs), and in the short runs. Absent: no requests. */
export type CostByRun = Readonly<Partial<Record<'full' | 'unpaced' | 'paced' | 'smoke' | 'read-only', Cost>>>;

/** @returns a whole number of requests */
export function costOf(cost: Cost | CostByRun | undefined, of: StepCost): number {
  const own = typeof cost === 'object' ? findOwn(cost, of.settings) : cost;
  return Math.round((typeof own === 'function' ? own(of) : own) ?? 0);
}

function findOwn(costs: CostByRun, settings: ResolvedVerifyOptions): Cost | undefined {
  const kind = runKind(settings);
  if (kind !== 'full') return costs[kind];
  return costs.full ?? costs[settings.requestsPerMinute > 0 ? 'paced' : 'unpaced'];
}

/** Whether a job is expected to ask a question. */
export const hasQuestion = ({ settings, jobs }: StepCost): boolean =>
  settings.questionPrompt !== undefined && jobs > 1;

export const givenIds = ({ settings: { presentationId, generationId } }: StepCost): number =>
  [presentationId, generationId].filter((id) => id !== undefined).length;

/** All requests of a full run without a valid key, also those of other steps: planned ones, other forms of paths, and reads. */
export function withoutValidKey(of: StepCost): number {
  const reads = hasQuestion(of) ? 2 : 1;
  // Without a job, a creation is sent, with the fetch and the rename of what it created.
  const pathForms = of.jobs === 0 ? 4 : hasQuestion(of) ? 7 : 6;
  return of.invalidKeyRequests + reads + pathForms;
}
