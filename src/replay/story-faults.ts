/**
 * What went wrong with a job's answers, as the faults of a scenario: by the number of the request, which is certain, not
 * by the time, which would depend on who polls when.
 */
import type { Fault } from '../generated/control-api.js';
import type { OperationId } from '../generated/routes.js';
import { problems } from '../generated/problems.js';
import { isSuccess } from './answer.js';
import type { Anonymiser } from './anonymiser.js';
import { latencies } from './latency.js';
import type { JobCall, RecordedJob } from './recorded-jobs.js';
import { isRefusable } from './request-body.js';
import { tellAnswer } from './told-answer.js';

export interface ToldFault {
  readonly fault: Fault;
  readonly comment: string | undefined;
}

type Effect = Omit<Fault, 'on' | 'requests'>;

export interface Circumstances {
  /** The calls, by their place in the job's, whose view the steps do not show. */
  readonly misfits: ReadonlySet<number>;
  /** Those whose message was taken although the job was over. */
  readonly late: ReadonlySet<number>;
  /** Milliseconds from the start until the job is over. */
  readonly over: number | undefined;
}

/** A request that was given up sooner says more about who asked than about who should have answered. */
const PATIENCE = 1000;

export function tellFaults(job: RecordedJob, circumstances: Circumstances, names: Anonymiser): ToldFault[] {
  const { usual, outliers } = latencies(job.calls);
  const told: { call: JobCall; effect: Effect; comment: string | undefined }[] = [];
  for (const [index, call] of job.calls.entries()) {
    const slow = outliers.get(index);
    const effect = {
      ...(slow !== undefined && { latency: slow }),
      ...effectOn(call, index, job, circumstances, names),
    };
    if (effect.connection === 'stall') delete effect.latency;
    if (Object.keys(effect).length === 0) continue;
    const comment = circumstances.misfits.has(index) ? 'This view fits into none of the steps.' : undefined;
    told.push({ call, effect, comment });
  }
  return [
    ...merged(told, job),
    ...usual.map((fault) => ({ fault, comment: 'What the other answers took.' })),
  ];
}

/** Neighbours that went wrong in the same way are one fault. */
function merged(
  told: readonly { call: JobCall; effect: Effect; comment: string | undefined }[],
  job: RecordedJob,
): ToldFault[] {
  const runs: { on: OperationId; effect: Effect; from: number; to: number; comment: string | undefined }[] =
    [];
  const latest = new Map<OperationId, (typeof runs)[number]>();
  for (const { call, effect, comment } of told) {
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
    // Where nothing else is known, what was recorded goes on.
    const isAll = job.id === undefined && on === 'startGeneration' && from === 1 && to === countOf(job, on);
    const requests = isAll ? '1..' : from === to ? from : `${from}..${to}`;
    return { fault: { on, requests, ...effect }, comment };
  });
}

function countOf({ calls }: RecordedJob, operation: OperationId): number {
  return calls.filter((call) => call.operation === operation).length;
}

/** What makes the stand-in answer a call as it was answered; nothing, when it does so by itself. */
function effectOn(
  call: JobCall,
  index: number,
  job: RecordedJob,
  { misfits, late, over }: Circumstances,
  names: Anonymiser,
): Effect {
  const { answer, took } = call;
  if (answer.kind === 'broken') {
    if (answer.failure === 'truncated') {
      const { begun: status = 200 } = answer;
      const isOwn = isSuccess(status) || ownStatus(call, job, over, late.has(index)) === status;
      return { ...(!isOwn && { answer: { status } }), corrupt: 'truncated' };
    }
    if (answer.failure === 'timeout') return { connection: 'stall' };
    if (answer.failure === 'aborted') return took >= PATIENCE ? { connection: 'stall' } : {};
    return { connection: 'reset' };
  }
  const own = ownStatus(call, job, over, late.has(index));
  if (misfits.has(index) && answer.kind !== 'text') return { answer: tellAnswer(answer, job.id, names) };
  if (isSuccess(answer.status)) {
    if (answer.kind === 'text' && own === 'success') {
      return isJsonType(answer.mediaType)
        ? { corrupt: 'malformed' }
        : { answer: tellAnswer(answer, job.id, names) };
    }
    return own === 'success' || own === 'unknown' ? {} : { answer: tellAnswer(answer, job.id, names) };
  }
  if (answer.status === 304) return {};
  // A refusal of the stand-in's own never says when to come back.
  const isOwn = own === answer.status && answer.retryAfter === undefined;
  const isGarbled = answer.kind === 'text' && isJsonType(answer.mediaType);
  return {
    ...(!isOwn && {
      answer: isGarbled ? { status: answer.status } : tellAnswer(answer, job.id, names),
    }),
    ...(isGarbled && { corrupt: 'malformed' as const }),
  };
}

function isJsonType(mediaType: string | undefined): boolean {
  return mediaType === undefined || mediaType.endsWith('json');
}

/** What the stand-in answers by itself: a success, or the status of its refusal. */
function ownStatus(
  call: JobCall,
  job: RecordedJob,
  over: number | undefined,
  isLate: boolean,
): number | 'success' | 'unknown' {
  const { operation, id, after, exchange, answer } = call;
  const isOver = over !== undefined && after >= over;
  if (!isSuccess(call.answer.status) && isRefusable(call)) return problems.invalid_body.status;
  switch (operation) {
    case 'sendGenerationMessage':
      // One that was taken at the very instant of the end was what ended it.
      return isLate || (isOver && !isSuccess(answer.status))
        ? problems.generation_finished.status
        : 'success';
    case 'getPresentation':
    case 'updatePresentation':
      if (id !== job.presentationId) return 'unknown';
      return isOver ? 'success' : problems.unknown_presentation.status;
    case 'startGeneration':
    case 'getGenerationStatus':
    case 'createPresentation':
    case 'listTemplates':
      return exchange.request.method === 'HEAD' ? 'unknown' : 'success';
  }
}
