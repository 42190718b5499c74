/** The events of one job in the order of time: its start, polls and messages. */
import type { ExchangeReport, JobReport } from '../model.js';

export interface JobEvent {
  readonly kind: 'start' | 'poll' | 'message';
  /** Ms after the start of the run. */
  readonly at: number;
  readonly exchange: number;
  readonly text: string;
  /** For polls: the state, as a class of the stylesheet. */
  readonly state?: 'generating' | 'awaiting_input' | 'completed' | 'failed' | 'unknown';
  /** The share of completed slides, from 0 to 1. */
  readonly done?: number;
}

/** A longer list is cut to its first and last events. */
const maxEvents = 300;

export function jobEventsOf(
  { started, polls, messages }: JobReport,
  exchanges: ReadonlyMap<number, ExchangeReport>,
): readonly JobEvent[] {
  const start = started === undefined ? undefined : exchanges.get(started);
  const all: JobEvent[] = [
    ...(start ? [{ kind: 'start' as const, at: start.at, exchange: start.sequence, text: 'started' }] : []),
    ...polls.map((poll) => pollEvent(poll, exchanges.get(poll.exchange))),
    ...messages.map(({ exchange, at, status }) => ({
      kind: 'message' as const,
      at,
      exchange,
      text: `message, ${status === undefined ? 'no response' : `response ${status}`}`,
    })),
  ];
  const ordered = all.filter(({ at }) => Number.isFinite(at)).sort((one, two) => one.at - two.at);
  return ordered.length <= maxEvents
    ? ordered
    : [...ordered.slice(0, maxEvents / 2), ...ordered.slice(-maxEvents / 2)];
}

function pollEvent(
  { exchange, at, status, tokens, progress }: JobReport['polls'][number],
  call: ExchangeReport | undefined,
): JobEvent {
  const parts = [
    status ?? `no state (${call?.failure ?? call?.status ?? 'no response'})`,
    ...(progress ? [`${progress.completed} of ${progress.total} slides`] : []),
    ...(tokens === undefined ? [] : [`${tokens} tokens`]),
  ];
  const done = progress && progress.total > 0 ? progress.completed / progress.total : undefined;
  return {
    kind: 'poll',
    at,
    exchange,
    text: parts.join(', '),
    state: stateOf(status),
    ...(done !== undefined && { done: Math.min(1, Math.max(0, done)) }),
  };
}

function stateOf(status: string | undefined): NonNullable<JobEvent['state']> {
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
