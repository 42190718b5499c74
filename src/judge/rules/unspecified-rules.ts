/** Report unspecified behavior. They never fail. */
import { groupBy } from '../../base/group-by.js';
import { isObject, getField } from '../../base/json.js';
import { memoize } from '../../base/memoize.js';
import { lifecycle } from '../../generated/lifecycle.js';
import type { OperationId } from '../../generated/routes.js';
import { endedBefore, isProcessed, hasValidKey, isSuccess, type Call, isTerminal } from '../model/call.js';
import { memoizeByTrace, getReplies, type PresentationHistory, type Trace } from '../model/trace.js';
import { credentialVariantLabels } from '../model/key-placeholders.js';
import { getJson, mediaTypeOf } from '../model/body.js';
import { formatStatus } from '../model/format-result.js';
import type { Finding, Rule } from '../rule.js';
import { NO_POLL_AFTER_REPLY } from './not-covered.js';
import { presentationFieldNames } from './field-rules.js';

/** What a service did, and the call that shows it. */
type Observation = readonly [text: string, call: Call];

interface UnspecifiedRule {
  readonly id: string;
  readonly sections: readonly string[];
  readonly title: string;
  readonly observe: (trace: Trace) => readonly Observation[];
  readonly unseen?: string;
}

const unspecifiedRuleDefinitions: readonly UnspecifiedRule[] = [
  {
    id: 'missing-key-status',
    sections: ['5', '7'],
    title: 'What is the response to a request without a key?',
    observe: ({ unsuccessfulCalls }) =>
      responses(
        unsuccessfulCalls.filter(({ credential, status }) => credential.header === 'none' && status > 0),
      ),
  },
  {
    id: 'wrong-key-status',
    sections: ['5', '7'],
    title: 'What is the response to a wrong key?',
    observe: ({ unsuccessfulCalls }) =>
      responses(unsuccessfulCalls.filter(({ credential, status }) => credential.isInvalid && status > 0)),
  },
  {
    id: 'key-forms',
    sections: ['5'],
    title: 'Does the service accept a key in quotes, and a key beside a wrong one in the other header?',
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
      responses(
        refusedWithKey(trace).filter(
          ({ id }) => id !== '' && !trace.getJob(id) && !trace.getPresentation(id)?.snapshots.length,
        ),
      ),
  },
  {
    id: 'refusals',
    sections: ['7'],
    title: 'How does the service refuse requests?',
    observe: (trace) =>
      refusedWithKey(trace).map((call) => [`${call.operation}: ${responseSummary(call)}`, call]),
  },
  {
    id: 'template-list-shape',
    sections: ['2.3', '4.1'],
    title: 'What is the shape of the list of templates?',
    observe: (trace) => responses(succeeded(trace, 'listTemplates')),
  },
  {
    id: 'create-body',
    sections: ['4.3'],
    title: 'Which bodies does creating a presentation accept and refuse?',
    observe: (trace) => requests(trace.callsWithValidKey('createPresentation')),
  },
  {
    id: 'create-answer',
    sections: ['4.3'],
    title: 'What is the response to creating a presentation?',
    observe: (trace) => responses(succeeded(trace, 'createPresentation')),
  },
  {
    id: 'start-body',
    sections: ['4.4'],
    title: 'Which bodies does a start accept and refuse?',
    observe: (trace) => requests(trace.callsWithValidKey('startGeneration')),
  },
  {
    id: 'message-body',
    sections: ['4.6'],
    title: 'Which messages does a job accept and refuse?',
    observe: ({ jobs }) =>
      jobs.flatMap(({ messages, views }) =>
        messages.filter(isProcessed).map((call): Observation => {
          const before = views.findLast((view) => endedBefore(view.call, call));
          const state = before ? `while ${before.status ?? UNKNOWN}` : 'before any poll';
          return [`${sentShape(call)} ${state} → ${formatStatus(call)}`, call];
        }),
      ),
  },
  {
    id: 'message-answer',
    sections: ['4.6'],
    title: 'What is the response to a message?',
    observe: (trace) => responses(succeeded(trace, 'sendGenerationMessage')),
  },
  {
    id: 'rename-answer',
    sections: ['4.7'],
    title: 'What is the response to renaming?',
    observe: (trace) => responses(succeeded(trace, 'updatePresentation')),
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
        .map((call): Observation => [requestSummary(call), call]),
      ...trace.presentations.flatMap(patchedFields),
    ],
  },
  {
    id: 'transitions',
    sections: ['3'],
    title: 'Which state transitions do jobs make?',
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
    unseen: NO_POLL_AFTER_REPLY,
  },
  {
    id: 'first-view',
    sections: ['3'],
    title: 'What is the state of a job at its first poll?',
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
        return areNumbers ? [[progressText(total, completed), call]] : [];
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
          return [`${isPresent ? 'while' : 'not while'} ${status}`, call];
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
        return [[TECHNICAL.test(error) ? 'it is a technical text' : 'it is a text for people', call]];
      }),
  },
  {
    id: 'extra-fields',
    sections: ['2.1', '2.2'],
    title: 'Which undocumented fields are present?',
    observe: ({ pollResults, presentationReads }) => [
      ...pollResults.flatMap((view) => undocumented(view, viewFields, 'in a job’s view')),
      ...presentationReads.flatMap((snapshot) => undocumented(snapshot, snapshotFields, 'in a presentation')),
    ],
  },
  {
    id: 'rate-headers',
    sections: ['7', '8'],
    title: 'Which headers describe the rate limit?',
    observe: (trace) => namedHeaders(trace).rate.map(([name, call]) => [`${name} with ${call.status}`, call]),
  },
  {
    id: 'request-ids',
    sections: ['7'],
    title: 'Which headers identify a request?',
    observe: (trace) => namedHeaders(trace).requestId,
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
  ({ id, observe, unseen, ...facts }) => ({
    ...facts,
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
        notReached: unseen ?? 'not seen: a request that shows it',
      };
    },
  }),
);

