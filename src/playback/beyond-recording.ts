/** Names the requests of a replay that its recording does not contain. The stand-in answers them as it answers without a replay. */
import { counted } from '../base/counted.js';
import type { OperationId } from '../generated/routes.js';
import type { Exchange } from '../journal/exchange.js';
import { formatDuration } from '../scenario/duration.js';
import type { ReplayedJob, ReplayedWorkspace } from '../scenario/replay-file.js';

interface PlayedJob {
  /** Undefined for a job that the recording does not have. */
  readonly recorded: ReplayedJob | undefined;
  readonly startedAt: number;
  messages: number;
}

interface Progress {
  readonly replay: ReplayedWorkspace;
  /** The journal that the progress belongs to. */
  era: symbol | undefined;
  readonly counts: Map<string, number>;
  readonly jobs: Map<string, PlayedJob>;
}

export interface BeyondRecordingOptions {
  /** The recordings of workspaces, by their ids. */
  readonly replays: ReadonlyMap<string, ReplayedWorkspace>;
  /** The journal of a workspace: another one after a reset. */
  readonly eraOf: (workspaceId: string) => symbol | undefined;
}

export class BeyondRecording {
  readonly #options: BeyondRecordingOptions;
  readonly #progress: ReadonlyMap<string, Progress>;
  readonly #found = new Map<string, number>();

  constructor(options: BeyondRecordingOptions) {
    this.#options = options;
    this.#progress = new Map(
      [...options.replays].map(([id, replay]) => [
        id,
        { replay, era: options.eraOf(id), counts: new Map(), jobs: new Map() },
      ]),
    );
  }

  /** @returns why the recording does not contain the request; undefined if it does */
  add(exchange: Exchange): string | undefined {
    const { workspaceId, operationId } = exchange.notes ?? {};
    const why = this.#whyBeyond(exchange, workspaceId, operationId as OperationId | undefined);
    if (why !== undefined) this.#found.set(why, (this.#found.get(why) ?? 0) + 1);
    return why;
  }

  /** The requests so far, by the reason. */
  summary(): readonly string[] {
    return [...this.#found].map(([why, count]) => `${counted(count, 'request')}: ${why}`);
  }

  #whyBeyond(
    exchange: Exchange,
    workspaceId: string | undefined,
    operation: OperationId | undefined,
  ): string | undefined {
    if (operation === undefined) return 'no operation of the service has this path';
    if (workspaceId === undefined) return 'its key opens no workspace';
    const progress = this.#progress.get(workspaceId);
    if (!progress) return `the recording has no workspace ${workspaceId}`;
    const era = this.#options.eraOf(workspaceId);
    if (era !== progress.era) {
      progress.era = era;
      progress.counts.clear();
      progress.jobs.clear();
    }
    return whyBeyond(exchange, operation, progress);
  }
}

function whyBeyond(
  { startedAt, notes, response }: Exchange,
  operation: OperationId,
  { replay, counts, jobs }: Progress,
): string | undefined {
  const count = (counts.get(operation) ?? 0) + 1;
  counts.set(operation, count);
  const id = notes?.generationId ?? '';
  if (operation === 'startGeneration') {
    if (response && response.status < 300 && id !== '') {
      const recorded = replay.jobs[jobs.size];
      jobs.set(id, { recorded, startedAt, messages: 0 });
      if (!recorded) return `the recording has ${counted(replay.jobs.length, 'job')}`;
    }
    return undefined;
  }
  if (operation === 'getGenerationStatus' || operation === 'sendGenerationMessage') {
    const job = jobs.get(id);
    if (!job) return 'the recording has no such job';
    return job.recorded && whyBeyondJob(job, job.recorded, operation, startedAt);
  }
  const { [operation]: recorded = 0 } = replay.requests;
  return count > recorded ? `the recording has ${counted(recorded, 'request')} of ${operation}` : undefined;
}

function whyBeyondJob(
  job: PlayedJob,
  { messages, until, ended }: ReplayedJob,
  operation: OperationId,
  startedAt: number,
): string | undefined {
  if (operation === 'sendGenerationMessage') {
    job.messages += 1;
    return job.messages > messages
      ? `the recording of the job has ${counted(messages, 'message')}`
      : undefined;
  }
  return !ended && startedAt - job.startedAt > until
    ? `the recording of the job stops ${formatDuration(until)} after its start`
    : undefined;
}
