/** Rules that observe the behaviour of a service where the interface leaves it open. They never fail. */
import { memoize } from '../../base/memoize.js';
import type { OperationId } from '../../generated/routes.js';
import type { Rule } from '../rule.js';
import { keyFormNames } from '../../trace/key-marks.js';
import { isBefore, isDecided, isKeyed, isOk, type Call } from '../../trace/call.js';
import { isTerminal, repliesOf } from '../../trace/job.js';
import { fieldOf, isObject } from '../../base/json.js';
import { jsonOf, mediaTypeOf } from '../../trace/payload.js';
import { perTrace, type Trace } from '../../trace/trace.js';
import { statusText } from '../../trace/status-text.js';
import { noPollAfterReply } from './reasons.js';
import { Observations } from './observations.js';
import { patchedFields } from './patched-fields.js';
import { shapeOf, undocumentedFields } from './shape.js';

function openRule(
  id: string,
  sections: readonly string[],
  title: string,
  observe: (trace: Trace, observations: Observations) => void,
  notReached = 'not seen: a request that shows it',
): Rule {
  return {
    id: `open/${id}`,
    sections,
    level: 'may',
    title,
    judge: (trace) => {
      const observations = new Observations();
      observe(trace, observations);
      return observations.judgement(notReached);
    },
  };
}

/** Status, media type and field names of a response. */
function responseSummary(call: Call): string {
  const { response } = call.exchange;
  const type = response && mediaTypeOf(response);
  return `${statusText(call)}${type === undefined ? '' : ` ${type}`}: ${bodySummary(call)}`;
}

function bodySummary({ received }: Call): string {
  if (received.kind === 'json') return shapeOf(received.value);
  if (received.kind === 'empty') return 'an empty body';
  return received.kind === 'not-recorded' ? 'a body that was not recorded' : 'a body that is not JSON';
}

function addResponses(calls: readonly Call[], observations: Observations): void {
  for (const call of calls) observations.add(responseSummary, call);
}

function addRequests(calls: readonly Call[], observations: Observations): void {
  for (const call of calls) if (isDecided(call)) observations.add(requestSummary, call);
}

const requestSummary = (call: Call): string => `${sentShape(call)} → ${statusText(call)}`;

const succeeded = (trace: Trace, operation: OperationId): readonly Call[] =>
  trace.keyed(operation).filter(isOk);

