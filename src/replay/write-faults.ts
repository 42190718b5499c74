/**
 * Writes the unusual responses of a job as the faults of a scenario. A fault names the number of the request, which the
 * recording shows exactly. A time would depend on when the client polls.
 */
import { fieldOf, isObject } from '../base/json.js';
import type { Fault, FaultAnswer } from '../generated/control-api.js';
import type { OperationId } from '../generated/routes.js';
import { problems } from '../generated/problems.js';
import type { Exchange } from '../journal/exchange.js';
import type { Anonymiser } from './anonymiser.js';
import { causeOf } from './cause.js';
import { faultAnswer } from './fault-answer.js';
import { hasInvalidBody } from './invalid-body.js';
import { latencies } from './latency.js';
import { isRefusal } from './rate-policy.js';
import { idsOf } from './recorded-ids.js';
import type { JobCall, RecordedJob } from './recorded-jobs.js';
import { isSuccess } from './recorded-response.js';

export interface WrittenFault {
  readonly fault: Fault;
  readonly comment: string | undefined;
}

type Effect = Omit<Fault, 'on' | 'requests'>;

interface CallWithEffect {
  readonly call: JobCall;
  readonly effect: Effect;
  readonly comment: string | undefined;
}

export interface FaultContext {
  /** The indexes of the calls with a view that the steps do not show. */
  readonly misfits: ReadonlySet<number>;
  /** The exchanges whose whole response is written, because a replay without it differs. */
  readonly pinned: ReadonlySet<Exchange>;
  /** The indexes of the messages that the service accepted after the end of the job. */
  readonly late: ReadonlySet<number>;
  /** When the job ends, in milliseconds since its start. */
  readonly over: number | undefined;
  /** Whether a rate limit refuses what the service refused with 429. */
  readonly isLimited: boolean;
}

/** Operations that change something: a scenario can change only their responses. */
const CHANGING: readonly OperationId[] = [
  'startGeneration',
  'sendGenerationMessage',
  'createPresentation',
  'updatePresentation',
];

export function writeFaults(job: RecordedJob, context: FaultContext, names: Anonymiser): WrittenFault[] {
  const { usual, outliers } = latencies(job.calls);
  const all: CallWithEffect[] = [];
  for (const [index, call] of job.calls.entries()) {
    if (context.isLimited && isRefusal(call)) continue;
    const latency = outliers.get(index);
    const effect = {
      ...(latency !== undefined && { latency }),
      ...effectOn(call, index, job, context, (isVerbatim) => answerOf(call, job, names, isVerbatim)),
    };
    if (effect.connection === 'stall') delete effect.latency;
    if (Object.keys(effect).length === 0) continue;
    const comment = context.misfits.has(index) ? 'No step can show this view.' : undefined;
    all.push({ call, effect, comment });
  }
  return [
    ...merged(all, job),
    ...usual.map((fault) => ({ fault, comment: 'The latency of the other responses.' })),
  ];
}

/** The recorded response as an effect. An operation that succeeded takes effect. */
function answerOf(call: JobCall, job: RecordedJob, names: Anonymiser, isVerbatim: boolean): Effect {
  const { response, operation } = call;
  if (response.kind === 'broken') return {};
  const isDeck = operation === 'getPresentation' && job.decks.has(call.id);
  const takesEffect = isSuccess(response.status) && (CHANGING.includes(operation) || isDeck);
  const whole = faultAnswer(response, idsOf(job, call), names, isVerbatim);
  const answer = takesEffect && operation.endsWith('Presentation') ? withMadeFields(whole, call) : whole;
  const isMalformed = response.kind === 'text' && isJsonType(response.mediaType);
  return {
    answer,
    ...(isMalformed && { corrupt: 'malformed' }),
    ...(takesEffect && { takes_effect: true }),
  };
}

/** Fields of a presentation that the stand-in makes itself. */
const MADE = ['url', 'created_at', 'updated_at', 'workspace_id'];

/** The presentation of the stand-in keeps its own times and address, and the title that the client gave it. */
function withMadeFields(answer: FaultAnswer, { exchange, response }: JobCall): FaultAnswer {
  const { body } = answer;
  if (!isObject(body) || response.kind !== 'json') return answer;
  const made = MADE.filter((name) => typeof body[name] === 'string');
  const sent = parsed(exchange.request.body?.text);
  const title = fieldOf(sent, 'title');
  const isOwnTitle = title !== undefined && title === fieldOf(response.value, 'title');
  const names = [...made, ...(isOwnTitle ? ['title'] : [])];
  return { ...answer, body: { ...body, ...Object.fromEntries(names.map((name) => [name, `{${name}}`])) } };
}

