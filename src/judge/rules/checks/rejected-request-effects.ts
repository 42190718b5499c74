/** Checks that rejected requests neither leak nor change a resource. Sections 4 to 5. */
import { getField, isObject } from '../../../base/json.js';
import { hasNonStringTitle, endedBefore, getSentTitle, type Call } from '../../model/call.js';
import {
  toBodyPath,
  memoizeByTrace,
  getTitle,
  type JobHistory,
  type PollResult,
  type PresentationHistory,
  type Trace,
} from '../../model/trace.js';
import { getJson } from '../../model/body.js';
import { mayBeEditedExternallySince, isCreatedByVerify, type ReadPair } from '../../downgrades/downgrades.js';
import type { Finding } from '../../rule.js';
import { description } from '../../description.js';
import { OPERATIONS_WITH_RESPONSE_BODY } from '../operations.js';
import { violation } from '../create-rule.js';

/** The words of a request that must be refused. */
export interface RejectionMessages {
  /** `a key can read a presentation of another workspace` */
  readonly accepted: string;
  /** `a key is refused` */
  readonly refused: string;
  /** After `refused`, and `and still`: `reads a presentation of another workspace` */
  readonly done: string;
  readonly cause?: string;
}

/** @returns what a request did that must be refused */
export function findForbiddenEffect(
  call: Call,
  trace: Trace,
  { accepted, refused, done, cause }: RejectionMessages,
): Finding | undefined {
  const details = {
    ...{ expected: description('a refusal'), actual: call.status, call },
    ...(cause !== undefined && { cause }),
  };
  if (call.isSuccess && !isRefusalInBody(call)) return violation(accepted, details);
  if (leaksResource(call)) return violation(`${refused}, but its body holds the resource`, details);
  const effect = findEffectOfPatch(call, trace, `${refused}, and still ${done}`);
  if (effect) return effect;
  const moved = findEffectOfMessage(call, trace, `${refused}, and still ${done}`);
  if (moved || !call.isSuccess) return moved;
  return violation(`${refused} with ${call.status} and an error in the body`, {
    ...details,
    doubt: 'the interface documents no body of this response',
  });
}

/** Fields that error bodies do not have. Together with the id, one of them is the resource itself. */
const RESOURCE_FIELDS: Partial<
  Record<Call['operation'], { readonly id: string; readonly fields: readonly string[] }>
> = {
  getPresentation: { id: 'id', fields: ['sections'] },
  getGenerationStatus: { id: 'generation_id', fields: ['progress', 'presentation'] },
};

/** Whether the body of a refusal contains the requested presentation or job. Error bodies are open, but must not leak the resource. */
function leaksResource(call: Call): boolean {
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

/** Whether a success only describes an error, where the interface documents no response body: the status of a refusal is open. */
function isRefusalInBody({ isSuccess, operation, responseBody }: Call): boolean {
  const body = getJson(responseBody);
  if (!isSuccess || OPERATIONS_WITH_RESPONSE_BODY.has(operation) || !isObject(body)) return false;
  const isFlat = Object.entries(body).every(([name, value]) => name === 'error' || typeof value !== 'object');
  return isFlat && Boolean(getField(body, 'error'));
}

/** @returns a finding if the title of the refused PATCH is visible later */
export function findEffectOfPatch(call: Call, trace: Trace, message: string): Finding | undefined {
  const presentation = call.operation === 'updatePresentation' ? trace.getPresentation(call.id) : undefined;
  const seen = presentation && renamedBy(call, presentation);
  if (!seen) return undefined;
  const { later } = seen;
  const isOwn = call.credential.key === presentation.owner;
  const typed = isCreatedByVerify(later, trace) ? undefined : 'people may type the title after a refusal';
  return violation(message, {
    expected: description('an unchanged title'),
    actual: textOfTitle(call),
    path: toBodyPath(later, 'title'),
    call: later.call,
    about: call,
    doubt: isOwn ? typed : mayBeEditedExternallySince(seen, call, trace),
  });
}

/** The snapshot before the PATCH, and the first one with its title, if none showed it before and no other PATCH explains it. */
function renamedBy(call: Call, { snapshots, patches }: PresentationHistory): ReadPair | undefined {
  const title = textOfTitle(call);
  const before = snapshots.filter((snapshot) => endedBefore(snapshot.call, call));
  const last = before.at(-1);
  // A replica may show a title of before.
  if (title === undefined || !last || before.some((snapshot) => getTitle(snapshot) === title))
    return undefined;
  // The service can store any title for one that is not a string.
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

/** The title that a PATCH sends, as text also if it is not a string. */
function textOfTitle({ requestBody }: Call): string | undefined {
  const title = getField(getJson(requestBody), 'title');
  return title === undefined || typeof title === 'string' ? title : JSON.stringify(title);
}

/** The views in a row of a job that awaits input. */
interface Question {
  readonly job: JobHistory;
  readonly views: readonly PollResult[];
  /** The view before and the view after it. */
  readonly before: PollResult | undefined;
  after: PollResult | undefined;
}

/** @returns a finding if the job goes on from its question right after the refused message */
function findEffectOfMessage(call: Call, trace: Trace, message: string): Finding | undefined {
  if (call.operation !== 'sendGenerationMessage' || !(call.isClientError || call.isSuccess)) return undefined;
  const question = questionsOf(trace).find(
    ({ job, views, after }) =>
      job.id === call.id &&
      views.every((view) => endedBefore(view.call, call)) &&
      after &&
      endedBefore(call, after.call),
  );
  const [last, after] = [question?.views.at(-1), question?.after];
  // Other rows judge a view without a status.
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

/** Whether the question before this view ended earlier than another question that got no message. */
export const endsQuestionEarly = (view: PollResult, trace: Trace): boolean =>
  questionsOf(trace).some((question) => question.after === view && endsEarly(question, trace));

/** All questions of all jobs. The wording of a question may change between polls. */
const questionsOf = memoizeByTrace((trace): readonly Question[] =>
  trace.jobs.flatMap((job) => {
    const found: (Question & { readonly views: PollResult[] })[] = [];
    for (const [index, view] of job.views.entries()) {
      const before = job.views[index - 1];
      const current = before?.status === 'awaiting_input' ? found.at(-1) : undefined;
      if (view.status !== 'awaiting_input') {
        if (current) current.after = view;
      } else if (current) current.views.push(view);
      else found.push({ job, views: [view], before, after: undefined });
    }
    return found;
  }),
);

/**
 * A question may also expire by itself. It did not, if another question stayed open for longer, in time and in polls, while its job got no
 * message at all.
 */
function endsEarly({ before, views, after, job }: Question, trace: Trace): boolean {
  // Without the begin of the question, it is unknown for how long it was open.
  const from = before?.call ?? job.start;
  if (!from || !after) return false;
  const longest = after.call.exchange.endedAt - from.exchange.startedAt;
  return questionsOf(trace).some((other) => {
    // A message before the question does not answer it.
    const messages = trace
      .callsFor('sendGenerationMessage', other.job.id)
      .filter((message) => other.views.some(({ call }) => !endedBefore(message, call)));
    const open = other.views.filter(({ call }) => messages.every((message) => endedBefore(call, message)));
    const [first, last] = [open[0], open.at(-1)];
    if (!first || !last || open.length <= views.length) return false;
    return last.call.exchange.startedAt - first.call.exchange.endedAt >= longest;
  });
}
