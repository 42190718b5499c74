/**
 * What a run sends to a job besides its polls and replies: at each status that a poll shows, and after its end. Sections 3, 4.2,
 * 4.6 and 4.7.
 */
import { getField } from '../../base/json.js';
import type { JobStatus } from '../../generated/lifecycle.js';
import type { RunPlan } from '../run-plan.js';
import { replyBody } from '../request-bodies.js';
import type { Requester } from '../requester.js';
import { sendWithoutValidKey } from './invalid-keys.js';
import { messageAsOtherWorkspace, pollAsOtherWorkspace, replyAsOtherWorkspace } from './other-workspace.js';
import { sendInPathForm } from './other-path-forms.js';
import { fetchTitle, poll } from './poll.js';
import type { JobInStatus, KnownPresentation } from './run-results.js';
import { PLAIN_REPLY } from './send-reply.js';
import type { StepRuns } from './step-runs.js';
import { restoreTitleAtEnd } from './title-editor.js';
import type { SharedProgress } from './shared-progress.js';

/** A job at the poll after which steps are due. */
export interface PolledJob extends JobInStatus {
  readonly status: JobStatus;
  /** The status response. */
  readonly body: unknown;
}

export interface JobStepContext {
  readonly requester: Requester;
  readonly plan: RunPlan;
  readonly shared: SharedProgress;
  /** The job that ended before this one. */
  readonly endedBefore: string | undefined;
  /** Whether other jobs were started. */
  readonly hasOtherJobs: boolean;
  /** Whether another job is still to be started. Then the start is followed by a poll of this job. */
  readonly isStartToCome: boolean;
}

/** What a step found. */
export interface JobStepResult {
  readonly presentation?: KnownPresentation;
  /** The id of a presentation that could not be fetched. */
  readonly unfetched?: string;
  /** The title of the presentation before the run renamed it. */
  readonly title?: string;
}

export interface JobStep extends StepRuns {
  readonly name: string;
  readonly at: readonly JobStatus[];
  /** Sent once for each status, once in the run, or for each job. */
  readonly once: 'status' | 'run' | 'job';
  readonly isDue?: (context: JobStepContext, job: PolledJob) => boolean;
  /** @param before what the steps before it found about this job */
  readonly send: (context: JobStepContext, job: PolledJob, before: JobStepResult) => Promise<JobStepResult>;
}

/** Of this kind, a job is polled after the next start, if one comes, or else at once. */
export const POLL_AFTER_END = 'poll after the end';

const CHANGING = ['full', 'smoke'] as const;
const ENDS = ['completed', 'failed'] as const;

/** In the order in which they are sent. */
export const jobSteps: readonly JobStep[] = [
  {
    name: 'rename at once',
    at: ['completed'],
    once: 'run',
    pace: 'unpaced',
    isDue: ({ hasOtherJobs }, job) => hasOtherJobs && presentationIdOf(job) !== '',
    send: renameAtOnce,
  },
  {
    name: 'poll as other workspace',
    at: ['generating', 'awaiting_input', ...ENDS],
    once: 'status',
    runs: CHANGING,
    send: async ({ requester, shared }, job) => {
      await pollAsOtherWorkspace(requester, shared, job);
      return {};
    },
  },
  {
    name: 'message as other workspace',
    at: ['generating', ...ENDS],
    once: 'status',
    send: async ({ requester, shared }, job) => {
      await messageAsOtherWorkspace(requester, shared, job);
      return {};
    },
  },
  {
    name: 'message without a question',
    at: ['generating'],
    once: 'run',
    isDue: ({ requester }) => requester.settings.questionPrompt === undefined,
    send: sendUnasked,
  },
  {
    name: POLL_AFTER_END,
    at: ['failed'],
    once: 'status',
    runs: CHANGING,
    isDue: ({ isStartToCome }) => !isStartToCome,
    send: async ({ requester }, { id }) => {
      await poll(requester, id);
      return {};
    },
  },
  {
    name: 'poll without a key on another path',
    at: ENDS,
    once: 'run',
    send: async ({ requester }, { id }) => {
      await sendInPathForm(requester, { operation: 'getGenerationStatus', id });
      return {};
    },
  },
  {
    // The end of a job must not change the others. With a request rate, all jobs are polled again only at the end.
    name: 'poll the job that ended before',
    at: ENDS,
    once: 'job',
    runs: CHANGING,
    pace: 'unpaced',
    isDue: ({ endedBefore }) => endedBefore !== undefined,
    send: async ({ requester, endedBefore = '' }) => {
      await poll(requester, endedBefore);
      return {};
    },
  },
  {
    name: 'fetch the presentation',
    at: ['completed'],
    once: 'job',
    runs: CHANGING,
    isDue: (_, job) => presentationIdOf(job) !== '',
    send: fetchPresentation,
  },
];

function presentationIdOf({ body }: PolledJob): string {
  const id = getField(getField(body, 'presentation'), 'id');
  return typeof id === 'string' ? id : '';
}

/**
 * Fetches the first presentation as soon as its job has completed, and renames it: a late step of the job may write the former
 * title again. The reads at the end show it.
 */
async function renameAtOnce({ requester }: JobStepContext, job: PolledJob): Promise<JobStepResult> {
  const id = presentationIdOf(job);
  const title = await fetchTitle(requester, id);
  if (title === undefined) return {};
  restoreTitleAtEnd(requester, { id, title });
  const body = { title: '[deckhand check] renamed at once' };
  await requester.call({ operation: 'updatePresentation', id, body });
  return { title };
}

/** Sends a message without a question, if no question is expected in this run. */
async function sendUnasked(
  { requester, plan, shared }: JobStepContext,
  { id }: PolledJob,
): Promise<JobStepResult> {
  const body = (text: string) => replyBody(requester.settings, text);
  const message = { operation: 'sendGenerationMessage', id } as const;
  const send = async () => (await requester.call({ ...message, body: body(PLAIN_REPLY) })).isSuccess;
  if ((await send()) && (await send())) await sendWithoutValidKey(requester, plan, { ...message, body });
  await replyAsOtherWorkspace(requester, shared, id);
  return {};
}

async function fetchPresentation(
  { requester }: JobStepContext,
  job: PolledJob,
  { title: known }: JobStepResult,
): Promise<JobStepResult> {
  const id = presentationIdOf(job);
  const title = known ?? (await fetchTitle(requester, id));
  return title === undefined ? { unfetched: id } : { presentation: { id, title, job: job.id } };
}
