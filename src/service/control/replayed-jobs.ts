/** The jobs of a workspace that replays a recording. Only the starts and replies in the recording can change them. */
import type { JobInfo, JobList, StartJobRequest, TimelinePart } from '../../generated/control-api.js';
import { getField } from '../../base/json.js';
import type { Replay, ReplayJob } from '../replay-source.js';
import type { JobListOptions, JobSource, NextJobChange } from './job-source.js';
import { inputError, toIso, toIsoOrNull, jobConflict, notFound } from './validate-input.js';

export class ReplayedJobs implements JobSource {
  readonly #replay: Replay;
  readonly #now: number;

  constructor(replay: Replay, now: number) {
    this.#replay = replay;
    this.#now = now;
  }

  get recording(): string {
    return this.#replay.name;
  }

  get changeCount(): number {
    return this.#replay.jobChangeCount;
  }

  count(): number {
    return this.#replay.jobs(this.#now).length;
  }

  list({ limit, includeTimeline }: JobListOptions): JobList {
    const jobs = this.#replay.jobs(this.#now);
    return {
      total: jobs.length,
      jobs: jobs.slice(0, limit).map((job) => ({
        ...toJobInfo(job, this.recording, this.#now),
        ...(includeTimeline && { timeline: toTimelineParts(job) }),
      })),
    };
  }

  get(id: string, at: number, { includeTimeline } = { includeTimeline: false }): JobInfo {
    const job = this.#replay.jobs(at).find((one) => one.id === id);
    if (!job) throw notFound(`job ${id.slice(0, 100)} in this replay`);
    return {
      ...toJobInfo(job, this.recording, at),
      ...(includeTimeline && { timeline: toTimelineParts(job) }),
    };
  }

  assertExists(id: string, pointer: string): void {
    if (this.#replay.jobs(this.#now).some((job) => job.id === id)) return;
    throw inputError([{ pointer, detail: 'must name a job of this replay' }]);
  }

  start({ scenario: _, ...request }: StartJobRequest): JobInfo {
    const started = this.#replay.start(JSON.stringify(request), this.#now);
    if ('reason' in started) throw notRecorded(started.reason);
    if (started.jobId === undefined)
      throw jobConflict('This start failed in the recording, so no job was started.');
    return this.get(started.jobId, this.#now);
  }

  reply(id: string, message: string): JobInfo {
    this.get(id, this.#now);
    const unrecorded = this.#replay.reply(id, JSON.stringify({ message }), this.#now);
    if (unrecorded) throw notRecorded(unrecorded.reason);
    return this.get(id, this.#now);
  }

  intervene(): never {
    return this.assertPlaysScenarios();
  }

  next(id: string | undefined): NextJobChange {
    if (id !== undefined) this.assertExists(id, '/job');
    const jobs = this.#replay.jobs(this.#now).filter((job) => id === undefined || job.id === id);
    return jobs.reduce<NextJobChange>(
      (next, job) => (job.until < next.until ? { id: job.id, until: job.until } : next),
      { id: '', until: Infinity },
    );
  }

  assertPlaysScenarios(): never {
    throw jobConflict(`This workspace replays ${this.recording}. A recording cannot be changed.`);
  }
}

const notRecorded = (reason: string): Error => jobConflict(`Not in the recording: ${reason}.`);

/** @param name of the recording */
function toJobInfo(job: ReplayJob, name: string, now: number): JobInfo {
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
