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

function question(
  id: string,
  sections: readonly string[],
  title: string,
  judge: (trace: Trace) => readonly { readonly what: string; readonly call: Call }[],
  notReached = 'nothing that was sent shows it',
): Rule {
  return {
    id: `open/${id}`,
    sections,
    level: 'may',
    title,
    judge: (trace): Judgement =>
      seen(
        judge(trace).filter(({ call }) => trace.isNew(call)),
        notReached,
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

const statusOf = (calls: readonly Call[]) => calls.map((call) => ({ what: `${answered(call)}`, call }));
const summaries = (calls: readonly Call[]) => calls.map((call) => ({ what: summary(call), call }));
const ok = (trace: Trace, operation: OperationId) =>
  trace.keyed(operation).filter((call) => call.ok && trace.isNew(call));

export const openRules: readonly Rule[] = [
  question('missing-key-status', ['5', '7'], 'What does a request without a key get?', (trace) =>
    summaries(trace.unusual.filter((call) => call.by.via === 'none' && call.status > 0)),
  ),
  question('wrong-key-status', ['5', '7'], 'What does a wrong key get?', (trace) =>
    summaries(trace.unusual.filter((call) => call.by.wrong && call.status > 0)),
  ),
  question('unknown-id-status', ['7'], 'What does an unknown id get?', (trace) =>
    summaries(
      trace.unusual.filter(
        (call) =>
          isKeyed(call) &&
          call.refused &&
          call.id !== '' &&
          !trace.job(call.id) &&
          !trace.presentation(call.id)?.sightings.length,
      ),
    ),
  ),
  question('refusals', ['7'], 'How are requests refused?', (trace) =>
    trace.unusual
      .filter((call) => isKeyed(call) && call.refused)
      .map((call) => ({ what: `${call.operation}: ${summary(call)}`, call })),
  ),
  question('template-list-shape', ['2.3', '4.1'], 'What does the list of templates look like?', (trace) =>
    summaries(ok(trace, 'listTemplates')),
  ),
  question(
    'create-body',
    ['4.3'],
    'Which bodies does creating a presentation take, and which does it refuse?',
    (trace) =>
      trace
        .keyed('createPresentation')
        .filter((call) => call.status > 0 && call.status !== 429)
        .map((call) => ({ what: `${sentShape(call)} → ${answered(call)}`, call })),
  ),
  question('create-answer', ['4.3'], 'What does creating a presentation answer?', (trace) =>
    summaries(ok(trace, 'createPresentation')),
  ),
  question('start-body', ['4.4'], 'Which bodies does a start take, and which does it refuse?', (trace) =>
    trace
      .keyed('startGeneration')
      .filter((call) => call.status > 0 && call.status !== 429 && trace.isNew(call))
      .map((call) => ({ what: `${sentShape(call)} → ${answered(call)}`, call })),
  ),
  question('message-body', ['4.6'], 'Which messages does a job take, and which does it refuse?', (trace) =>
    trace.jobs
      .flatMap(({ messages }) => messages)
      .filter((call) => call.status > 0 && call.status !== 429)
      .map((call) => ({ what: `${sentShape(call)} ${whileIn(trace, call)} → ${answered(call)}`, call })),
  ),
  question('message-answer', ['4.6'], 'What does a message answer?', (trace) =>
    summaries(ok(trace, 'sendGenerationMessage')),
  ),
  question('rename-answer', ['4.7'], 'What does renaming answer?', (trace) =>
    summaries(ok(trace, 'updatePresentation')),
  ),
  question('patch-other-fields', ['4.7'], 'What does PATCH make of other fields than the title?', (trace) =>
    trace
      .keyed('updatePresentation')
      .filter(
        (call) =>
          call.sent.kind === 'json' &&
          trace.isNew(call) &&
          Object.keys(Object(call.sent.value) as object).some((name) => name !== 'title'),
      )
      .map((call) => ({ what: `${sentShape(call)} → ${answered(call)}`, call })),
  ),
  question('transitions', ['3'], 'Which moves do jobs make?', (trace) =>
    trace.jobs.flatMap(({ views }) =>
      views.flatMap((view, index) => {
        const before = views[index - 1];
        if (!before || before.status === view.status || !isBefore(before.call, view.call)) return [];
        return [
          {
            what: `${before.status ?? 'an unknown state'} → ${view.status ?? 'an unknown state'}`,
            call: view.call,
          },
        ];
      }),
    ),
  ),
  question(
    'after-a-reply',
    ['3', '4.6'],
    'What follows a reply that was taken?',
    (trace) =>
      trace.jobs.flatMap(({ views, messages }) =>
        messages.flatMap((call) => {
          const before = views.findLast((view) => isBefore(view.call, call));
          const after = views.find((view) => isBefore(call, view.call));
          if (!call.ok || before?.status !== 'awaiting_input' || !after) return [];
          const isSame = fieldOf(before.value, 'message') === fieldOf(after.value, 'message');
          const asks = isSame ? 'the same question' : 'another question';
          return [
            {
              what: after.status === 'awaiting_input' ? asks : (after.status ?? 'an unknown state'),
              call: after.call,
            },
          ];
        }),
      ),
    'no reply to a question was taken (--question-prompt)',
  ),
  question('first-view', ['3'], 'In which state is a job at its first poll?', (trace) =>
    trace.jobs.flatMap(({ views }) =>
      views.slice(0, 1).map(({ call, status }) => ({ what: status ?? 'an unknown state', call })),
    ),
  ),
  question('progress-figures', ['2.2'], 'What do the figures of progress do?', (trace) =>
    trace.views.flatMap(({ call, value }) => {
      const progress = fieldOf(value, 'progress');
      const total = fieldOf(progress, 'slides_total');
      const completed = fieldOf(progress, 'slides_completed');
      return typeof total === 'number' && typeof completed === 'number'
        ? [{ what: figuresText(total, completed), call }]
        : [];
    }),
  ),
  question('tokens-in-views', ['2.2'], 'Where is tokens_used shown?', (trace) =>
    trace.views
      .filter(({ status }) => status === 'generating' || status === 'completed')
      .map(({ call, value, status }) => ({
        what: `${fieldOf(value, 'tokens_used') === undefined ? 'not ' : ''}while ${String(status)}`,
        call,
      })),
  ),
  question('section-shape', ['2.1'], 'What is an entry of sections?', (trace) =>
    trace.sightings.flatMap(({ call, value }) => {
      const sections = fieldOf(value, 'sections');
      if (!Array.isArray(sections)) return [];
      return sections.length === 0
        ? [{ what: 'none: the array is empty', call }]
        : [{ what: shapeOf(sections[0]), call }];
    }),
  ),
  question('address-form', ['1', '2.1'], 'Is the url of a presentation absolute?', (trace) =>
    trace.sightings.flatMap(({ call, value }) => {
      const url = fieldOf(value, 'url');
      if (typeof url !== 'string') return [];
      return [{ what: /^[a-z][a-z0-9+.-]*:/i.test(url) ? 'it is absolute' : 'it is relative', call }];
    }),
  ),
  question(
    'extra-fields',
    ['2.1', '2.2'],
    'Which fields are there that the interface does not list?',
    (trace) => [
      ...trace.views.flatMap(({ call, value }) =>
        fieldNames('JobView', value).map((name) => ({ what: `${name}, in a job’s view`, call })),
      ),
      ...trace.sightings.flatMap(({ call, value }) =>
        fieldNames('Presentation', value).map((name) => ({ what: `${name}, in a presentation`, call })),
      ),
    ],
  ),
  question('rate-headers', ['7', '8'], 'Which headers speak of the rate?', (trace) =>
    namedHeaders(trace).rate.map(({ name, call }) => ({ what: `${name} with ${call.status}`, call })),
  ),
  question('request-ids', ['7'], 'Which header identifies a request?', (trace) =>
    namedHeaders(trace).requestId.map(({ name, call }) => ({ what: name, call })),
  ),
  question('finished-jobs', ['3'], 'What does polling a finished job get, later?', (trace) =>
    trace.jobs.flatMap(({ polls, views }) => {
      const end = views.find((view) => isTerminal(view.status));
      return end ? statusOf(polls.filter((call) => isBefore(end.call, call))) : [];
    }),
  ),
];

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
