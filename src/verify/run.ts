/** Runs the steps of a plan in their order, restores what they changed, and returns the journal. Judges nothing. */
import type { Exchange } from '../journal/exchange.js';
import type { RunPlan } from './run-plan.js';
import { OutOfTime, Requester, RunStopped } from './requester.js';
import type { RunEvent } from './run-events.js';
import { stepGroups } from './steps/index.js';
import { NO_RESULTS, type RunResults } from './steps/run-results.js';
import { SharedProgress } from './steps/shared-progress.js';
import type { RunClock, Transport } from '../journal/transport.js';
import { waitForAll } from './wait-for-all.js';

export interface RunInput {
  readonly transport: Transport;
  readonly clock: RunClock;
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
  /** The ids of the jobs that the run followed until a time limit, or whose questions rejected each reply. */
  readonly unfinishedJobs: readonly string[];
}

/** Does not reject for any behavior of the target. */
export async function runPlan(
  plan: RunPlan,
  { transport, clock, onEvent, requestTimeout = 20_000, signal }: RunInput,
): Promise<RunResult> {
  const { settings, requests, minutes } = plan;
  const notes: string[] = [];
  const requester = new Requester({
    settings,
    transport,
    clock,
    emit: (event) => {
      if (event.kind === 'note' && !notes.includes(event.text)) notes.push(event.text);
      onEvent?.(event);
    },
    deadline: clock.now() + (settings.timeLimit ?? settings.jobTimeout + (2 * minutes + 3) * 60_000),
    maxRequests: 4 * requests + 400,
    requestTimeout,
    ...(signal && { signal }),
  });
  const { results, stopReason } = await runSteps(requester, plan);
  await requester.restoreChanges();
  return {
    exchanges: requester.journal.toSorted((one, two) => one.sequence - two.sequence),
    notes,
    unfinishedJobs: results.unfinished,
    ...(stopReason !== undefined && { stopReason }),
  };
}

async function runSteps(
  requester: Requester,
  plan: RunPlan,
): Promise<{ readonly results: RunResults; readonly stopReason?: string }> {
  const shared = new SharedProgress();
  let results = NO_RESULTS;
  try {
    let phase = '';
    for (const group of stepGroups(plan.settings)) {
      const [{ title = phase } = {}] = group;
      if (title !== phase) requester.phase(title);
      phase = title;
      const found = await waitForAll(group.map((step) => step.run(requester, plan, results, shared)));
      results = found.reduce<RunResults>(addResults, results);
    }
    return { results };
  } catch (error) {
    if (!(error instanceof RunStopped)) throw error;
    const unfinished = error instanceof OutOfTime ? shared.followedJobs : [];
    return {
      results: { ...results, unfinished: [...results.unfinished, ...unfinished] },
      stopReason: error.message,
    };
  }
}

/** Lists grow; other results replace earlier ones. */
function addResults(results: RunResults, found: Partial<RunResults> | void): RunResults {
  return {
    ...results,
    ...found,
    presentations: [...results.presentations, ...(found?.presentations ?? [])],
    unfetched: [...results.unfetched, ...(found?.unfetched ?? [])],
  };
}
