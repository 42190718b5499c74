/** What the interface leaves open, and what the target does. Nothing here can fail anyone. */
import type { OperationId } from '../../generated/routes.js';
import type { Judgement, Rule } from '../rule.js';
import { fieldOf, isObject, mediaTypeOf } from '../trace/answer.js';
import { isBefore, isKeyed, type Call } from '../trace/call.js';
import { isTerminal } from '../trace/job.js';
import { perTrace } from '../trace/per-trace.js';
import { recalling } from '../trace/recalling.js';
import type { Trace } from '../trace/trace.js';
import { answered, seen } from './judging.js';
import { fieldNames, shapeOf } from './shape.js';

type Tell = (what: string, call: Call) => void;

function question(
  id: string,
  sections: readonly string[],
  title: string,
  look: (trace: Trace, tell: Tell) => void,
  notReached = 'nothing that was sent shows it',
): Rule {
  return {
    id: `open/${id}`,
    sections,
    level: 'may',
    title,
    judge: (trace): Judgement =>
      seen(notReached, (count) =>
        look(trace, (what, call) => {
          if (trace.isNew(call)) count(what, call);
        }),
      ),
  };
}

/** Status, media type and field names of an answer. */
function summary(call: Call): string {
  const { response } = call.exchange;
  const type = response && mediaTypeOf(response);
  const body =
    call.answer.kind === 'json'
      ? shapeOf(call.answer.value)
      : call.answer.kind === 'empty'
        ? 'no body'
        : call.answer.kind === 'left-out'
          ? 'a body that was not recorded'
          : 'a body that is no JSON';
  return `${answered(call)}${type === undefined ? '' : ` ${type}`}: ${body}`;
}

/** The answers to these calls, in short. */
function tellSummaries(calls: readonly Call[], tell: Tell): void {
  for (const call of calls) tell(summary(call), call);
}

/** What was sent with these calls, and how it fared; a rate limit says nothing of it. */
function tellSent(calls: readonly Call[], tell: Tell): void {
  for (const call of calls)
    if (call.status > 0 && call.status !== 429) tell(`${sentShape(call)} → ${answered(call)}`, call);
}

const ok = (trace: Trace, operation: OperationId) =>
  trace.keyed(operation).filter((call) => call.ok && trace.isNew(call));

