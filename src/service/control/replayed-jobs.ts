/** The verbs about jobs, for a workspace that plays a recording. Its jobs cannot be changed. */
import type { JobInfo as JobView, JobList, TimelinePart } from '../../generated/control-api.js';
import { getField } from '../../base/json.js';
import type { Replay, ReplayJob } from '../replay-source.js';
import { inputError, toIso, toIsoOrNull, jobConflict, notFound } from './validate-input.js';

export function listReplayedJobs(
  replay: Replay,
  now: number,
  limit: number,
  isWithTimeline: boolean,
): JobList {
  const jobs = replay.jobs(now);
  return {
    total: jobs.length,
    jobs: jobs.slice(0, limit).map((job) => ({
      ...toReplayedJobInfo(job, replay.name, now),
      ...(isWithTimeline && { timeline: toTimelineParts(job) }),
    })),
  };
}

/** @throws UserError `not-found` */
export function getReplayedJob(replay: Replay, id: string, now: number): JobView {
  const job = replay.jobs(now).find((one) => one.id === id);
  if (!job) throw notFound(`job ${id.slice(0, 100)} in this replay`);
  return { ...toReplayedJobInfo(job, replay.name, now), timeline: toTimelineParts(job) };
}

/** The job whose view changes next; infinite if none does. @param id of one job, or all */
export function findNextReplayedJob(
  replay: Replay,
  now: number,
  id: string | undefined,
): Pick<ReplayJob, 'id' | 'until'> {
  const jobs = replay.jobs(now).filter((job) => id === undefined || job.id === id);
  if (id !== undefined && jobs.length === 0)
    throw inputError([{ pointer: '/job', detail: 'must name a job of this replay' }]);
  return jobs.reduce((next, job) => (job.until < next.until ? job : next), { id: '', until: Infinity });
}

/** @throws UserError `job-conflict` if the recording has no further start, or a failure at this point */
export function startReplayedJob(replay: Replay, request: object, now: number): JobView {
  const before = new Set(replay.jobs(now).map((job) => job.id));
  const body = JSON.stringify(request);
  replay.respond({ operation: 'startGeneration', id: '', body, header: () => undefined, now, baseUrl: '' });
  const started = replay.jobs(now).find((job) => !before.has(job.id));
  if (!started) throw jobConflict('This start fails in the recording, so it starts no job.');
  return getReplayedJob(replay, started.id, now);
}

/** @throws UserError `job-conflict` if the recording has no reply at this point */
export function replyToReplayedJob(replay: Replay, id: string, message: string, now: number): JobView {
  getReplayedJob(replay, id, now);
  const body = JSON.stringify({ message });
  const played = replay.respond({
    operation: 'sendGenerationMessage',
    id,
    body,
    header: () => undefined,
    now,
    baseUrl: '',
  });
  if ('reason' in played) throw jobConflict(`Not in the recording: ${played.reason}.`);
  return getReplayedJob(replay, id, now);
}

/** @throws UserError `job-conflict` if the workspace plays a recording */
export function assertNoReplay(replay: Replay | undefined): void {
  if (replay) throw jobConflict(`This workspace plays ${replay.name}. A recording cannot be changed.`);
}

/** @param name of the recording */
function toReplayedJobInfo(job: ReplayJob, name: string, now: number): JobView {
  const { id, startedAt, prompt, templateId, view, parts, until } = job;
  const step = Math.max(
    0,
    parts.findLastIndex((part) => part.from <= now),
  );
  const url = getField(getField(view, 'presentation'), 'url');
  return {
    generation_id: id,
    prompt,
    template_id: templateId,
    scenario: name,
    started_at: toIso(startedAt),
    status_response: view,
    ...(typeof url === 'string' && { deck_url: url }),
    position: {
      step,
      step_count: parts.length,
      since: toIso(parts[step]?.from ?? startedAt),
      until: toIsoOrNull(until),
    },
  };
}

function toTimelineParts({ parts }: ReplayJob): TimelinePart[] {
  return parts.map(({ status, text, from, until }, step) => ({
    step,
    status: status as TimelinePart['status'],
    from: toIso(from),
    until: toIsoOrNull(until),
    ...(text !== undefined && { text }),
  }));
}
