/** Checks that rejected requests neither leak nor change a resource. Sections 4 to 5. */
import { getField, isObject } from '../../../base/json.js';
import { hasNonStringTitle, endedBefore, getSentTitle, type Call } from '../../model/call.js';
import {
  toBodyPath,
  getTitle,
  type PresentationHistory,
  type ReadPair,
} from '../../model/presentation-history.js';
import { memoizeByTrace, type Trace } from '../../model/trace.js';
import type { JobHistory, PollResult } from '../../model/job-history.js';
import { getJson } from '../../model/body.js';
import { mayBeEditedExternallySince, isCreatedByVerify } from '../../downgrades/external-changes.js';
import type { Finding } from '../../rule.js';
import { description } from '../../description.js';
import { OPERATIONS_WITH_RESPONSE_BODY } from '../operations.js';
import { violation } from '../create-rule.js';

/** Fields that error bodies do not have. One of them together with the id is the resource itself. */
const RESOURCE_FIELDS: Partial<
  Record<Call['operation'], { readonly id: string; readonly fields: readonly string[] }>
> = {
  getPresentation: { id: 'id', fields: ['sections'] },
  getGenerationStatus: { id: 'generation_id', fields: ['progress', 'presentation'] },
};

/** Messages for a request that must be rejected. */
interface RejectionMessages {
  /** `a key can read a presentation of another workspace` */
  readonly accepted: string;
  /** `a key is rejected` */
  readonly rejected: string;
  /** After `rejected` and `but`: `reads a presentation of another workspace` */
  readonly effect: string;
  readonly cause?: string;
}

/** Consecutive poll results of a job that awaits input. */
interface Question {
  readonly job: JobHistory;
  readonly views: readonly PollResult[];
  /** The poll results before and after it. */
  readonly before: PollResult | undefined;
  after: PollResult | undefined;
}

/** @returns a finding if a request succeeds that must be rejected, or leaks or changes a resource */
export function findForbiddenEffect(
  call: Call,
  trace: Trace,
  { accepted, rejected, effect, cause }: RejectionMessages,
): Finding | undefined {
  const details = {
    ...{ expected: description('a rejection'), actual: call.status, call },
    ...(cause !== undefined && { cause }),
  };
  if (call.isSuccess && !isErrorInBody(call)) return violation(accepted, details);
  if (leaksResource(call)) return violation(`${rejected}, but the body contains the resource`, details);
  const message = `${rejected}, but ${effect}`;
  const change = findEffectOfPatch(call, trace, message) ?? findEffectOfMessage(call, trace, message);
  if (change || !call.isSuccess) return change;
  return violation(`${rejected} with ${call.status} and an error in the body`, {
    ...details,
    downgrade: 'the spec defines no body for this response',
  });
}

/** Whether the body of a rejection contains the requested presentation or job. Error bodies are unspecified, but must not leak the resource. */
export function leaksResource(call: Call): boolean {
  const signature = RESOURCE_FIELDS[call.operation];
  if (!signature) return false;
  const { id, fields } = signature;
  const contains = (value: unknown): boolean =>
    typeof value === 'object' &&
    value !== null &&
    ((getField(value, id) === call.id && fields.some((name) => getField(value, name) !== undefined)) ||
      Object.values(value).some(contains));
  return contains(getJson(call.responseBody));
}

/** Whether a success only describes an error, where the spec defines no response body. The status of a rejection is unspecified. */
function isErrorInBody({ isSuccess, operation, responseBody }: Call): boolean {
  const body = getJson(responseBody);
  if (!isSuccess || OPERATIONS_WITH_RESPONSE_BODY.has(operation) || !isObject(body)) return false;
  const isFlat = Object.entries(body).every(([name, value]) => name === 'error' || typeof value !== 'object');
  return isFlat && Boolean(getField(body, 'error'));
}

/** @returns a finding if the title of the rejected PATCH is visible later */
export function findEffectOfPatch(call: Call, trace: Trace, message: string): Finding | undefined {
  const presentation = call.operation === 'updatePresentation' ? trace.getPresentation(call.id) : undefined;
  const reads = presentation && findRenamedReads(call, presentation);
  if (!reads) return undefined;
  const { later } = reads;
  const isOwn = call.credential.key === presentation.owner;
  const ownDowngrade = isCreatedByVerify(later, trace)
    ? undefined
    : 'a user may have entered the title elsewhere after the rejection';
  return violation(message, {
    expected: description('an unchanged title'),
    actual: getTitleText(call),
    path: toBodyPath(later, 'title'),
    call: later.call,
    about: call,
    downgrade: isOwn ? ownDowngrade : mayBeEditedExternallySince(reads, call, trace),
  });
}

