/**
 * The phases of a recorded job. Within a phase, the polls show the same status and the same text. A phase ends with a reply, or at
 * an unknown instant between two polls.
 */
import { isTerminal, type JobTrace } from '../../trace/job.js';
import { hasUnknownOutcome, type Call } from '../../trace/call.js';
import { timeOf } from './jobs.js';
import type { LeftOut } from './left-out.js';
import { readView, type Progress, type StoryView } from './view.js';

/** Times are whole milliseconds since the start of the job. */
export interface Phase {
  /** The last view. */
  view: StoryView;
  /** The first and the last poll that shows it. */
  readonly first: number;
  last: number;
  /** Whether the text changes with the figures, so that its pattern stands for it. */
  isPattern: boolean;
  /** When a reply ended it; only for a question. */
  replied?: number;
  /** The time of a reply before it that no shown question received. A question begins after it. */
  readonly after: number | undefined;
}

export interface JobPhases {
  readonly phases: readonly Phase[];
  /** The messages that the service accepted, also those without a response. */
  readonly accepted: ReadonlySet<Call>;
}

type Event =
  | { readonly at: number; readonly view: StoryView }
  /** A message that the service accepted. */
  | { readonly at: number; readonly view: undefined };

export function phasesOf(job: JobTrace, startedAt: number, leftOut: LeftOut): JobPhases {
  const shown = job.views.flatMap((each): Event[] => {
    const view = readView(each, leftOut);
    return view ? [{ at: timeOf(each.call) - startedAt, view }] : [];
  });
  const replies = job.messages
    .map((call) => ({ call, at: timeOf(call) - startedAt, view: undefined }))
    .filter(({ call, at }) => isAccepted(call, at, shown));
  const events = [...shown, ...replies].toSorted((one, two) => one.at - two.at);
  return { phases: phasesIn(events, leftOut), accepted: new Set(replies.map(({ call }) => call)) };
}

function phasesIn(events: readonly Event[], leftOut: LeftOut): readonly Phase[] {
  const phases: Phase[] = [];
  /** The time of a poll that still shows a question after its reply. */
  let late: number | undefined;
  let after: number | undefined;
  for (const { at, view } of events) {
    const open = phases.at(-1);
    if (!view) {
      after = at;
      if (open?.view.status !== 'awaiting_input') continue;
      if (open.replied === undefined) open.replied = at;
      else if (late !== undefined)
        phases.push({
          view: open.view,
          first: late,
          last: at,
          isPattern: false,
          replied: at,
          after: undefined,
        });
      late = undefined;
    } else if (open && isSamePhase(open, view)) {
      if (open.replied !== undefined) late ??= at;
      else extend(open, view, at, leftOut);
    } else if (open && isTerminal(open.view.status)) leftOut.add('A status view after the end of the job');
    else {
      phases.push({ view, first: at, last: at, isPattern: false, after });
      late = undefined;
      after = undefined;
    }
  }
  return phases;
}

/** A message without a response was accepted if the question that it replies to is gone at the next poll. */
function isAccepted(call: Call, at: number, views: readonly Event[]): boolean {
  if (call.ok) return true;
  if (!hasUnknownOutcome(call)) return false;
  const before = views.findLast((each) => each.at <= at)?.view;
  const after = views.find((each) => each.at > at)?.view;
  return before?.status === 'awaiting_input' && after !== undefined && !isSame(before, after);
}

function isSamePhase({ view: before, isPattern }: Phase, view: StoryView): boolean {
  if (before.status !== 'generating' || view.status !== 'generating') return isSame(before, view);
  const [one, two] = [before.progress, view.progress];
  if (!one || !two) return one === two;
  if (one.total !== two.total) return false;
  return (!isPattern && one.text === two.text) || isOnePattern(one, two);
}

function isSame(one: StoryView, two: StoryView): boolean {
  if (one.status === 'awaiting_input' && two.status === 'awaiting_input') return one.message === two.message;
  if (one.status === 'failed' && two.status === 'failed') return one.error === two.error;
  return one.status === two.status;
}

const isOnePattern = (one: Progress, two: Progress): boolean =>
  one.pattern === two.pattern && one.pattern !== one.text;

function extend(phase: Phase, view: StoryView, at: number, leftOut: LeftOut): void {
  const { view: before } = phase;
  phase.last = at;
  // A later view of a finished job can show a new title.
  if (view.status !== 'generating' || before.status !== 'generating') return;
  phase.isPattern ||= before.progress?.text !== view.progress?.text;
  const [tokens = 0, most = 0] = [view.tokens, before.tokens];
  if (view.tokens !== undefined && tokens < most) leftOut.add('A total of tokens that falls');
  phase.view = { ...view, tokens: Math.max(tokens, most) };
}
