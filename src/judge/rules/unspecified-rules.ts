/** Rules that report unspecified behavior. They never fail. */
import { groupBy } from '../../base/group-by.js';
import { isObject, getField } from '../../base/json.js';
import { memoize } from '../../base/memoize.js';
import { lifecycle } from '../../generated/lifecycle.js';
import {
  createCall,
  endedBefore,
  isProcessed,
  hasValidKey,
  isSuccess,
  type Call,
  isTerminal,
} from '../model/call.js';
import type { Trace } from '../model/trace.js';
import { getReplies, type JobHistory, type PollResult } from '../model/job-history.js';
import type { PresentationRead } from '../model/presentation-history.js';
import type { Exchange } from '../../journal/exchange.js';
import { pathFormLabels } from '../model/path-forms.js';
import { credentialVariantLabels } from '../model/key-placeholders.js';
import { getJson, mediaTypeOf } from '../model/body.js';
import { formatStatus } from '../model/format-result.js';
import type { Finding, Rule } from '../rule.js';
import { formatShape } from './checks/format-shape.js';
import { operations } from './operations.js';
import { presentationFieldNames } from './presentation-field-rules.js';

/** In the order of the contract. */
const OPERATIONS_WITH_UNSPECIFIED_RESPONSE = [
  'listTemplates',
  'createPresentation',
  'sendGenerationMessage',
  'updatePresentation',
] as const;

const UNKNOWN = 'an unknown status';

