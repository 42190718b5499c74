/** Makes the replay scenario of a job, and proves it. */
import type { Anonymiser } from '../replay/anonymiser.js';
import type { RecordedJob } from '../replay/recorded-jobs.js';
import { replayScenario } from '../replay/replay-scenario.js';
import { prove, type ReplayCheck } from './prove.js';
import { replayJob } from './replay-job.js';

export function checkedReplay(job: RecordedJob, names: Anonymiser): Promise<ReplayCheck> {
  return prove(
    (measures) => replayScenario(job, names, measures),
    (timeline) => replayJob(job, timeline),
    names,
  );
}
