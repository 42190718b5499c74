/** What happened to one job, in the order of time: its start, its polls, the messages it was sent. */
import type { ExchangeReport, JobReport } from '../model.js';

export interface Happening {
  readonly kind: 'start' | 'poll' | 'message';
  /** Ms after the beginning of the run. */
  readonly at: number;
  readonly exchange: number;
  /** What it showed, for a person. */
  readonly words: string;
  /** With a poll: the state as a class of the stylesheet. */
  readonly state?: 'generating' | 'awaiting_input' | 'completed' | 'failed' | 'unknown';
  /** How much of the slides is done, from 0 to 1. */
  readonly done?: number;
}

/** Of a longer life, its beginning and its end are told. */
const most = 300;

export function happeningsOf(
  { started, polls, messages }: JobReport,
  exchanges: ReadonlyMap<number, ExchangeReport>,
): readonly Happening[] {
  const start = started === undefined ? undefined : exchanges.get(started);
  const all: Happening[] = [
    ...(start ? [{ kind: 'start' as const, at: start.at, exchange: start.sequence, words: 'started' }] : []),
    ...polls.map((poll) => pollHappening(poll, exchanges.get(poll.exchange))),
    ...messages.map(({ exchange, at, status }) => ({
      kind: 'message' as const,
      at,
      exchange,
      words: `message, answered ${status ?? 'nothing'}`,
    })),
  ];
  const ordered = all.filter(({ at }) => Number.isFinite(at)).sort((one, two) => one.at - two.at);
  return ordered.length <= most ? ordered : [...ordered.slice(0, most / 2), ...ordered.slice(-most / 2)];
}

function pollHappening(
  { exchange, at, status, tokens, progress }: JobReport['polls'][number],
  call: ExchangeReport | undefined,
): Happening {
  const parts = [
    status ?? `no state (${call?.failure ?? call?.status ?? 'no answer'})`,
    ...(progress ? [`${progress.completed} of ${progress.total} slides`] : []),
    ...(tokens === undefined ? [] : [`${tokens} tokens`]),
  ];
  const done = progress && progress.total > 0 ? progress.completed / progress.total : undefined;
  return {
    kind: 'poll',
    at,
    exchange,
    words: parts.join(', '),
    state: stateOf(status),
    ...(done !== undefined && { done: Math.min(1, Math.max(0, done)) }),
  };
}

function stateOf(status: string | undefined): NonNullable<Happening['state']> {
  switch (status) {
    case 'generating':
    case 'awaiting_input':
    case 'completed':
    case 'failed':
      return status;
    default:
      return 'unknown';
  }
}