/** A stack trace, the name of an exception, or a dump. */
const TECHNICAL = /Traceback|\bat \S+ ?\(|\w(?:Exception|Error)\b|\bE[A-Z]{4,}\b|\bnull pointer|^[[{]/;

const RATE_HEADER = /^(?:retry-after|x-rate-?limit.*|rate-?limit.*)$/i;

const REQUEST_ID_HEADER = /^(?:(?:x-)?request-id|x-correlation-id|x-amzn-requestid|traceparent|cf-ray)$/i;

/** What a service did, and the call that shows it. */
type Observation = readonly [text: string, call: Call];

interface UnspecifiedRule {
  readonly id: string;
  readonly sections: readonly string[];
  readonly title: string;
  readonly observe: (trace: Trace) => readonly Observation[];
}

const unspecifiedRuleDefinitions: readonly UnspecifiedRule[] = [
  {
    id: 'unspecified/auth-responses',
    sections: ['5', '7'],
    title: 'How does the service respond without a valid key, and to unusual forms of one?',
    observe: ({ unsuccessfulCalls, exchanges, options }) => [
      ...unsuccessfulCalls.flatMap(observeAuthResponse),
      ...exchanges.flatMap((exchange) => observeHead(exchange, options.baseUrl)),
    ],
  },
  {
    id: 'unspecified/error-responses',
    sections: ['7'],
    title: 'How does the service reject requests with a valid key?',
    observe: (trace) =>
      getRejections(trace).map((call) => [
        `${getEndpoint(call)}${hasUnknownId(call, trace) ? ' with an unknown id' : ''} → ${summarizeResponse(call)}`,
        call,
      ]),
  },
  {
    id: 'unspecified/response-bodies',
    sections: ['2.3', '4.1', '4.3', '4.6', '4.7'],
    title: 'Which bodies do responses have that the spec does not define?',
    observe: (trace) =>
      OPERATIONS_WITH_UNSPECIFIED_RESPONSE.flatMap((operation) =>
        trace
          .callsWithValidKey(operation)
          .filter(isSuccess)
          .map((call): Observation => [`${getEndpoint(call)} → ${summarizeResponse(call)}`, call]),
      ),
  },
  {
    id: 'unspecified/request-bodies',
    sections: ['4.3', '4.4', '4.6', '4.7'],
    title: 'Which request bodies does the service accept and reject?',
    observe: (trace) => [
      ...[...trace.callsWithValidKey('createPresentation'), ...trace.callsWithValidKey('startGeneration')]
        .filter(isProcessed)
        .map((call): Observation => [summarizeRequest(call), call]),
      ...trace.jobs.flatMap(observeMessages),
      ...trace
        .callsWithValidKey('updatePresentation')
        .filter(hasOtherFields)
        .map((call): Observation => [summarizeRequest(call), call]),
    ],
  },
  {
    id: 'unspecified/job-transitions',
    sections: ['3', '4.6'],
    title: 'Which statuses do jobs have, and in which order?',
    observe: ({ jobs }) =>
      jobs.flatMap((job) => [
        ...observeFirstPoll(job),
        ...observeTransitions(job),
        ...observeEffectsOfReplies(job),
        ...observePollsAfterEnd(job),
      ]),
  },
  {
    id: 'unspecified/fields',
    sections: ['1', '2.1', '2.2', '7'],
    title: 'Which fields do jobs and presentations have that the spec leaves open?',
    observe: ({ pollResults, presentationReads }) => [
      ...presentationReads.flatMap(observeSection),
      ...presentationReads.flatMap(observeUrl),
      ...pollResults.flatMap(observeError),
      ...pollResults.flatMap((view) =>
        findUndocumentedFields(view, statusResponseFields, 'a status response'),
      ),
      ...presentationReads.flatMap((read) =>
        findUndocumentedFields(read, presentationFields, 'a presentation'),
      ),
    ],
  },
  {
    id: 'unspecified/unusual-reads',
    sections: ['4', '4.2', '4.5'],
    title: 'How does the service respond to unusual ids and media types?',
    observe: ({ unusualReads }) =>
      unusualReads.map(({ call, feature }): Observation => [`${feature} → ${formatStatus(call)}`, call]),
  },
  {
    id: 'unspecified/response-headers',
    sections: ['7', '8'],
    title: 'Which headers describe the rate limit or identify a request?',
    observe: ({ calls }) => calls.flatMap(observeHeaders),
  },
];

export const unspecifiedRules: readonly Rule[] = unspecifiedRuleDefinitions.map(({ observe, ...meta }) => ({
  ...meta,
  level: 'may',
  judge: (trace) => {
    const all = observe(trace);
    const byMessage = groupBy(all, ([message]) => message);
    return {
      checked: all.length,
      findings: [...byMessage].map(([message, same]): Finding => ({
        severity: 'info',
        message,
        exchange: same.reduce((first, [, { exchange }]) => Math.min(first, exchange.sequence), Infinity),
        ...(same.length > 1 && { count: same.length }),
      })),
      notCovered: 'no request in the traffic that shows it',
    };
  },
}));

function observeAuthResponse(call: Call): readonly Observation[] {
  const { header, isInvalid, variant } = call.credential;
  if (call.status === 0) return [];
  if (header === 'none' && call.pathForm !== undefined)
    return [[`no key, and the path ${pathFormLabels[call.pathForm]} → ${formatStatus(call)}`, call]];
  if (header === 'none') return [[`no key → ${summarizeResponse(call)}`, call]];
  if (isInvalid) return [[`an invalid key → ${summarizeResponse(call)}`, call]];
  if (variant === undefined || !isProcessed(call)) return [];
  return [[`the ${credentialVariantLabels[variant]} → ${formatStatus(call)}`, call]];
}

/** HEAD is no operation of the spec, but a service may respond to it like to GET. */
function observeHead(exchange: Exchange, baseUrl: string | undefined): readonly Observation[] {
  if (exchange.request.method !== 'HEAD') return [];
  const call = createCall({ ...exchange, request: { ...exchange.request, method: 'GET' } }, baseUrl);
  return call?.credential.header === 'none' ? [[`HEAD without a key → ${formatStatus(call)}`, call]] : [];
}

const getRejections = ({ unsuccessfulCalls }: Trace): readonly Call[] =>
  unsuccessfulCalls.filter((call) => hasValidKey(call) && call.isClientError);

const hasUnknownId = ({ id }: Call, trace: Trace): boolean =>
  id !== '' && !trace.getJob(id) && !trace.getPresentation(id)?.snapshots.length;

/** Method and path: `PATCH /presentations/{id}`. */
const getEndpoint = ({ operation, exchange }: Call): string =>
  operations.find(({ id }) => id === operation)?.endpoint ?? `${exchange.request.method} an unknown path`;

function observeMessages({ messages, views }: JobHistory): readonly Observation[] {
  return messages.filter(isProcessed).map((call) => {
    const before = views.findLast((view) => endedBefore(view.call, call));
    const status = before ? `while ${before.status ?? UNKNOWN}` : 'before any poll';
    return [`${getEndpoint(call)}: ${formatRequestShape(call)} ${status} → ${formatStatus(call)}`, call];
  });
}

const hasOtherFields = ({ requestBody }: Call): boolean =>
  Object.keys(Object(getJson(requestBody)) as object).some((name) => name !== 'title');

const observeFirstPoll = ({ views: [first] }: JobHistory): readonly Observation[] =>
  first ? [[`the first poll: ${first.status ?? UNKNOWN}`, first.call]] : [];

function observeTransitions({ views }: JobHistory): readonly Observation[] {
  return views.flatMap(({ status, call }, index): readonly Observation[] => {
    const before = views[index - 1];
    if (!before || before.status === status || !endedBefore(before.call, call)) return [];
    return [[`${before.status ?? UNKNOWN} → ${status ?? UNKNOWN}`, call]];
  });
}

function observeEffectsOfReplies(job: JobHistory): readonly Observation[] {
  return getReplies(job).flatMap(({ call, before, after }): readonly Observation[] => {
    if (!call.isSuccess || !after) return [];
    const isSame = getField(before.value, 'message') === getField(after.value, 'message');
    const question = isSame ? 'the same question' : 'another question';
    const next = after.status === 'awaiting_input' ? question : (after.status ?? UNKNOWN);
    return [[`after an accepted reply: ${next}`, after.call]];
  });
}

function observePollsAfterEnd({ polls, views }: JobHistory): readonly Observation[] {
  const end = views.find((view) => isTerminal(view.status));
  return polls
    .filter((call) => end && endedBefore(end.call, call))
    .map((call) => [`a later poll of a finished job → ${formatStatus(call)}`, call]);
}

function observeSection({ call, value }: PresentationRead): readonly Observation[] {
  const sections = getField(value, 'sections');
  if (!Array.isArray(sections)) return [];
  return [[`sections: ${sections.length === 0 ? 'an empty array' : formatShape(sections[0])}`, call]];
}

function observeUrl({ call, value }: PresentationRead): readonly Observation[] {
  const url = getField(value, 'url');
  if (typeof url !== 'string') return [];
  return [[`url: ${/^[a-z][a-z0-9+.-]*:/i.test(url) ? 'absolute' : 'relative'}`, call]];
}

function observeError({ call, value, status }: PollResult): readonly Observation[] {
  const error = getField(value, 'error');
  if (status !== 'failed' || typeof error !== 'string') return [];
  return [[`error: ${TECHNICAL.test(error) ? 'technical' : 'human-readable'}`, call]];
}

const summarizeRequest = (call: Call): string =>
  `${getEndpoint(call)}: ${formatRequestShape(call)} → ${formatStatus(call)}`;

function formatRequestShape({ requestBody }: Call): string {
  const body = getJson(requestBody);
  return isObject(body) ? formatShape(body) : 'no body';
}

/** Status, media type and field names of a response. */
function summarizeResponse(call: Call): string {
  const { response } = call.exchange;
  const type = response && mediaTypeOf(response);
  return `${formatStatus(call)}${type === undefined ? '' : ` ${type}`}: ${summarizeBody(call)}`;
}

function summarizeBody({ responseBody }: Call): string {
  if (responseBody.kind === 'json') return formatShape(responseBody.value);
  if (responseBody.kind === 'empty') return 'an empty body';
  return responseBody.kind === 'not-recorded' ? 'a body that was not recorded' : 'a body that is not JSON';
}

const statusResponseFields: ReadonlySet<string> = new Set([
  ...lifecycle.always,
  ...Object.values(lifecycle.states).flatMap(({ required, optional }) => [...required, ...optional]),
]);

const presentationFields: ReadonlySet<string> = new Set(presentationFieldNames);

/** At most 20 fields of a value that the spec does not define. */
function findUndocumentedFields(
  { call, value }: { readonly call: Call; readonly value: object },
  documented: ReadonlySet<string>,
  where: string,
): readonly Observation[] {
  const names = Object.keys(value).filter((name) => !documented.has(name));
  return names.slice(0, 20).map((name) => [`undocumented in ${where}: ${name.slice(0, 40)}`, call]);
}

/** A repeated header counts once. */
function observeHeaders(call: Call): readonly Observation[] {
  const names = (call.exchange.response?.headers ?? []).map(([name]) => name.toLowerCase());
  return [...new Set(names)].flatMap((name): readonly Observation[] => {
    const kind = classifyHeader(name);
    if (kind === undefined) return [];
    return [[kind === 'rate-limit' ? `${name} with ${call.status}` : name, call]];
  });
}

const classifyHeader = memoize((name: string): 'rate-limit' | 'request-id' | undefined => {
  if (RATE_HEADER.test(name)) return 'rate-limit';
  return REQUEST_ID_HEADER.test(name) ? 'request-id' : undefined;
});