function parsed(text = ''): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Joins consecutive requests with the same effect into one fault. */
function merged(all: readonly CallWithEffect[], job: RecordedJob): WrittenFault[] {
  const runs: { on: OperationId; effect: Effect; from: number; to: number; comment: string | undefined }[] =
    [];
  const latest = new Map<OperationId, (typeof runs)[number]>();
  for (const { call, effect, comment } of all) {
    const run = latest.get(call.operation);
    if (run?.to === call.ordinal - 1 && JSON.stringify(run.effect) === JSON.stringify(effect)) {
      run.to = call.ordinal;
      continue;
    }
    const next = { on: call.operation, effect, from: call.ordinal, to: call.ordinal, comment };
    latest.set(call.operation, next);
    runs.push(next);
  }
  return runs.map(({ on, effect, from, to, comment }) => {
    // If a job never starts in the recording, it never starts in the replay, even if the client tries again.
    const isLast = to === countOf(job, on);
    const isAll = job.id === undefined && on === 'startGeneration' && from === 1 && isLast;
    // Later starts and messages get the last response, too.
    const isOpen = isAll || (isLast && isLasting(on, effect));
    const requests = isOpen ? `${from}..` : from === to ? from : `${from}..${to}`;
    return { fault: { on, requests, ...effect }, comment };
  });
}

/** Whether later requests get the same response: what a success changes, and the list of templates. */
function isLasting(on: OperationId, { takes_effect: takesEffect, answer }: Effect): boolean {
  return takesEffect === true || (on === 'listTemplates' && isSuccess(answer?.status ?? 0));
}

function countOf({ calls }: RecordedJob, operation: OperationId): number {
  return calls.filter((call) => call.operation === operation).length;
}

/**
 * The effect that makes Deckhand respond as recorded; empty when Deckhand does so without a fault.
 * @param answer the recorded response as an effect
 */
function effectOn(
  call: JobCall,
  index: number,
  job: RecordedJob,
  { misfits, pinned, late, over }: FaultContext,
  answer: (isVerbatim: boolean) => Effect,
): Effect {
  const { response } = call;
  const expected = defaultStatus(call, job, over, late.has(index));
  if (response.kind === 'broken') {
    if (response.failure === 'truncated') {
      const { partialStatus: status = 200 } = response;
      const isDefault = isSuccess(status) || expected === status;
      return { ...(!isDefault && { answer: { status } }), corrupt: 'truncated' };
    }
    const cause = causeOf(call);
    if (cause === 'gave-up') return {};
    return { connection: cause === 'silence' ? 'stall' : 'reset' };
  }
  if (pinned.has(call.exchange)) return answer(true);
  if (misfits.has(index)) return answer(true);
  if (isSuccess(response.status)) {
    if (response.kind === 'text' && expected === 'success') return answer(false);
    return expected === 'success' || expected === 'unknown' ? {} : answer(false);
  }
  if (response.status === 304) return {};
  // Without a fault, Deckhand's errors have no Retry-After.
  const isDefault = expected === response.status && response.retryAfter === undefined;
  return isDefault ? {} : answer(false);
}

function isJsonType(mediaType: string | undefined): boolean {
  return mediaType === undefined || mediaType.endsWith('json');
}

/** How Deckhand responds to a call without a fault: with a success, or with the status of an error. */
function defaultStatus(
  call: JobCall,
  job: RecordedJob,
  over: number | undefined,
  isLate: boolean,
): number | 'success' | 'unknown' {
  const { operation, id, after, exchange, response } = call;
  const isOver = over !== undefined && after >= over;
  if (!isSuccess(response.status) && hasInvalidBody(call)) return problems.invalid_body.status;
  switch (operation) {
    case 'sendGenerationMessage':
      // If the service accepted a message at the exact end of the job, that message ended the job.
      return isLate || (isOver && !isSuccess(response.status))
        ? problems.generation_finished.status
        : 'success';
    case 'getPresentation':
    case 'updatePresentation':
      if (!job.decks.has(id)) return 'unknown';
      // In a recording of several jobs, the comparison finds the presentations that are not there yet.
      return isOver || job.id === undefined ? 'success' : problems.unknown_presentation.status;
    case 'startGeneration':
    case 'getGenerationStatus':
    case 'createPresentation':
    case 'listTemplates':
      return exchange.request.method === 'HEAD' ? 'unknown' : 'success';
  }
}