/** The read before the PATCH and the first one with its title, if no read had it before and no other PATCH explains it. */
function findRenamedReads(call: Call, { snapshots, patches }: PresentationHistory): ReadPair | undefined {
  const title = getTitleText(call);
  const before = snapshots.filter((snapshot) => endedBefore(snapshot.call, call));
  const last = before.at(-1);
  // A replica may return an old title.
  if (title === undefined || !last || before.some((snapshot) => getTitle(snapshot) === title))
    return undefined;
  // The service may store any title for a value that is not a string.
  const mayExplain = (other: Call): boolean =>
    getSentTitle(other) === title || (hasNonStringTitle(other) && !endedBefore(other, last.call));
  const others = patches.filter((other) => other !== call && !other.isClientError && mayExplain(other));
  const later = snapshots.find(
    (snapshot) =>
      endedBefore(call, snapshot.call) &&
      getTitle(snapshot) === title &&
      others.every((other) => endedBefore(snapshot.call, other)),
  );
  return later && { earlier: last, later };
}

/** The title that a PATCH sends, as JSON if it is not a string. */
function getTitleText({ requestBody }: Call): string | undefined {
  const title = getField(getJson(requestBody), 'title');
  return title === undefined || typeof title === 'string' ? title : JSON.stringify(title);
}

/** @returns a finding if the job continues right after the rejected message */
export function findEffectOfMessage(call: Call, trace: Trace, message: string): Finding | undefined {
  if (call.operation !== 'sendGenerationMessage' || !(call.isClientError || call.isSuccess)) return undefined;
  const question = getQuestions(trace).find(
    ({ job, views, after }) =>
      job.id === call.id &&
      views.every((view) => endedBefore(view.call, call)) &&
      after &&
      endedBefore(call, after.call),
  );
  const [last, after] = [question?.views.at(-1), question?.after];
  // Other rules check a poll result without a status.
  if (!question || !last || after?.status === undefined) return undefined;
  // Another message in between may be the cause.
  const isExplained = trace
    .callsFor('sendGenerationMessage', call.id)
    .some(
      (other) =>
        other !== call &&
        !other.isClientError &&
        !endedBefore(other, last.call) &&
        !endedBefore(after.call, other),
    );
  if (isExplained || !endsEarly(question, trace)) return undefined;
  return violation(message, {
    expected: 'awaiting_input',
    actual: after.status,
    path: 'status',
    call: after.call,
    comparedWith: last.call,
    about: call,
  });
}

/** Whether the question before this poll result ended earlier than another question that got no message. */
export const endsQuestionEarly = (view: PollResult, trace: Trace): boolean =>
  getQuestions(trace).some((question) => question.after === view && endsEarly(question, trace));

/** All questions of all jobs. The wording of a question may change between polls. */
const getQuestions = memoizeByTrace((trace): readonly Question[] =>
  trace.jobs.flatMap((job) => {
    const questions: (Question & { readonly views: PollResult[] })[] = [];
    for (const [index, view] of job.views.entries()) {
      const before = job.views[index - 1];
      const current = before?.status === 'awaiting_input' ? questions.at(-1) : undefined;
      if (view.status !== 'awaiting_input') {
        if (current) current.after = view;
      } else if (current) current.views.push(view);
      else questions.push({ job, views: [view], before, after: undefined });
    }
    return questions;
  }),
);

/** Rules out expiry: another question stayed open longer, in time and in polls, without a message. */
function endsEarly({ before, views, after, job }: Question, trace: Trace): boolean {
  // Without its start, the duration of the question is unknown.
  const from = before?.call ?? job.start;
  if (!from || !after) return false;
  const longest = after.call.exchange.endedAt - from.exchange.startedAt;
  return getQuestions(trace).some((other) => {
    // A message before the question is no reply to it.
    const messages = trace
      .callsFor('sendGenerationMessage', other.job.id)
      .filter((message) => other.views.some(({ call }) => !endedBefore(message, call)));
    const open = other.views.filter(({ call }) => messages.every((message) => endedBefore(call, message)));
    const [first, last] = [open[0], open.at(-1)];
    if (!first || !last || open.length <= views.length) return false;
    return last.call.exchange.startedAt - first.call.exchange.endedAt >= longest;
  });
}