export const openRules: readonly Rule[] = [
  question('missing-key-status', ['5', '7'], 'What does a request without a key get?', (trace, tell) =>
    tellSummaries(
      trace.unusual.filter((call) => call.by.via === 'none' && call.status > 0),
      tell,
    ),
  ),
  question('wrong-key-status', ['5', '7'], 'What does a wrong key get?', (trace, tell) =>
    tellSummaries(
      trace.unusual.filter((call) => call.by.wrong && call.status > 0),
      tell,
    ),
  ),
  question('unknown-id-status', ['7'], 'What does an unknown id get?', (trace, tell) => {
    const isUnknown = ({ id }: Call) =>
      id !== '' && !trace.job(id) && !trace.presentation(id)?.sightings.length;
    tellSummaries(
      trace.unusual.filter((call) => isKeyed(call) && call.refused && isUnknown(call)),
      tell,
    );
  }),
  question('refusals', ['7'], 'How are requests refused?', (trace, tell) => {
    for (const call of trace.unusual)
      if (isKeyed(call) && call.refused) tell(`${call.operation}: ${summary(call)}`, call);
  }),
  question(
    'template-list-shape',
    ['2.3', '4.1'],
    'What does the list of templates look like?',
    (trace, tell) => tellSummaries(ok(trace, 'listTemplates'), tell),
  ),
  question(
    'create-body',
    ['4.3'],
    'Which bodies does creating a presentation take, and which does it refuse?',
    (trace, tell) => tellSent(trace.keyed('createPresentation'), tell),
  ),
  question('create-answer', ['4.3'], 'What does creating a presentation answer?', (trace, tell) =>
    tellSummaries(ok(trace, 'createPresentation'), tell),
  ),
  question(
    'start-body',
    ['4.4'],
    'Which bodies does a start take, and which does it refuse?',
    (trace, tell) => tellSent(trace.keyed('startGeneration').filter(trace.isNew), tell),
  ),
  question(
    'message-body',
    ['4.6'],
    'Which messages does a job take, and which does it refuse?',
    (trace, tell) => {
      for (const { messages } of trace.jobs)
        for (const call of messages)
          if (call.status > 0 && call.status !== 429)
            tell(`${sentShape(call)} ${whileIn(trace, call)} → ${answered(call)}`, call);
    },
  ),
  question('message-answer', ['4.6'], 'What does a message answer?', (trace, tell) =>
    tellSummaries(ok(trace, 'sendGenerationMessage'), tell),
  ),
  question('rename-answer', ['4.7'], 'What does renaming answer?', (trace, tell) =>
    tellSummaries(ok(trace, 'updatePresentation'), tell),
  ),
  question(
    'patch-other-fields',
    ['4.7'],
    'What does PATCH make of other fields than the title?',
    (trace, tell) => {
      for (const call of trace.keyed('updatePresentation')) {
        if (call.sent.kind !== 'json' || !trace.isNew(call)) continue;
        const names = Object.keys(Object(call.sent.value) as object);
        if (names.some((name) => name !== 'title')) tell(`${sentShape(call)} → ${answered(call)}`, call);
      }
    },
  ),
  question('transitions', ['3'], 'Which moves do jobs make?', (trace, tell) => {
    for (const { views } of trace.jobs) {
      for (const [index, { status, call }] of views.entries()) {
        const before = views[index - 1];
        if (!before || before.status === status || !isBefore(before.call, call)) continue;
        tell(`${before.status ?? UNKNOWN} → ${status ?? UNKNOWN}`, call);
      }
    }
  }),
  question(
    'after-a-reply',
    ['3', '4.6'],
    'What follows a reply that was taken?',
    (trace, tell) => {
      for (const { views, messages } of trace.jobs) {
        for (const call of messages) {
          const before = views.findLast((view) => isBefore(view.call, call));
          const after = views.find((view) => isBefore(call, view.call));
          if (!call.ok || before?.status !== 'awaiting_input' || !after) continue;
          const isSame = fieldOf(before.value, 'message') === fieldOf(after.value, 'message');
          const asks = isSame ? 'the same question' : 'another question';
          tell(after.status === 'awaiting_input' ? asks : (after.status ?? UNKNOWN), after.call);
        }
      }
    },
    'no reply to a question was taken (--question-prompt)',
  ),
  question('first-view', ['3'], 'In which state is a job at its first poll?', (trace, tell) => {
    for (const { views } of trace.jobs) {
      const [first] = views;
      if (first) tell(first.status ?? UNKNOWN, first.call);
    }
  }),
  question('progress-figures', ['2.2'], 'What do the figures of progress do?', (trace, tell) => {
    for (const { call, value } of trace.views) {
      const progress = fieldOf(value, 'progress');
      const total = fieldOf(progress, 'slides_total');
      const completed = fieldOf(progress, 'slides_completed');
      if (typeof total === 'number' && typeof completed === 'number')
        tell(figuresText(total, completed), call);
    }
  }),
  question('tokens-in-views', ['2.2'], 'Where is tokens_used shown?', (trace, tell) => {
    for (const { call, value, status } of trace.views) {
      if (status !== 'generating' && status !== 'completed') continue;
      const isShown = fieldOf(value, 'tokens_used') !== undefined;
      if (status === 'generating') tell(isShown ? 'while generating' : 'not while generating', call);
      else tell(isShown ? 'while completed' : 'not while completed', call);
    }
  }),
  question('section-shape', ['2.1'], 'What is an entry of sections?', (trace, tell) => {
    for (const { call, value } of trace.sightings) {
      const sections = fieldOf(value, 'sections');
      if (Array.isArray(sections))
        tell(sections.length === 0 ? 'none: the array is empty' : shapeOf(sections[0]), call);
    }
  }),
  question('address-form', ['1', '2.1'], 'Is the url of a presentation absolute?', (trace, tell) => {
    for (const { call, value } of trace.sightings) {
      const url = fieldOf(value, 'url');
      if (typeof url !== 'string') continue;
      tell(/^[a-z][a-z0-9+.-]*:/i.test(url) ? 'it is absolute' : 'it is relative', call);
    }
  }),
  question(
    'extra-fields',
    ['2.1', '2.2'],
    'Which fields are there that the interface does not list?',
    (trace, tell) => {
      for (const { call, value } of trace.views)
        for (const name of fieldNames('JobView', value)) tell(`${name}, in a job’s view`, call);
      for (const { call, value } of trace.sightings)
        for (const name of fieldNames('Presentation', value)) tell(`${name}, in a presentation`, call);
    },
  ),
  question('rate-headers', ['7', '8'], 'Which headers speak of the rate?', (trace, tell) => {
    for (const { name, call } of namedHeaders(trace).rate) tell(`${name} with ${call.status}`, call);
  }),
  question('request-ids', ['7'], 'Which header identifies a request?', (trace, tell) => {
    for (const { name, call } of namedHeaders(trace).requestId) tell(name, call);
  }),
  question('finished-jobs', ['3'], 'What does polling a finished job get, later?', (trace, tell) => {
    for (const { polls, views } of trace.jobs) {
      const end = views.find((view) => isTerminal(view.status));
      if (!end) continue;
      for (const call of polls) if (isBefore(end.call, call)) tell(answered(call), call);
    }
  }),
];