const UNKNOWN = 'an unknown state';

/** A stack trace, the name of an exception, or a dump. */
const TECHNICAL = /Traceback|\bat \S+ ?\(|\w(?:Exception|Error)\b|\bE[A-Z]{4,}\b|\bnull pointer|^[[{]/;

const succeeded = (trace: Trace, operation: OperationId): readonly Call[] =>
  trace.callsWithValidKey(operation).filter(isSuccess);

const refusedWithKey = ({ unsuccessfulCalls }: Trace): readonly Call[] =>
  unsuccessfulCalls.filter((call) => hasValidKey(call) && call.isClientError);

const responses = (calls: readonly Call[]): readonly Observation[] =>
  calls.map((call) => [responseSummary(call), call]);

const requests = (calls: readonly Call[]): readonly Observation[] =>
  calls.filter(isProcessed).map((call) => [requestSummary(call), call]);

const requestSummary = (call: Call): string => `${sentShape(call)} → ${formatStatus(call)}`;

function sentShape({ requestBody }: Call): string {
  const body = getJson(requestBody);
  return isObject(body) ? formatShape(body) : 'no body';
}

/** Status, media type and field names of a response. */
function responseSummary(call: Call): string {
  const { response } = call.exchange;
  const type = response && mediaTypeOf(response);
  return `${formatStatus(call)}${type === undefined ? '' : ` ${type}`}: ${bodySummary(call)}`;
}

function bodySummary({ responseBody }: Call): string {
  if (responseBody.kind === 'json') return formatShape(responseBody.value);
  if (responseBody.kind === 'empty') return 'an empty body';
  return responseBody.kind === 'not-recorded' ? 'a body that was not recorded' : 'a body that is not JSON';
}

function progressText(total: number, completed: number): string {
  const areWhole = Number.isInteger(total) && Number.isInteger(completed);
  if (areWhole && completed >= 0 && completed <= total)
    return 'the numbers are whole, and at most all slides are completed';
  return [
    ...(areWhole ? [] : ['a number is not whole']),
    ...(completed > total ? ['more slides are completed than there are'] : []),
    ...(total < 0 || completed < 0 ? ['a number is negative'] : []),
  ].join(', ');
}

const viewFields: ReadonlySet<string> = new Set([
  ...lifecycle.always,
  ...Object.values(lifecycle.states).flatMap(({ required, optional }) => [...required, ...optional]),
]);
const snapshotFields: ReadonlySet<string> = new Set(presentationFieldNames);

/** At most 20 fields of a value that the interface does not document. */
function undocumented(
  { call, value }: { readonly call: Call; readonly value: object },
  documented: ReadonlySet<string>,
  where: string,
): readonly Observation[] {
  const names = Object.keys(value).filter((name) => !documented.has(name));
  return names.slice(0, 20).map((name) => [`${name.slice(0, 40)}, ${where}`, call]);
}

/** Each value that an accepted PATCH sent and that was another one before, with the response that shows its effect. */
function patchedFields({ patches, snapshots }: PresentationHistory): readonly Observation[] {
  return patches.filter(isSuccess).flatMap((patch) => {
    const before = snapshots.findLast(({ call }) => endedBefore(call, patch));
    const after = snapshots.find(({ call }) => endedBefore(patch, call));
    if (!before || !after) return [];
    return ['is_public', 'workspace_id', 'url', 'created_at'].flatMap((field): readonly Observation[] => {
      const sent = getField(getJson(patch.requestBody), field);
      if (sent === undefined || sent === getField(before.value, field)) return [];
      const isSent = getField(after.value, field) === sent;
      const effect = isSent ? 'is the sent value afterwards' : 'stays another one';
      return [[`${field} ${effect}`, after.call]];
    });
  });
}

const RATE_HEADER = /^(?:retry-after|x-rate-?limit.*|rate-?limit.*)$/i;
const REQUEST_ID_HEADER = /^(?:(?:x-)?request-id|x-correlation-id|x-amzn-requestid|traceparent|cf-ray)$/i;

const headerKind = memoize((name) => ({
  kind: RATE_HEADER.test(name)
    ? ('rate' as const)
    : REQUEST_ID_HEADER.test(name)
      ? ('requestId' as const)
      : undefined,
  name: name.toLowerCase(),
}));

/** The response headers that describe the rate limit or identify a request, in lower case. A repeated header counts once. */
const namedHeaders = memoizeByTrace((trace) => {
  const found: Record<'rate' | 'requestId', Observation[]> = { rate: [], requestId: [] };
  for (const call of trace.calls) {
    const last = { rate: '', requestId: '' };
    for (const [written] of call.exchange.response?.headers ?? []) {
      const { kind, name } = headerKind(written);
      if (kind === undefined || written === last[kind]) continue;
      last[kind] = written;
      found[kind].push([name, call]);
    }
  }
  return found;
});

// The shape of a JSON value in one line, without its content.

const MAX_NAMES = 10;
/** `{ id: string, sections: [ { … } ] }`, two levels deep. */
export function formatShape(value: unknown, depth = 0): string {
  if (value === null) return 'null';
  if (Array.isArray(value))
    return value.length === 0 ? '[ ]' : `[ ${depth < 2 ? formatShape(value[0], depth + 1) : '…'} ]`;
  if (!isObject(value)) return typeof value;
  let shown = '';
  let count = 0;
  for (const name of Object.keys(value)) {
    if (depth > 1) return '{ … }';
    if (++count > MAX_NAMES) return `{ ${shown}, … }`;
    shown += `${count > 1 ? ', ' : ''}${name.slice(0, 40)}: ${formatShape(value[name], depth + 1)}`;
  }
  return count === 0 ? '{ }' : `{ ${shown} }`;
}
