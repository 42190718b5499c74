/** Why a run saw no status view of a job, or no completed job. */
import { resultsText } from './results-text.js';
import type { Gap } from './model.js';
import type { Call } from '../../trace/call.js';
import { isTerminal, type JobTrace } from '../../trace/job.js';
import type { Trace } from '../../trace/trace.js';

export interface UnpolledJob {
  readonly id: string;
  /** The polls without a view, at the end of the job. */
  readonly failed: readonly Call[];
  /** Whether earlier polls showed a view. */
  readonly wasSeen: boolean;
}

/** Failed polls in a row after which a job counts as lost. */
const LOST = 3;

/**
 * A started job whose polls show no view, from its start or from some time on, before it was seen to end. A job that was never
 * polled is no such job: the run left it alone.
 */
export function unpolledJob({ jobs }: Trace): UnpolledJob | undefined {
  for (const { id, start, polls, views } of jobs) {
    if (start === undefined || views.some(({ status }) => isTerminal(status))) continue;
    const last = views.at(-1);
    const failed = last === undefined ? polls : polls.slice(polls.indexOf(last.call) + 1);
    if (failed.length >= (last === undefined ? 1 : LOST)) return { id, failed, wasSeen: last !== undefined };
  }
  return undefined;
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
