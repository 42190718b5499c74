/**
 * Runs the plan with few requests and returns the journal. Judges nothing. Uses only the given transport and clock. Judges
 * nothing.
 */
import type { Exchange } from '../journal/exchange.js';
import { RunState } from './run-state.js';
import type { RunEvent } from './run-events.js';
import type { RunPlan } from './plan.js';
import { checkTarget } from './steps/check-target.js';
import { pollAsOtherWorkspace } from './steps/other-workspace.js';
import { createPresentations } from './steps/create-presentations.js';
import { followJobs, followPlanned } from './steps/follow-job.js';
import { fetchTitle, poll, restoreTitle, waitForAll } from './senders.js';
import { OUT_OF_TIME, Requester, RunStopped } from './requester.js';
import { lastRequests, renames, sendRows } from './steps/rename.js';
import type { RunClock, Transport } from './transport.js';
import { useOtherWorkspace } from './steps/use-other-workspace.js';

export interface RunInput {
  readonly transport: Transport;
  readonly pace: RunClock;
  readonly onEvent?: (event: RunEvent) => void;
  /** Ms that one exchange may take. Default: 20 seconds. */
  readonly requestTimeout?: number;
  /** Ends the run early. The run restores its changes first. */
  readonly signal?: AbortSignal;
}

export interface RunResult {
  /** All exchanges, without keys, in the order of their start. */
  readonly exchanges: readonly Exchange[];
  /** The reason if the run ended early. */
  readonly stopReason?: string;
  readonly notes: readonly string[];
  /** The ids of the jobs that the run followed until a time limit, or whose questions refused each reply. */
  readonly unfinishedJobs: readonly string[];
}

/** Explores a target as planned. Does not reject for any behaviour of the target. */
export async function runPlan(
  planned: RunPlan,
  { transport, pace, onEvent, requestTimeout = 20_000, signal }: RunInput,
): Promise<RunResult> {
  const { settings, requests, minutes } = planned;
  const notes: string[] = [];
  const emit = (event: RunEvent) => {
    if (event.kind === 'note' && !notes.includes(event.text)) notes.push(event.text);
    onEvent?.(event);
  };
  const session = new Requester({
    settings,
    transport,
    pace,
    emit,
    deadline: pace.now() + (settings.timeLimit ?? settings.jobTimeout + (2 * minutes + 3) * 60_000),
    maxRequests: 4 * requests + 400,
    requestTimeout,
    ...(signal && { signal }),
  });
  const context = new RunState(session, planned, emit);
  let stopped: string | undefined;
  try {
    await run(context, planned);
  } catch (error) {
    if (!(error instanceof RunStopped)) throw error;
    stopped = error.message;
    if (stopped === OUT_OF_TIME) context.unended.push(...context.following);
  }
  const exchanges = session.journal.toSorted((one, two) => one.sequence - two.sequence);
  return {
    exchanges,
    notes,
    unfinishedJobs: context.unended,
    ...(stopped !== undefined && { stopReason: stopped }),
  };
}

async function run(context: RunState, { settings, jobs, hasOtherJob }: RunPlan): Promise<void> {
  const { session } = context;
  await checkTarget(context);
  if (!settings.readOnly) session.phase('following jobs');
  const followed = followJobs(context, jobs);
  await waitForAll([
    followed,
    ...(settings.readOnly || context.isSmoke
      ? []
      : [createPresentations(context), useOtherWorkspace(context, hasOtherJob, followed)]),
  ]);
  // The target may allow only one job at a time, so try the refused ones again.
  if (context.finished.length > 0) for (const job of await followed) await followPlanned(context, job);
  session.phase(settings.readOnly ? 'reading the given ids' : 'renaming presentations');
  if (settings.readOnly) await readGiven(context);
  const [target] = context.presentations;
  try {
    if (target) await sendRows(context, renames);
  } finally {
    if (target && !settings.readOnly) await restoreTitle(context, target);
  }
  session.phase('final reads');
  await sendRows(context, lastRequests);
}

/** Reads the presentation and the job that the user names, for a run that changes nothing. */
async function readGiven(context: RunState): Promise<void> {
  const { presentationId, generationId } = context.session.settings;
  if (generationId !== undefined) {
    const { status } = await poll(context, generationId);
    context.jobs.push(generationId);
    if (status !== undefined) {
      await pollAsOtherWorkspace(context, { id: generationId, status });
      if (status === 'completed' || status === 'failed') context.finished.push({ id: generationId, status });
    }
  }
  if (presentationId === undefined) return;
  const title = await fetchTitle(context, presentationId);
  if (title !== undefined) context.presentations.push({ id: presentationId, title });
}
