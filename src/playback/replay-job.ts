/** Plays a replay scenario to the recorded requests of its job. */
import type { PlayedCall } from '../replay/compare.js';
import type { RecordedJob } from '../replay/recorded-jobs.js';
import type { Timeline } from '../scenario/timeline.js';
import { CallPlayer } from './replay-calls.js';

export interface Played {
  /** In the order of the calls. */
  readonly calls: readonly PlayedCall[];
  /** The played ids by the recorded ones. */
  readonly ids: ReadonlyMap<string, string>;
}

export async function replayJob(job: RecordedJob, timeline: Timeline): Promise<Played> {
  const player = new CallPlayer(timeline);
  if (job.id !== undefined && !job.isStartRecorded) await player.start(job);
  const calls: PlayedCall[] = [];
  for (const call of job.calls) calls.push({ call, job, exchange: await player.play(call, job) });
  return { calls, ids: player.ids };
}
