/** Rules that report unspecified behavior. They never fail. */
import { groupBy } from '../../base/group-by.js';
import { isObject, getField } from '../../base/json.js';
import { memoize } from '../../base/memoize.js';
import { lifecycle } from '../../generated/lifecycle.js';
import type { OperationId } from '../../generated/routes.js';
import { endedBefore, isProcessed, hasValidKey, isSuccess, type Call, isTerminal } from '../model/call.js';
import { memoizeByTrace, type Trace } from '../model/trace.js';
import { getReplies } from '../model/job-history.js';
import type { PresentationHistory } from '../model/presentation-history.js';
import { credentialVariantLabels } from '../model/key-placeholders.js';
import { getJson, mediaTypeOf } from '../model/body.js';
import { formatStatus } from '../model/format-result.js';
import type { Finding, Rule } from '../rule.js';
import { NO_POLL_AFTER_REPLY } from './not-covered.js';
import { formatShape } from './checks/format-shape.js';
import { presentationFieldNames } from './presentation-field-rules.js';

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
  readonly notCovered?: string;
}

const unspecifiedRuleDefinitions: readonly UnspecifiedRule[] = [
  {
    id: 'missing-key-status',
    sections: ['5', '7'],
    title: 'What is the response to a request without a key?',
    observe: ({ unsuccessfulCalls }) =>
      toResponses(
        unsuccessfulCalls.filter(({ credential, status }) => credential.header === 'none' && status > 0),
      ),
  },
  {
    id: 'wrong-key-status',
    sections: ['5', '7'],
    title: 'What is the response to an invalid key?',
    observe: ({ unsuccessfulCalls }) =>
      toResponses(unsuccessfulCalls.filter(({ credential, status }) => credential.isInvalid && status > 0)),
  },
  {
    id: 'key-forms',
    sections: ['5'],
    title: 'Does the service accept unusual forms of a key?',
    observe: ({ unsuccessfulCalls }) =>
      unsuccessfulCalls.filter(isProcessed).flatMap((call): readonly Observation[] => {
        const { variant } = call.credential;
        return variant === undefined
          ? []
          : [[`the ${credentialVariantLabels[variant]} → ${formatStatus(call)}`, call]];
      }),
  },
  {
    id: 'unknown-id-status',
    sections: ['7'],
    title: 'What is the response to an unknown id?',
    observe: (trace) =>
      toResponses(
        getRejections(trace).filter(
          ({ id }) => id !== '' && !trace.getJob(id) && !trace.getPresentation(id)?.snapshots.length,
        ),
      ),
  },
  {
    id: 'refusals',
    sections: ['7'],
    title: 'How does the service reject requests?',
    observe: (trace) =>
      getRejections(trace).map((call) => [`${call.operation}: ${summarizeResponse(call)}`, call]),
  },
  {
    id: 'template-list-shape',
    sections: ['2.3', '4.1'],
    title: 'What is the shape of the list of templates?',
    observe: (trace) => toResponses(getSuccesses(trace, 'listTemplates')),
  },
  {
    id: 'create-body',
    sections: ['4.3'],
    title: 'Which bodies does POST /presentations accept and reject?',
    observe: (trace) => toRequests(trace.callsWithValidKey('createPresentation')),
  },
  {
    id: 'create-answer',
    sections: ['4.3'],
    title: 'What is the response to POST /presentations?',
    observe: (trace) => toResponses(getSuccesses(trace, 'createPresentation')),
  },
  {
    id: 'start-body',
    sections: ['4.4'],
    title: 'Which bodies does a start accept and reject?',
    observe: (trace) => toRequests(trace.callsWithValidKey('startGeneration')),
  },
  {
    id: 'message-body',
    sections: ['4.6'],
    title: 'Which messages does a job accept and reject?',
    observe: ({ jobs }) =>
      jobs.flatMap(({ messages, views }) =>
        messages.filter(isProcessed).map((call): Observation => {
          const before = views.findLast((view) => endedBefore(view.call, call));
          const status = before ? `while ${before.status ?? UNKNOWN}` : 'before any poll';
          return [`${formatRequestShape(call)} ${status} → ${formatStatus(call)}`, call];
        }),
      ),
  },
  {
    id: 'message-answer',
    sections: ['4.6'],
    title: 'What is the response to a message?',
    observe: (trace) => toResponses(getSuccesses(trace, 'sendGenerationMessage')),
  },
  {
    id: 'rename-answer',
    sections: ['4.7'],
    title: 'What is the response to a rename?',
    observe: (trace) => toResponses(getSuccesses(trace, 'updatePresentation')),
  },
  {
    id: 'patch-other-fields',
    sections: ['4.7'],
    title: 'How does PATCH treat fields other than the title?',
    observe: (trace) => [
      ...trace
        .callsWithValidKey('updatePresentation')
        .filter(({ requestBody }) =>
          Object.keys(Object(getJson(requestBody)) as object).some((name) => name !== 'title'),
        )
        .map((call): Observation => [summarizeRequest(call), call]),
      ...trace.presentations.flatMap(findPatchedFields),
    ],
  },
  {
    id: 'transitions',
    sections: ['3'],
    title: 'Which status transitions do jobs make?',
    observe: ({ jobs }) =>
      jobs.flatMap(({ views }) =>
        views.flatMap(({ status, call }, index): readonly Observation[] => {
          const before = views[index - 1];
          if (!before || before.status === status || !endedBefore(before.call, call)) return [];
          return [[`${before.status ?? UNKNOWN} → ${status ?? UNKNOWN}`, call]];
        }),
      ),
  },
  {
    id: 'after-a-reply',
    sections: ['3', '4.6'],
    title: 'What follows an accepted reply?',
    observe: ({ jobs }) =>
      jobs.flatMap(getReplies).flatMap(({ call, before, after }): readonly Observation[] => {
        if (!call.isSuccess || !after) return [];
        const isSame = getField(before.value, 'message') === getField(after.value, 'message');
        const question = isSame ? 'the same question' : 'another question';
        return [[after.status === 'awaiting_input' ? question : (after.status ?? UNKNOWN), after.call]];
      }),
    notCovered: NO_POLL_AFTER_REPLY,
  },
  {
    id: 'first-view',
    sections: ['3'],
    title: 'What is the status of a job at its first poll?',
    observe: ({ jobs }) =>
      jobs.flatMap(({ views: [first] }): readonly Observation[] =>
        first ? [[first.status ?? UNKNOWN, first.call]] : [],
      ),
  },
  {
    id: 'progress-figures',
    sections: ['2.2'],
    title: 'How do the numbers in progress behave?',
    observe: ({ pollResults }) =>
      pollResults.flatMap(({ call, value }): readonly Observation[] => {
        const progress = getField(value, 'progress');
        const total = getField(progress, 'slides_total');
        const completed = getField(progress, 'slides_completed');
        const areNumbers = typeof total === 'number' && typeof completed === 'number';
        return areNumbers ? [[describeProgress(total, completed), call]] : [];
      }),
  },
  {
    id: 'tokens-in-views',
    sections: ['2.2'],
    title: 'When is tokens_used present?',
    observe: ({ pollResults }) =>
      pollResults
        .filter(({ status }) => status === 'generating' || status === 'completed')
        .map(({ call, value, status }) => {
          const isPresent = getField(value, 'tokens_used') !== undefined;
          return [`${isPresent ? 'present while' : 'missing while'} ${status}`, call];
        }),
  },
  {
    id: 'section-shape',
    sections: ['2.1'],
    title: 'What is the shape of an entry of sections?',
    observe: ({ presentationReads }) =>
      presentationReads.flatMap(({ call, value }): readonly Observation[] => {
        const sections = getField(value, 'sections');
        if (!Array.isArray(sections)) return [];
        return [[sections.length === 0 ? 'no entry: the array is empty' : formatShape(sections[0]), call]];
      }),
  },
  {
    id: 'address-form',
    sections: ['1', '2.1'],
    title: 'Is the url of a presentation absolute?',
    observe: ({ presentationReads }) =>
      presentationReads.flatMap(({ call, value }): readonly Observation[] => {
        const url = getField(value, 'url');
        if (typeof url !== 'string') return [];
        return [[/^[a-z][a-z0-9+.-]*:/i.test(url) ? 'it is absolute' : 'it is relative', call]];
      }),
  },
  {
    id: 'error-text',
    sections: ['2.2', '7'],
    title: 'Is the error of a failed job technical?',
    observe: ({ pollResults }) =>
      pollResults.flatMap(({ call, value, status }): readonly Observation[] => {
        const error = getField(value, 'error');
        if (status !== 'failed' || typeof error !== 'string') return [];
        return [[TECHNICAL.test(error) ? 'it is technical' : 'it is human-readable', call]];
      }),
  },
  {
    id: 'extra-fields',
    sections: ['2.1', '2.2'],
    title: 'Which undocumented fields are present?',
    observe: ({ pollResults, presentationReads }) => [
      ...pollResults.flatMap((view) =>
        findUndocumentedFields(view, statusResponseFields, 'in a status response'),
      ),
      ...presentationReads.flatMap((snapshot) =>
        findUndocumentedFields(snapshot, presentationFields, 'in a presentation'),
      ),
    ],
  },
  {
    id: 'rate-headers',
    sections: ['7', '8'],
    title: 'Which headers describe the rate limit?',
    observe: (trace) =>
      getNamedHeaders(trace).rate.map(([name, call]) => [`${name} with ${call.status}`, call]),
  },
  {
    id: 'request-ids',
    sections: ['7'],
    title: 'Which headers identify a request?',
    observe: (trace) => getNamedHeaders(trace).requestId,
  },
  {
    id: 'finished-jobs',
    sections: ['3'],
    title: 'What is the response to a later poll of a finished job?',
    observe: ({ jobs }) =>
      jobs.flatMap(({ polls, views }) => {
        const end = views.find((view) => isTerminal(view.status));
        const later = polls.filter((call) => end && endedBefore(end.call, call));
        return later.map((call): Observation => [formatStatus(call), call]);
      }),
  },
];

