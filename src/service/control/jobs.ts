/** The control operations that read the jobs of a workspace. */
import type { JobInfo, JobList } from '../../generated/control-api.js';
import { parseInstant } from './validate-input.js';
import type { WorkspaceContext } from './workspace-context.js';

/** The maximum number of jobs in a list. */
export const MAX_LISTED_JOBS = 1000;

type Query = Readonly<Record<string, string>>;

/** The newest jobs first. */
export function listJobs(
  { jobs }: WorkspaceContext,
  { limit = String(MAX_LISTED_JOBS), include_timeline: timeline }: Query,
): JobList {
  return jobs.list({ limit: Number(limit), includeTimeline: timeline === 'true' });
}

/** A job with its timeline, now or at an instant. */
export function getJob({ jobs, now }: WorkspaceContext, id: string, { at }: Query): JobInfo {
  return jobs.get(id, at === undefined ? now : parseInstant(at, '/at'), { includeTimeline: true });
}
