/** Effects of requests that were refused, or must be refused: they succeed, show the resource, or are carried out. Sections 4 to 5. */
import { fieldOf, isObject } from '../../base/json.js';
import { hasOddTitle, isBefore, sentTitle, type Call } from '../model/call.js';
import {
  pathIn,
  perTrace,
  titleOf,
  type Job,
  type JobView,
  type Presentation,
  type Trace,
} from '../model/trace.js';
import { jsonOf } from '../model/payload.js';
import { changedBesidePatch, isCreatedByRun, type Seen } from '../excuses.js';
import type { Finding } from '../rule.js';
import { inWords } from '../words.js';
import { WITH_BODY } from './operations.js';
import { broken } from './row.js';

/** The words of a request that must be refused. */
export interface Forbidden {
  /** `a key reads a presentation of another workspace` */
  readonly accepted: string;
  /** `a key is refused` */
  readonly refused: string;
  /** After `refused`, and `and still`: `reads a presentation of another workspace` */
  readonly done: string;
  readonly cause?: string;
}

/** @returns what a request did that must be refused */
export function forbiddenEffect(
  call: Call,
  trace: Trace,
  { accepted, refused, done, cause }: Forbidden,
): Finding | undefined {
  const details = {
    ...{ expected: inWords('a refusal'), actual: call.status, call },
    ...(cause !== undefined && { cause }),
  };
  if (call.ok && !isRefusalInBody(call)) return broken(accepted, details);
  if (leaksResource(call)) return broken(`${refused}, but its body holds the resource`, details);
  const effect = patchEffect(call, trace, `${refused}, and still ${done}`);
  if (effect) return effect;
  const moved = messageEffect(call, trace, `${refused}, and still ${done}`);
  if (moved || !call.ok) return moved;
  return broken(`${refused} with ${call.status} and an error in the body`, {
    ...details,
    doubt: 'the interface documents no body of this response',
  });
}

/** Fields that error bodies do not have. Together with the id, one of them is the resource itself. */
const SIGNATURES: Partial<
  Record<Call['operation'], { readonly id: string; readonly fields: readonly string[] }>
> = {
  getPresentation: { id: 'id', fields: ['sections'] },
  getGenerationStatus: { id: 'generation_id', fields: ['progress', 'presentation'] },
};

/** Whether the body of a refusal contains the requested presentation or job. Error bodies are open, but must not leak the resource. */
function leaksResource(call: Call): boolean {
  const signature = SIGNATURES[call.operation];
  if (!signature) return false;
  const { id, fields } = signature;
  const contains = (value: unknown): boolean =>
    typeof value === 'object' &&
    value !== null &&
    ((fieldOf(value, id) === call.id && fields.some((name) => fieldOf(value, name) !== undefined)) ||
      Object.values(value).some(contains));
  return contains(jsonOf(call.received));
}

/** Whether a success only describes an error, where the interface documents no response body: the status of a refusal is open. */
function isRefusalInBody({ ok, operation, received }: Call): boolean {
  const body = jsonOf(received);
  if (!ok || WITH_BODY.has(operation) || !isObject(body)) return false;
  const isFlat = Object.entries(body).every(([name, value]) => name === 'error' || typeof value !== 'object');
  return isFlat && Boolean(fieldOf(body, 'error'));
}

/** @returns a finding if the title of the refused PATCH is visible later */
export function patchEffect(call: Call, trace: Trace, message: string): Finding | undefined {
  const presentation = call.operation === 'updatePresentation' ? trace.presentation(call.id) : undefined;
  const seen = presentation && renamedBy(call, presentation);
  if (!seen) return undefined;
  const { later } = seen;
  const isOwn = call.by.key === presentation.owner;
  const typed = isCreatedByRun(later, trace) ? undefined : 'people may type the title after a refusal';
  return broken(message, {
    expected: inWords('an unchanged title'),
    actual: textOfTitle(call),
    path: pathIn(later, 'title'),
    call: later.call,
    about: call,
    doubt: isOwn ? typed : changedBesidePatch(seen, call, trace),
  });
}

/** The snapshot before the PATCH, and the first one with its title, if none showed it before and no other PATCH explains it. */
function renamedBy(call: Call, { snapshots, patches }: Presentation): Seen | undefined {
  const title = textOfTitle(call);
  const before = snapshots.filter((snapshot) => isBefore(snapshot.call, call));
  const last = before.at(-1);
  // A replica may show a title of before.
  if (title === undefined || !last || before.some((snapshot) => titleOf(snapshot) === title))
    return undefined;
  // The service can store any title for one that is not a string.
  const mayExplain = (other: Call): boolean =>
    sentTitle(other) === title || (hasOddTitle(other) && !isBefore(other, last.call));
  const others = patches.filter((other) => other !== call && !other.refused && mayExplain(other));
  const later = snapshots.find(
    (snapshot) =>
      isBefore(call, snapshot.call) &&
      titleOf(snapshot) === title &&
      others.every((other) => isBefore(snapshot.call, other)),
  );
  return later && { earlier: last, later };
}

/** The title that a PATCH sends, as text also if it is not a string. */
function textOfTitle({ sent }: Call): string | undefined {
  const title = fieldOf(jsonOf(sent), 'title');
  return title === undefined || typeof title === 'string' ? title : JSON.stringify(title);
}

/** The views in a row of a job that awaits input. */
interface Question {
  readonly job: Job;
  readonly views: readonly JobView[];
  /** The view before and the view after it. */
  readonly before: JobView | undefined;
  after: JobView | undefined;
}

/** @returns a finding if the job goes on from its question right after the refused message */
function messageEffect(call: Call, trace: Trace, message: string): Finding | undefined {
  if (call.operation !== 'sendGenerationMessage' || !(call.refused || call.ok)) return undefined;
  const question = questionsOf(trace).find(
    ({ job, views, after }) =>
      job.id === call.id &&
      views.every((view) => isBefore(view.call, call)) &&
      after &&
      isBefore(call, after.call),
  );
  const [last, after] = [question?.views.at(-1), question?.after];
  // Other rows judge a view without a status.
  if (!question || !last || after?.status === undefined) return undefined;
  // Another message in between may be the cause.
  const isExplained = trace
    .about('sendGenerationMessage', call.id)
    .some(
      (other) =>
        other !== call && !other.refused && !isBefore(other, last.call) && !isBefore(after.call, other),
    );
  if (isExplained || !endsEarly(question, trace)) return undefined;
  return broken(message, {
    expected: 'awaiting_input',
    actual: after.status,
    path: 'status',
    call: after.call,
    comparedWith: last.call,
    about: call,
  });
}

/** Whether the question before this view ended earlier than another question that got no message. */
export const endsQuestionEarly = (view: JobView, trace: Trace): boolean =>
  questionsOf(trace).some((question) => question.after === view && endsEarly(question, trace));

/** All questions of all jobs. The wording of a question may change between polls. */
const questionsOf = perTrace((trace): readonly Question[] =>
  trace.jobs.flatMap((job) => {
    const found: (Question & { readonly views: JobView[] })[] = [];
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
      .about('sendGenerationMessage', other.job.id)
      .filter((message) => other.views.some(({ call }) => !isBefore(message, call)));
    const open = other.views.filter(({ call }) => messages.every((message) => isBefore(call, message)));
    const [first, last] = [open[0], open.at(-1)];
    if (!first || !last || open.length <= views.length) return false;
    return last.call.exchange.startedAt - first.call.exchange.endedAt >= longest;
  });
}