export const unspecifiedRules: readonly Rule[] = unspecifiedRuleDefinitions.map(
  ({ id, observe, notCovered = 'no request in the traffic that shows it', ...meta }) => ({
    ...meta,
    id: `open/${id}`,
    level: 'may',
    judge: (trace) => {
      const all = observe(trace);
      const byMessage = groupBy(all, ([message]) => message);
      const findings = [...byMessage].map(([message, same]): Finding => ({
        severity: 'info',
        message,
        exchange: same.reduce((first, [, { exchange }]) => Math.min(first, exchange.sequence), Infinity),
        ...(same.length > 1 && { count: same.length }),
      }));
      return {
        checked: all.length,
        findings,
        notCovered,
      };
    },
  }),
);

const getSuccesses = (trace: Trace, operation: OperationId): readonly Call[] =>
  trace.callsWithValidKey(operation).filter(isSuccess);

const getRejections = ({ unsuccessfulCalls }: Trace): readonly Call[] =>
  unsuccessfulCalls.filter((call) => hasValidKey(call) && call.isClientError);

const toResponses = (calls: readonly Call[]): readonly Observation[] =>
  calls.map((call) => [summarizeResponse(call), call]);

const toRequests = (calls: readonly Call[]): readonly Observation[] =>
  calls.filter(isProcessed).map((call) => [summarizeRequest(call), call]);

