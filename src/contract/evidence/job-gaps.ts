/** Why a run saw no status view of a job, or no completed job. */
import { resultsText } from './results-text.js';
import type { Gap } from './model.js';
import type { JobTrace } from '../trace/job.js';
import type { Trace } from '../trace/trace.js';

/** A started job whose polls all failed. A job that was never polled is no such job: the run left it alone. */
export function unpolledJob({ jobs }: Trace): JobTrace | undefined {
  return jobs.find(
    ({ start, polls, views }) => start !== undefined && polls.length > 0 && views.length === 0,
  );
}

/** How the jobs of a run without a completed job ended. */
export function endsText({ jobs }: Trace): Pick<Gap, 'why' | 'help'> {
  const started = jobs.filter(({ start, views }) => start !== undefined || views.length > 0);
  if (started.length === 0) return { why: 'a completed job was not seen', help: '--max-jobs' };
  const ends = started.map(endOf);
  const has = (end: string): boolean => ends.includes(end);
  const helps = [
    ...(has('failed') ? ['--prompt'] : []),
    ...(has('awaiting_input') ? ['--reply-body'] : []),
    ...(has('generating') ? ['--job-timeout'] : []),
  ];
  const latest = [...new Set(ends)].join(', ');
  return {
    why: `a completed job was not seen: the last status was ${latest}`,
    ...(helps.length > 0 && { help: helps.join(', ') }),
  };
}

function endOf({ polls, views }: JobTrace): string {
  const last = views.at(-1);
  if (last) return last.status ?? 'not one of the four';
  return polls.length === 0 ? 'not requested' : `unknown (${resultsText(polls)})`;
}
