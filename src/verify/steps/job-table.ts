/** What a run sends to a job beside its polls: in the states that a poll shows, and after its end. Sections 3 and 4.6. */
import { getField } from '../../base/json.js';
import { messageAsOtherWorkspace, pollAsOtherWorkspace } from './other-workspace.js';
import type { RunState } from '../run-state.js';
import { fetchTitle, poll } from '../senders.js';
import { isIn, type StepCondition } from './rename.js';
import type { FollowedJob } from './answer-question.js';

interface JobRow extends StepCondition {
  /** The jobs of the other key get it, too. */
  readonly isForBoth?: boolean;
  /** Default: a job in any state. */
  readonly due?: (job: FollowedJob) => boolean;
  readonly send: (run: RunState, job: FollowedJob) => Promise<unknown>;
}

/** With a request rate, polls do not wait for the requests. Without one, each state gets them. */
export async function sendJobRows(
  run: RunState,
  rows: readonly JobRow[],
  job: FollowedJob,
  beside?: Promise<unknown>[],
): Promise<void> {
  for (const row of rows) {
    if (!isIn(run, row) || (job.by === 'other' && !row.isForBoth) || row.due?.(job) === false) continue;
    const sent = row.send(run, job);
    if (!beside || !run.isPaced || row.isForBoth) await sent;
    else {
      // An error is reported when all of them are awaited.
      sent.catch(() => undefined);
      beside.push(sent);
    }
  }
}

const CHANGING = ['full', 'smoke'] as const;
const isGenerating = ({ status }: FollowedJob): boolean => status === 'generating';
const isAsking = ({ status }: FollowedJob): boolean => status === 'awaiting_input';
const hasPresentation = ({ status, view }: FollowedJob): boolean =>
  status === 'completed' && presentationOf(view) !== '';

export const atWork: readonly JobRow[] = [
  { runs: CHANGING, send: pollAsOtherWorkspace },
  {
    runs: CHANGING,
    isForBoth: true,
    due: isAsking,
    send: (_, job) => job.talk.onQuestion(job),
  },
  { due: isGenerating, send: messageAsOtherWorkspace },
  {
    due: isGenerating,
    send: (_, job) => job.talk.sendUnasked(),
  },
];

export const afterEnd: readonly JobRow[] = [
  { pace: 'unpaced', due: hasPresentation, send: renameAtOnce },
  { runs: CHANGING, send: pollAsOtherWorkspace },
  { send: messageAsOtherWorkspace },
  { runs: CHANGING, send: pollAgain },
  {
    // The end of a job must not change the others. With a request rate, all jobs are polled again only at the end.
    runs: CHANGING,
    pace: 'unpaced',
    send: async (run, { endedBefore }) => endedBefore !== undefined && poll(run, endedBefore),
  },
  { runs: CHANGING, due: hasPresentation, send: fetchPresentation },
];

function presentationOf(view: unknown): string {
  const id = getField(getField(view, 'presentation'), 'id');
  return typeof id === 'string' ? id : '';
}

/**
 * Fetches the first presentation as soon as its job has completed, and renames it: a late step of the job may write the former
 * title again. The reads at the end show it.
 */
async function renameAtOnce(run: RunState, job: FollowedJob): Promise<void> {
  if (run.jobs.length < 2 || !run.isFirst('rename at once')) return;
  const id = presentationOf(job.view);
  job.title = await fetchTitle(run, id);
  if (job.title === undefined) return;
  const body = { title: '[deckhand check] renamed at once' };
  await run.session.call({ operation: 'updatePresentation', id, body });
}

/**
 * All jobs are polled again at the end. Before, only the first one of each kind is polled, once another job was started if one
 * follows.
 */
async function pollAgain(run: RunState, { id, status }: FollowedJob): Promise<void> {
  if (!run.isFirst(`${status} again`)) return;
  if (status === 'completed' || run.lastQuestion === 'to come') run.pollAfterStart.push(id);
  else await poll(run, id);
}

async function fetchPresentation(run: RunState, { id: job, view, title: known }: FollowedJob): Promise<void> {
  const id = presentationOf(view);
  const title = known ?? (await fetchTitle(run, id));
  if (title === undefined) run.unfetched.push(id);
  else run.presentations.unshift({ id, title, job });
}
