/** What the interface leaves open, and what the target does. Nothing here can fail anyone. */
import type { OperationId } from '../../generated/routes.js';
import type { Rule } from '../rule.js';
import { fieldOf, isObject, mediaTypeOf } from '../trace/answer.js';
import { isBefore, isKeyed, isOk, type Call } from '../trace/call.js';
import { isTerminal } from '../trace/job.js';
import { perTrace } from '../trace/per-trace.js';
import { recalling } from '../trace/recalling.js';
import type { Trace } from '../trace/trace.js';
import { Answers, answered } from './judging.js';
import { fieldNames, shapeOf } from './shape.js';

function question(
  id: string,
  sections: readonly string[],
  title: string,
  look: (trace: Trace, answers: Answers) => void,
  notReached = 'nothing that was sent shows it',
): Rule {
  return {
    id: `open/${id}`,
    sections,
    level: 'may',
    title,
    judge: (trace) => {
      const answers = new Answers(trace);
      look(trace, answers);
      return answers.judgement(notReached);
    },
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
function addSummaries(calls: readonly Call[], answers: Answers): void {
  for (const call of calls) answers.add(summary, call);
}

/** What was sent with these calls, and how it fared; a rate limit says nothing of it. */
function addSent(calls: readonly Call[], answers: Answers): void {
  for (const call of calls) if (call.status > 0 && call.status !== 429) answers.add(howItFared, call);
}

const howItFared = (call: Call): string => `${sentShape(call)} → ${answered(call)}`;

const ok = (trace: Trace, operation: OperationId): readonly Call[] => trace.keyed(operation).filter(isOk);

export const openRules: readonly Rule[] = [
  question('missing-key-status', ['5', '7'], 'What does a request without a key get?', (trace, answers) =>
    addSummaries(
      trace.unusual.filter((call) => call.by.via === 'none' && call.status > 0),
      answers,
    ),
  ),
  question('wrong-key-status', ['5', '7'], 'What does a wrong key get?', (trace, answers) =>
    addSummaries(
      trace.unusual.filter((call) => call.by.wrong && call.status > 0),
      answers,
    ),
  ),
  question('unknown-id-status', ['7'], 'What does an unknown id get?', (trace, answers) => {
    const isUnknown = ({ id }: Call) =>
      id !== '' && !trace.job(id) && !trace.presentation(id)?.sightings.length;
    addSummaries(
      trace.unusual.filter((call) => isKeyed(call) && call.refused && isUnknown(call)),
      answers,
    );
  }),
  question('refusals', ['7'], 'How are requests refused?', (trace, answers) => {
    for (const call of trace.unusual)
      if (isKeyed(call) && call.refused) answers.add(`${call.operation}: ${summary(call)}`, call);
  }),
  question(
    'template-list-shape',
    ['2.3', '4.1'],
    'What does the list of templates look like?',
    (trace, answers) => addSummaries(ok(trace, 'listTemplates'), answers),
  ),
  question(
    'create-body',
    ['4.3'],
    'Which bodies does creating a presentation take, and which does it refuse?',
    (trace, answers) => addSent(trace.keyed('createPresentation'), answers),
  ),
  question('create-answer', ['4.3'], 'What does creating a presentation answer?', (trace, answers) =>
    addSummaries(ok(trace, 'createPresentation'), answers),
  ),
  question(
    'start-body',
    ['4.4'],
    'Which bodies does a start take, and which does it refuse?',
    (trace, answers) => addSent(trace.keyed('startGeneration').filter(trace.isNew), answers),
  ),
  question(
    'message-body',
    ['4.6'],
    'Which messages does a job take, and which does it refuse?',
    (trace, answers) => {
      for (const { messages } of trace.jobs)
        for (const call of messages)
          if (call.status > 0 && call.status !== 429)
            answers.add(`${sentShape(call)} ${whileIn(trace, call)} → ${answered(call)}`, call);
    },
  ),
  question('message-answer', ['4.6'], 'What does a message answer?', (trace, answers) =>
    addSummaries(ok(trace, 'sendGenerationMessage'), answers),
  ),
  question('rename-answer', ['4.7'], 'What does renaming answer?', (trace, answers) =>
    addSummaries(ok(trace, 'updatePresentation'), answers),
  ),
  question(
    'patch-other-fields',
    ['4.7'],
    'What does PATCH make of other fields than the title?',
    (trace, answers) => {
      for (const call of trace.keyed('updatePresentation')) {
        if (call.sent.kind !== 'json' || !trace.isNew(call)) continue;
        const names = Object.keys(Object(call.sent.value) as object);
        if (names.some((name) => name !== 'title')) answers.add(howItFared, call);
      }
    },
  ),
  question('transitions', ['3'], 'Which moves do jobs make?', (trace, answers) => {
    for (const { views } of trace.jobs) {
      for (const [index, { status, call }] of views.entries()) {
        const before = views[index - 1];
        if (!before || before.status === status || !isBefore(before.call, call)) continue;
        answers.add(`${before.status ?? UNKNOWN} → ${status ?? UNKNOWN}`, call);
      }
    }
  }),
  question(
    'after-a-reply',
    ['3', '4.6'],
    'What follows a reply that was taken?',
    (trace, answers) => {
      for (const { views, messages } of trace.jobs) {
        for (const call of messages) {
          const before = views.findLast((view) => isBefore(view.call, call));
          const after = views.find((view) => isBefore(call, view.call));
          if (!call.ok || before?.status !== 'awaiting_input' || !after) continue;
          const isSame = fieldOf(before.value, 'message') === fieldOf(after.value, 'message');
          const asks = isSame ? 'the same question' : 'another question';
          answers.add(after.status === 'awaiting_input' ? asks : (after.status ?? UNKNOWN), after.call);
        }
      }
    },
    'no reply to a question was taken (--question-prompt)',
  ),
  question('first-view', ['3'], 'In which state is a job at its first poll?', (trace, answers) => {
    for (const { views } of trace.jobs) {
      const [first] = views;
      if (first) answers.add(first.status ?? UNKNOWN, first.call);
    }
  }),
  question('progress-figures', ['2.2'], 'What do the figures of progress do?', (trace, answers) => {
    for (const { call, value } of trace.views) {
      const progress = fieldOf(value, 'progress');
      const total = fieldOf(progress, 'slides_total');
      const completed = fieldOf(progress, 'slides_completed');
      if (typeof total === 'number' && typeof completed === 'number')
        answers.add(figuresText(total, completed), call);
    }
  }),
  question('tokens-in-views', ['2.2'], 'Where is tokens_used shown?', (trace, answers) => {
    for (const { call, value, status } of trace.views) {
      if (status !== 'generating' && status !== 'completed') continue;
      const isShown = fieldOf(value, 'tokens_used') !== undefined;
      if (status === 'generating') answers.add(isShown ? 'while generating' : 'not while generating', call);
      else answers.add(isShown ? 'while completed' : 'not while completed', call);
    }
  }),
  question('section-shape', ['2.1'], 'What is an entry of sections?', (trace, answers) => {
    for (const { call, value } of trace.sightings) {
      const sections = fieldOf(value, 'sections');
      if (Array.isArray(sections))
        answers.add(sections.length === 0 ? 'none: the array is empty' : shapeOf(sections[0]), call);
    }
  }),
  question('address-form', ['1', '2.1'], 'Is the url of a presentation absolute?', (trace, answers) => {
    for (const { call, value } of trace.sightings) {
      const url = fieldOf(value, 'url');
      if (typeof url !== 'string') continue;
      answers.add(/^[a-z][a-z0-9+.-]*:/i.test(url) ? 'it is absolute' : 'it is relative', call);
    }
  }),
  question(
    'extra-fields',
    ['2.1', '2.2'],
    'Which fields are there that the interface does not list?',
    (trace, answers) => {
      for (const { call, value } of trace.views)
        for (const name of fieldNames('JobView', value)) answers.add(`${name}, in a job’s view`, call);
      for (const { call, value } of trace.sightings)
        for (const name of fieldNames('Presentation', value)) answers.add(`${name}, in a presentation`, call);
    },
  ),
  question('rate-headers', ['7', '8'], 'Which headers speak of the rate?', (trace, answers) => {
    for (const { name, call } of namedHeaders(trace).rate) answers.add(`${name} with ${call.status}`, call);
  }),
  question('request-ids', ['7'], 'Which header identifies a request?', (trace, answers) => {
    for (const { name, call } of namedHeaders(trace).requestId) answers.add(name, call);
  }),
  question('finished-jobs', ['3'], 'What does polling a finished job get, later?', (trace, answers) => {
    for (const { polls, views } of trace.jobs) {
      const end = views.find((view) => isTerminal(view.status));
      if (!end) continue;
      for (const call of polls) if (isBefore(end.call, call)) answers.add(answered, call);
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
