/**
 * The questions of jobs as a state machine. At most one question is handled: it gets the requests that the service must reject,
 * then its reply. At most one more is silent: it gets no message until it has been open for longer, and in more polls, than the
 * handled one. So a question that ended early shows that a rejected message had an effect. Sections 3, 4.6 and 5.
 */
export type QuestionPhase =
  /** It gets no message, so that the handled one can be compared with it. */
  | 'silent'
  /** Another question is handled. */
  | 'waiting'
  | 'asked'
  | 'no-key-sent'
  | 'invalid-key-sent'
  | 'other-workspace-sent'
  | 'replied'
  /** The job continued. */
  | 'advanced'
  /** The job repeats its question after accepted replies. */
  | 'ignored'
  /** The service rejected each reply. */
  | 'rejected';

export interface Question {
  readonly job: string;
  readonly phase: QuestionPhase;
  readonly text: string;
  /** When the last poll before the question started, in ms since 1970. */
  readonly openedAfter: number;
  /** When the first poll that showed it ended. */
  readonly shownAt: number;
  /** When the last poll that showed it started. */
  readonly polledAt: number;
  /** The polls that showed it. */
  readonly polls: number;
  /** The polls that showed it since the last accepted reply. */
  readonly pollsAfterReply: number;
  readonly replies: readonly SentReply[];
}

export interface SentReply {
  readonly text: string;
  readonly isAccepted: boolean;
  readonly via: 'bearer' | 'x-api-key';
  /** When its response arrived. */
  readonly at: number;
}

/** How long the handled question was open, from the poll before it to the one that shows the effect of its reply. */
export interface HandledDuration {
  readonly ms: number;
  readonly polls: number;
}

/** The next thing to do with a question that a poll has just shown. */
export type QuestionAction =
  'send-no-key' | 'send-invalid-key' | 'send-other-workspace' | 'reply' | 'give-up';

/** The questions of one job: it may ask without end. */
export const MAX_QUESTIONS = 3;
/** Polls that may show the question after an accepted reply: the service may need time. */
const MAX_REPEATS = 2;
/** Accepted replies to one question. */
const MAX_REPLIES = 3;
/** For so long a question is polled after the last accepted reply. */
const REPLY_TIMEOUT_MS = 12_000;
/** A silent question gets its reply after this number of polls at the latest. */
const MAX_SILENT_POLLS = 20;

export interface QuestionContext {
  readonly now: number;
  /** Ms in which a read may be stale. */
  readonly consistencyWindow: number;
  /** Whether this run sends requests without a valid key to the question. Once in a run. */
  readonly isProbed: boolean;
  /** Of the question that was handled first, once it has ended. */
  readonly handled: HandledDuration | undefined;
  /** Whether another question will still be handled. */
  readonly isOtherExpected: boolean;
}

/** @returns what is due; `undefined` for another poll */
export function nextAction(question: Question, context: QuestionContext): QuestionAction | undefined {
  switch (question.phase) {
    case 'silent':
      return actionWhileSilent(question, context);
    case 'asked':
      return context.isProbed ? 'send-no-key' : 'reply';
    case 'no-key-sent':
      return 'send-invalid-key';
    case 'invalid-key-sent':
      return 'send-other-workspace';
    case 'other-workspace-sent':
      return 'reply';
    case 'replied':
      return actionAfterReply(question, context);
    case 'waiting':
    case 'advanced':
    case 'ignored':
    case 'rejected':
      return undefined;
  }
}

/** If no other question will be handled, this one is. */
function actionWhileSilent(
  { polls, polledAt, shownAt }: Question,
  { handled, isOtherExpected, isProbed }: QuestionContext,
): QuestionAction | undefined {
  if (!handled && !isOtherExpected) return isProbed ? 'send-no-key' : 'reply';
  const isLonger = handled !== undefined && polls > handled.polls && polledAt - shownAt >= handled.ms;
  return isLonger || polls >= MAX_SILENT_POLLS ? 'reply' : undefined;
}

function actionAfterReply(
  { replies, pollsAfterReply }: Question,
  { now, consistencyWindow }: QuestionContext,
): QuestionAction | undefined {
  const accepted = replies.filter(({ isAccepted }) => isAccepted);
  const since = now - (accepted.at(-1)?.at ?? now);
  if (pollsAfterReply <= MAX_REPEATS || since <= consistencyWindow) return undefined;
  if (accepted.length < MAX_REPLIES) return 'reply';
  return since < REPLY_TIMEOUT_MS ? undefined : 'give-up';
}

/** Ms until the next poll of a silent question: as few polls as the comparison needs. */
export function silentInterval(
  { polls, polledAt, shownAt }: Question,
  handled: HandledDuration | undefined,
  { pollInterval, requestsPerMinute }: { readonly pollInterval: number; readonly requestsPerMinute: number },
): number {
  if (!handled) {
    // One of so many requests is a poll of the silent question.
    const requestsPerPoll = 8 / 3;
    return requestsPerMinute === 0
      ? 2 * pollInterval
      : Math.max(pollInterval, (requestsPerPoll * 60_000) / requestsPerMinute);
  }
  const missing = Math.max(1, handled.polls + 1 - polls);
  return Math.max(pollInterval, (handled.ms - (polledAt - shownAt)) / missing);
}

/** Whether the job still waits for a reply, or for the effect of one. */
export const isOpen = (question: Question | undefined): question is Question =>
  question !== undefined && !['advanced', 'ignored', 'rejected'].includes(question.phase);

/** Whether it is the one question that gets messages now. */
export const isHandled = (question: Question): boolean =>
  isOpen(question) && question.phase !== 'silent' && question.phase !== 'waiting';
