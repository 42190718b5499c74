/** The control operations on jobs of a workspace that replays a recording. These jobs cannot be changed. */
import type { JobInfo, JobList, TimelinePart } from '../../generated/control-api.js';
import { getField } from '../../base/json.js';
import type { Replay, ReplayJob } from '../replay-source.js';
import { inputError, toIso, toIsoOrNull, jobConflict, notFound } from './validate-input.js';

export function listReplayedJobs(
  replay: Replay,
  now: number,
  limit: number,
  includeTimeline: boolean,
): JobList {
  const jobs = replay.jobs(now);
  return {
    total: jobs.length,
    jobs: jobs.slice(0, limit).map((job) => ({
      ...toReplayedJobInfo(job, replay.name, now),
      ...(includeTimeline && { timeline: toTimelineParts(job) }),
    })),
  };
}

/** @throws UserError `not-found` */
export function getReplayedJob(replay: Replay, id: string, now: number): JobInfo {
  const job = replay.jobs(now).find((one) => one.id === id);
  if (!job) throw notFound(`job ${id.slice(0, 100)} in this replay`);
  return { ...toReplayedJobInfo(job, replay.name, now), timeline: toTimelineParts(job) };
}

/** The job whose status response changes next; infinite if none does. @param id of one job. Default: all jobs */
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

/** @throws UserError `job-conflict` if the recording has no more starts, or a failed start at this point */
export function startReplayedJob(replay: Replay, request: object, now: number): JobInfo {
  const existing = new Set(replay.jobs(now).map((job) => job.id));
  const body = JSON.stringify(request);
  replay.respond({ operation: 'startGeneration', id: '', body, header: () => undefined, now, baseUrl: '' });
  const started = replay.jobs(now).find((job) => !existing.has(job.id));
  if (!started) throw jobConflict('This start failed in the recording, so no job was started.');
  return getReplayedJob(replay, started.id, now);
}

/** @throws UserError `job-conflict` if the recording has no reply at this point */
export function replyToReplayedJob(replay: Replay, id: string, message: string, now: number): JobInfo {
  getReplayedJob(replay, id, now);
  const body = JSON.stringify({ message });
  const response = replay.respond({
    operation: 'sendGenerationMessage',
    id,
    body,
    header: () => undefined,
    now,
    baseUrl: '',
  });
  if ('reason' in response) throw jobConflict(`Not in the recording: ${response.reason}.`);
  return getReplayedJob(replay, id, now);
}

/** @throws UserError `job-conflict` if the workspace replays a recording */
export function assertNoReplay(replay: Replay | undefined): void {
  if (replay) throw jobConflict(`This workspace replays ${replay.name}. A recording cannot be changed.`);
}

/** @param name of the recording */
function toReplayedJobInfo(job: ReplayJob, name: string, now: number): JobInfo {
  const { id, startedAt, prompt, templateId, statusBody, parts, until } = job;
  const step = Math.max(
    0,
    parts.findLastIndex((part) => part.from <= now),
  );
  const url = getField(getField(statusBody, 'presentation'), 'url');
  return {
    generation_id: id,
    prompt,
    template_id: templateId,
    scenario: name,
    started_at: toIso(startedAt),
    status_response: statusBody,
    ...(typeof url === 'string' && { presentation_url: url }),
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