/** A stack trace, the name of an exception, or a dump. */
const TECHNICAL = /Traceback|\bat \S+ ?\(|\w(?:Exception|Error)\b|\bE[A-Z]{4,}\b|\bnull pointer|^[[{]/;

export const openRules: readonly Rule[] = [
  openRule(
    'missing-key-status',
    ['5', '7'],
    'What is the response to a request without a key?',
    (trace, observations) =>
      addResponses(
        trace.otherCalls.filter((call) => call.by.via === 'none' && call.status > 0),
        observations,
      ),
  ),
  openRule('wrong-key-status', ['5', '7'], 'What is the response to a wrong key?', (trace, observations) =>
    addResponses(
      trace.otherCalls.filter((call) => call.by.wrong && call.status > 0),
      observations,
    ),
  ),
  openRule(
    'key-forms',
    ['5'],
    'Does the service accept a key in quotes, and a key beside a wrong one in the other header?',
    (trace, observations) => {
      for (const call of trace.otherCalls) {
        const { form } = call.by;
        if (form !== undefined && isDecided(call))
          observations.add(`the ${keyFormNames[form]} → ${statusText(call)}`, call);
      }
    },
  ),
  openRule('unknown-id-status', ['7'], 'What is the response to an unknown id?', (trace, observations) => {
    const isUnknown = ({ id }: Call) =>
      id !== '' && !trace.job(id) && !trace.presentation(id)?.snapshots.length;
    addResponses(
      trace.otherCalls.filter((call) => isKeyed(call) && call.refused && isUnknown(call)),
      observations,
    );
  }),
  openRule('refusals', ['7'], 'How does the service refuse requests?', (trace, observations) => {
    for (const call of trace.otherCalls)
      if (isKeyed(call) && call.refused)
        observations.add(`${call.operation}: ${responseSummary(call)}`, call);
  }),
  openRule(
    'template-list-shape',
    ['2.3', '4.1'],
    'What is the shape of the list of templates?',
    (trace, observations) => addResponses(succeeded(trace, 'listTemplates'), observations),
  ),
  openRule(
    'create-body',
    ['4.3'],
    'Which bodies does creating a presentation accept and refuse?',
    (trace, observations) => addRequests(trace.keyed('createPresentation'), observations),
  ),
  openRule(
    'create-answer',
    ['4.3'],
    'What is the response to creating a presentation?',
    (trace, observations) => addResponses(succeeded(trace, 'createPresentation'), observations),
  ),
  openRule('start-body', ['4.4'], 'Which bodies does a start accept and refuse?', (trace, observations) =>
    addRequests(trace.keyed('startGeneration'), observations),
  ),
  openRule('message-body', ['4.6'], 'Which messages does a job accept and refuse?', (trace, observations) => {
    for (const { messages } of trace.jobs)
      for (const call of messages)
        if (isDecided(call))
          observations.add(`${sentShape(call)} ${stateText(trace, call)} → ${statusText(call)}`, call);
  }),
  openRule('message-answer', ['4.6'], 'What is the response to a message?', (trace, observations) =>
    addResponses(succeeded(trace, 'sendGenerationMessage'), observations),
  ),
  openRule('rename-answer', ['4.7'], 'What is the response to renaming?', (trace, observations) =>
    addResponses(succeeded(trace, 'updatePresentation'), observations),
  ),
  openRule(
    'patch-other-fields',
    ['4.7'],
    'How does PATCH treat fields other than the title?',
    (trace, observations) => {
      for (const call of trace.keyed('updatePresentation')) {
        if (call.sent.kind !== 'json') continue;
        const names = Object.keys(Object(call.sent.value) as object);
        if (names.some((name) => name !== 'title')) observations.add(requestSummary, call);
      }
      for (const { text, call } of patchedFields(trace)) observations.add(text, call);
    },
  ),
  openRule('transitions', ['3'], 'Which state transitions do jobs make?', (trace, observations) => {
    for (const { views } of trace.jobs) {
      for (const [index, { status, call }] of views.entries()) {
        const before = views[index - 1];
        if (!before || before.status === status || !isBefore(before.call, call)) continue;
        observations.add(`${before.status ?? UNKNOWN} → ${status ?? UNKNOWN}`, call);
      }
    }
  }),
  openRule(
    'after-a-reply',
    ['3', '4.6'],
    'What follows an accepted reply?',
    (trace, observations) => {
      for (const { call, before, after } of trace.jobs.flatMap(repliesOf)) {
        if (!call.ok || !after) continue;
        const isSame = fieldOf(before.value, 'message') === fieldOf(after.value, 'message');
        const question = isSame ? 'the same question' : 'another question';
        observations.add(
          after.status === 'awaiting_input' ? question : (after.status ?? UNKNOWN),
          after.call,
        );
      }
    },
    noPollAfterReply,
  ),
  openRule('first-view', ['3'], 'What is the state of a job at its first poll?', (trace, observations) => {
    for (const { views } of trace.jobs) {
      const [first] = views;
      if (first) observations.add(first.status ?? UNKNOWN, first.call);
    }
  }),
  openRule('progress-figures', ['2.2'], 'How do the numbers in progress behave?', (trace, observations) => {
    for (const { call, value } of trace.views) {
      const progress = fieldOf(value, 'progress');
      const total = fieldOf(progress, 'slides_total');
      const completed = fieldOf(progress, 'slides_completed');
      if (typeof total === 'number' && typeof completed === 'number')
        observations.add(progressText(total, completed), call);
    }
  }),
  openRule('tokens-in-views', ['2.2'], 'When is tokens_used present?', (trace, observations) => {
    for (const { call, value, status } of trace.views) {
      if (status !== 'generating' && status !== 'completed') continue;
      const isPresent = fieldOf(value, 'tokens_used') !== undefined;
      if (status === 'generating')
        observations.add(isPresent ? 'while generating' : 'not while generating', call);
      else observations.add(isPresent ? 'while completed' : 'not while completed', call);
    }
  }),
  openRule('section-shape', ['2.1'], 'What is the shape of an entry of sections?', (trace, observations) => {
    for (const { call, value } of trace.snapshots) {
      const sections = fieldOf(value, 'sections');
      if (Array.isArray(sections))
        observations.add(sections.length === 0 ? 'no entry: the array is empty' : shapeOf(sections[0]), call);
    }
  }),
  openRule('address-form', ['1', '2.1'], 'Is the url of a presentation absolute?', (trace, observations) => {
    for (const { call, value } of trace.snapshots) {
      const url = fieldOf(value, 'url');
      if (typeof url !== 'string') continue;
      observations.add(/^[a-z][a-z0-9+.-]*:/i.test(url) ? 'it is absolute' : 'it is relative', call);
    }
  }),
  openRule('error-text', ['2.2', '7'], 'Is the error of a failed job technical?', (trace, observations) => {
    for (const { call, value, status } of trace.views) {
      const error = fieldOf(value, 'error');
      if (status !== 'failed' || typeof error !== 'string') continue;
      observations.add(TECHNICAL.test(error) ? 'it is a technical text' : 'it is a text for people', call);
    }
  }),
  openRule(
    'extra-fields',
    ['2.1', '2.2'],
    'Which undocumented fields are present?',
    (trace, observations) => {
      for (const { call, value } of trace.views)
        for (const name of undocumentedFields('JobView', value))
          observations.add(`${name}, in a job’s view`, call);
      for (const { call, value } of trace.snapshots)
        for (const name of undocumentedFields('Presentation', value))
          observations.add(`${name}, in a presentation`, call);
    },
  ),
  openRule('rate-headers', ['7', '8'], 'Which headers describe the rate limit?', (trace, observations) => {
    for (const { name, call } of namedHeaders(trace).rate)
      observations.add(`${name} with ${call.status}`, call);
  }),
  openRule('request-ids', ['7'], 'Which headers identify a request?', (trace, observations) => {
    for (const { name, call } of namedHeaders(trace).requestId) observations.add(name, call);
  }),
  openRule(
    'finished-jobs',
    ['3'],
    'What is the response to a later poll of a finished job?',
    (trace, observations) => {
      for (const { polls, views } of trace.jobs) {
        const end = views.find((view) => isTerminal(view.status));
        if (!end) continue;
        for (const call of polls) if (isBefore(end.call, call)) observations.add(statusText, call);
      }
    },
  ),
];

const UNKNOWN = 'an unknown state';

const rateHeader = /^(?:retry-after|x-rate-?limit.*|rate-?limit.*)$/i;
const requestIdHeader = /^(?:(?:x-)?request-id|x-correlation-id|x-amzn-requestid|traceparent|cf-ray)$/i;

interface NamedHeader {
  /** In lower case. */
  readonly name: string;
  readonly call: Call;
}

const kindOf = memoize(
  (name) =>
    ({
      kind: rateHeader.test(name) ? 'rate' : requestIdHeader.test(name) ? 'requestId' : undefined,
      name: name.toLowerCase(),
    }) as const,
);

/** The response headers that describe the rate limit or identify a request. A repeated header counts once. */
const namedHeaders = perTrace((trace) => {
  const found: Record<'rate' | 'requestId', NamedHeader[]> = { rate: [], requestId: [] };
  for (const call of trace.calls) {
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

function progressText(total: number, completed: number): string {
  const isUsual =
    Number.isInteger(total) && Number.isInteger(completed) && completed >= 0 && completed <= total;
  if (isUsual) return 'the numbers are whole, and at most all slides are completed';
  const odd = [
    ...(Number.isInteger(total) && Number.isInteger(completed) ? [] : ['a number is not whole']),
    ...(completed > total ? ['more slides are completed than there are'] : []),
    ...(total < 0 || completed < 0 ? ['a number is negative'] : []),
  ];
  return odd.join(', ');
}

function sentShape({ sent }: Call): string {
  const body = jsonOf(sent);
  return isObject(body) ? shapeOf(body) : 'no body';
}

function stateText(trace: Trace, call: Call): string {
  const before = trace.job(call.id)?.views.findLast((view) => isBefore(view.call, call));
  return before ? `while ${before.status ?? UNKNOWN}` : 'before any poll';
}
