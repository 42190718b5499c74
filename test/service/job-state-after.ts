/** The state of a job some time after its start. */
import type { Step } from '../../src/generated/control-api.js';
import { projectJob, type JobState } from '../../src/service/project-job.js';
import type { JobEvent } from '../../src/service/store/store.js';
import { scenarioOfSteps, compileOrThrow } from '../scenario/test-scenarios.js';
import { job } from './store/test-jobs.js';

export const START = 1000;
export const SLIDES = 10;

/** The state of a job with these steps, a number of milliseconds after its start. */
export function jobStateAfter(steps: Step[], events: JobEvent[] = [], seed = 1) {
  const timeline = compileOrThrow(scenarioOfSteps(...steps));
  const played = job('gen_1', { startedAt: START, events, seed });
  return (after: number): JobState => projectJob(timeline, played, SLIDES, START + after);
}

export const reply = (step: number, after: number): JobEvent => ({ kind: 'reply', step, at: START + after });
export const work = (more: object = {}): Step => ({ generate: { for: '10s', ...more } });
export const COMPLETE_STEP: Step = { complete: null };