const UNKNOWN = 'an unknown state';

const rateHeader = /^(?:retry-after|x-rate-?limit.*|rate-?limit.*)$/i;
const requestIdHeader = /^(?:(?:x-)?request-id|x-correlation-id|x-amzn-requestid|traceparent|cf-ray)$/i;

interface NamedHeader {
  /** In lower case. */
  readonly name: string;
  readonly call: Call;
}

/** What a header speaks of. */
const kindOf = recalling(
  (name) =>
    ({
      kind: rateHeader.test(name) ? 'rate' : requestIdHeader.test(name) ? 'requestId' : undefined,
      name: name.toLowerCase(),
    }) as const,
);

/** The headers of answers that speak of the rate or identify a request, each name once where it is repeated. */
const namedHeaders = perTrace((trace) => {
  const found: Record<'rate' | 'requestId', NamedHeader[]> = { rate: [], requestId: [] };
  for (const call of trace.calls) {
    if (!trace.isNew(call)) continue;
    const last = { rate: '', requestId: '' };
    for (const [written] of call.exchange.response?.headers ?? []) {
      const { kind, name } = kindOf(written);
      if (kind === undefined || written === last[kind]) continue;
      last[kind] = written;
      found[kind].push({ name, call });
    }
  }
  return found;
});

function figuresText(total: number, completed: number): string {
  const isUsual =
    Number.isInteger(total) && Number.isInteger(completed) && completed >= 0 && completed <= total;
  if (isUsual) return 'they count whole slides, never more done than there are';
  const odd = [
    ...(Number.isInteger(total) && Number.isInteger(completed) ? [] : ['are not whole']),
    ...(completed > total ? ['count more slides done than there are'] : []),
    ...(total < 0 || completed < 0 ? ['are negative'] : []),
  ];
  return `they ${odd.join(', ')}`;
}

const sentShape = (call: Call) =>
  call.sent.kind === 'json' && isObject(call.sent.value) ? shapeOf(call.sent.value) : 'no body';

function whileIn(trace: Trace, call: Call): string {
  const before = trace.job(call.id)?.views.findLast((view) => isBefore(view.call, call));
  return before ? `while ${before.status ?? 'in an unknown state'}` : 'before any poll';
}