const summarizeRequest = (call: Call): string => `${formatRequestShape(call)} → ${formatStatus(call)}`;

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

function describeProgress(total: number, completed: number): string {
  const areIntegers = Number.isInteger(total) && Number.isInteger(completed);
  if (areIntegers && completed >= 0 && completed <= total)
    return 'the numbers are integers, and slides_completed is at most slides_total';
  return [
    ...(areIntegers ? [] : ['a number is not an integer']),
    ...(completed > total ? ['slides_completed exceeds slides_total'] : []),
    ...(total < 0 || completed < 0 ? ['a number is negative'] : []),
  ].join(', ');
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
  return names.slice(0, 20).map((name) => [`${name.slice(0, 40)}, ${where}`, call]);
}

/** Each new value that an accepted PATCH sent, with the first response after it. */
function findPatchedFields({ patches, snapshots }: PresentationHistory): readonly Observation[] {
  return patches.filter(isSuccess).flatMap((patch) => {
    const before = snapshots.findLast(({ call }) => endedBefore(call, patch));
    const after = snapshots.find(({ call }) => endedBefore(patch, call));
    if (!before || !after) return [];
    return ['is_public', 'workspace_id', 'url', 'created_at'].flatMap((field): readonly Observation[] => {
      const sent = getField(getJson(patch.requestBody), field);
      if (sent === undefined || sent === getField(before.value, field)) return [];
      const isSent = getField(after.value, field) === sent;
      const effect = isSent ? 'has the sent value afterwards' : 'does not have the sent value';
      return [[`${field} ${effect}`, after.call]];
    });
  });
}

const classifyHeader = memoize((name) => ({
  kind: RATE_HEADER.test(name)
    ? ('rate' as const)
    : REQUEST_ID_HEADER.test(name)
      ? ('requestId' as const)
      : undefined,
  name: name.toLowerCase(),
}));

/** The response headers that describe the rate limit or identify a request, in lower case. A repeated header counts once. */
const getNamedHeaders = memoizeByTrace((trace) => {
  const found: Record<'rate' | 'requestId', Observation[]> = { rate: [], requestId: [] };
  for (const call of trace.calls) {
    const last = { rate: '', requestId: '' };
    for (const [written] of call.exchange.response?.headers ?? []) {
      const { kind, name } = classifyHeader(written);
      if (kind === undefined || written === last[kind]) continue;
      last[kind] = written;
      found[kind].push([name, call]);
    }
  }
  return found;
});
