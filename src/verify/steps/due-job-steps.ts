/** Sends the steps of `job-steps.ts` that are due at the status of a job, each as often as it says. */
import type { JobStatus } from '../../generated/lifecycle.js';
import type { JobStep, JobStepContext, JobStepResult, PolledJob } from './job-steps.js';
import { isSentIn } from './step-runs.js';

export class DueJobSteps {
  readonly #steps: readonly JobStep[];
  readonly #claimed = new Set<string>();

  constructor(steps: readonly JobStep[]) {
    this.#steps = steps;
  }

  /** @returns what they found, in the order of the steps */
  async send(context: JobStepContext, polled: PolledJob): Promise<readonly JobStepResult[]> {
    const due = this.#steps.filter((step) => this.#isDue(step, context, polled));
    const results: JobStepResult[] = [];
    for (const step of due) {
      const earlier = results.reduce((all, result) => ({ ...all, ...result }), {});
      results.push(await step.send(context, polled, earlier));
    }
    return results;
  }

  /** @returns true for the first call with these arguments. A step that is sent then counts as sent at this status */
  claim(name: string, status: JobStatus | 'any'): boolean {
    const key = `${name} ${status}`;
    if (this.#claimed.has(key)) return false;
    this.#claimed.add(key);
    return true;
  }

  #isDue(step: JobStep, context: JobStepContext, polled: PolledJob): boolean {
    if (!step.at.includes(polled.status) || !isSentIn(context.requester.settings, step)) return false;
    if (step.isDue?.(context, polled) === false) return false;
    return step.once === 'job' || this.claim(step.name, step.once === 'run' ? 'any' : polled.status);
  }
}
