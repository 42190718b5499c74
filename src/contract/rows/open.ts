/** Rows that observe the behaviour of a service where the interface leaves it open. They never fail. */
import { groupBy } from '../../base/group-by.js';
import { isObject, fieldOf } from '../../base/json.js';
import { memoize } from '../../base/memoize.js';
import { lifecycle } from '../../generated/lifecycle.js';
import type { OperationId } from '../../generated/routes.js';
import { isBefore, isDecided, isKeyed, isOk, type Call, isTerminal } from '../model/call.js';
import { perTrace, repliesOf, type Presentation, type Trace } from '../model/trace.js';
import { keyFormNames } from '../model/key-marks.js';
import { jsonOf, mediaTypeOf } from '../model/payload.js';
import { statusText } from '../model/status-text.js';
import type { Finding, Rule } from '../rule.js';
import { noPollAfterReply } from './reasons.js';
import { presentationFields } from './fields.js';

/** What a service did, and the call that shows it. */
type Seen = readonly [text: string, call: Call];

interface OpenRow {
  readonly id: string;
  readonly sections: readonly string[];
  readonly title: string;
  readonly seen: (trace: Trace) => readonly Seen[];
  readonly unseen?: string;
}

const openTable: readonly OpenRow[] = [
  {
    id: 'missing-key-status',
    sections: ['5', '7'],
    title: 'What is the response to a request without a key?',
    seen: ({ otherCalls }) =>
      responses(otherCalls.filter(({ by, status }) => by.via === 'none' && status > 0)),
  },
  {
    id: 'wrong-key-status',
    sections: ['5', '7'],
    title: 'What is the response to a wrong key?',
    seen: ({ otherCalls }) => responses(otherCalls.filter(({ by, status }) => by.wrong && status > 0)),
  },
  {
    id: 'key-forms',
    sections: ['5'],
    title: 'Does the service accept a key in quotes, and a key beside a wrong one in the other header?',
    seen: ({ otherCalls }) =>
      otherCalls.filter(isDecided).flatMap((call): readonly Seen[] => {
        const { form } = call.by;
        return form === undefined ? [] : [[`the ${keyFormNames[form]} → ${statusText(call)}`, call]];
      }),
  },
  {
    id: 'unknown-id-status',
    sections: ['7'],
    title: 'What is the response to an unknown id?',
    seen: (trace) =>
      responses(
        refusedWithKey(trace).filter(
          ({ id }) => id !== '' && !trace.job(id) && !trace.presentation(id)?.snapshots.length,
        ),
      ),
  },
  {
    id: 'refusals',
    sections: ['7'],
    title: 'How does the service refuse requests?',
    seen: (trace) =>
      refusedWithKey(trace).map((call) => [`${call.operation}: ${responseSummary(call)}`, call]),
  },
  {
    id: 'template-list-shape',
    sections: ['2.3', '4.1'],
    title: 'What is the shape of the list of templates?',
    seen: (trace) => responses(succeeded(trace, 'listTemplates')),
  },
  {
    id: 'create-body',
    sections: ['4.3'],
    title: 'Which bodies does creating a presentation accept and refuse?',
    seen: (trace) => requests(trace.keyed('createPresentation')),
  },
  {
    id: 'create-answer',
    sections: ['4.3'],
    title: 'What is the response to creating a presentation?',
    seen: (trace) => responses(succeeded(trace, 'createPresentation')),
  },
  {
    id: 'start-body',
    sections: ['4.4'],
    title: 'Which bodies does a start accept and refuse?',
    seen: (trace) => requests(trace.keyed('startGeneration')),
  },
  {
    id: 'message-body',
    sections: ['4.6'],
    title: 'Which messages does a job accept and refuse?',
    seen: ({ jobs }) =>
      jobs.flatMap(({ messages, views }) =>
        messages.filter(isDecided).map((call): Seen => {
          const before = views.findLast((view) => isBefore(view.call, call));
          const state = before ? `while ${before.status ?? UNKNOWN}` : 'before any poll';
          return [`${sentShape(call)} ${state} → ${statusText(call)}`, call];
        }),
      ),
  },
  {
    id: 'message-answer',
    sections: ['4.6'],
    title: 'What is the response to a message?',
    seen: (trace) => responses(succeeded(trace, 'sendGenerationMessage')),
  },
  {
    id: 'rename-answer',
    sections: ['4.7'],
    title: 'What is the response to renaming?',
    seen: (trace) => responses(succeeded(trace, 'updatePresentation')),
  },
  {
    id: 'patch-other-fields',
    sections: ['4.7'],
    title: 'How does PATCH treat fields other than the title?',
    seen: (trace) => [
      ...trace
        .keyed('updatePresentation')
        .filter(({ sent }) => Object.keys(Object(jsonOf(sent)) as object).some((name) => name !== 'title'))
        .map((call): Seen => [requestSummary(call), call]),
      ...trace.presentations.flatMap(patchedFields),
    ],
  },
  {
    id: 'transitions',
    sections: ['3'],
    title: 'Which state transitions do jobs make?',
    seen: ({ jobs }) =>
      jobs.flatMap(({ views }) =>
        views.flatMap(({ status, call }, index): readonly Seen[] => {
          const before = views[index - 1];
          if (!before || before.status === status || !isBefore(before.call, call)) return [];
          return [[`${before.status ?? UNKNOWN} → ${status ?? UNKNOWN}`, call]];
        }),
      ),
  },
  {
    id: 'after-a-reply',
    sections: ['3', '4.6'],
    title: 'What follows an accepted reply?',
    seen: ({ jobs }) =>
      jobs.flatMap(repliesOf).flatMap(({ call, before, after }): readonly Seen[] => {
        if (!call.ok || !after) return [];
        const isSame = fieldOf(before.value, 'message') === fieldOf(after.value, 'message');
        const question = isSame ? 'the same question' : 'another question';
        return [[after.status === 'awaiting_input' ? question : (after.status ?? UNKNOWN), after.call]];
      }),
    unseen: noPollAfterReply,
  },
  {
    id: 'first-view',
    sections: ['3'],
    title: 'What is the state of a job at its first poll?',
    seen: ({ jobs }) =>
      jobs.flatMap(({ views: [first] }): readonly Seen[] =>
        first ? [[first.status ?? UNKNOWN, first.call]] : [],
      ),
  },
  {
    id: 'progress-figures',
    sections: ['2.2'],
    title: 'How do the numbers in progress behave?',
    seen: ({ views }) =>
      views.flatMap(({ call, value }): readonly Seen[] => {
        const progress = fieldOf(value, 'progress');
        const total = fieldOf(progress, 'slides_total');
        const completed = fieldOf(progress, 'slides_completed');
        const areNumbers = typeof total === 'number' && typeof completed === 'number';
        return areNumbers ? [[progressText(total, completed), call]] : [];
      }),
  },
  {
    id: 'tokens-in-views',
    sections: ['2.2'],
    title: 'When is tokens_used present?',
    seen: ({ views }) =>
      views
        .filter(({ status }) => status === 'generating' || status === 'completed')
        .map(({ call, value, status }) => {
          const isPresent = fieldOf(value, 'tokens_used') !== undefined;
          return [`${isPresent ? 'while' : 'not while'} ${status}`, call];
        }),
  },
  {
    id: 'section-shape',
    sections: ['2.1'],
    title: 'What is the shape of an entry of sections?',
    seen: ({ snapshots }) =>
      snapshots.flatMap(({ call, value }): readonly Seen[] => {
        const sections = fieldOf(value, 'sections');
        if (!Array.isArray(sections)) return [];
        return [[sections.length === 0 ? 'no entry: the array is empty' : shapeOf(sections[0]), call]];
      }),
  },
  {
    id: 'address-form',
    sections: ['1', '2.1'],
    title: 'Is the url of a presentation absolute?',
    seen: ({ snapshots }) =>
      snapshots.flatMap(({ call, value }): readonly Seen[] => {
        const url = fieldOf(value, 'url');
        if (typeof url !== 'string') return [];
        return [[/^[a-z][a-z0-9+.-]*:/i.test(url) ? 'it is absolute' : 'it is relative', call]];
      }),
  },
  {
    id: 'error-text',
    sections: ['2.2', '7'],
    title: 'Is the error of a failed job technical?',
    seen: ({ views }) =>
      views.flatMap(({ call, value, status }): readonly Seen[] => {
        const error = fieldOf(value, 'error');
        if (status !== 'failed' || typeof error !== 'string') return [];
        return [[TECHNICAL.test(error) ? 'it is a technical text' : 'it is a text for people', call]];
      }),
  },
  {
    id: 'extra-fields',
    sections: ['2.1', '2.2'],
    title: 'Which undocumented fields are present?',
    seen: ({ views, snapshots }) => [
      ...views.flatMap((view) => undocumented(view, viewFields, 'in a job’s view')),
      ...snapshots.flatMap((snapshot) => undocumented(snapshot, snapshotFields, 'in a presentation')),
    ],
  },
  {
    id: 'rate-headers',
    sections: ['7', '8'],
    title: 'Which headers describe the rate limit?',
    seen: (trace) => namedHeaders(trace).rate.map(([name, call]) => [`${name} with ${call.status}`, call]),
  },
  {
    id: 'request-ids',
    sections: ['7'],
    title: 'Which headers identify a request?',
    seen: (trace) => namedHeaders(trace).requestId,
  },
  {
    id: 'finished-jobs',
    sections: ['3'],
    title: 'What is the response to a later poll of a finished job?',
    seen: ({ jobs }) =>
      jobs.flatMap(({ polls, views }) => {
        const end = views.find((view) => isTerminal(view.status));
        const later = polls.filter((call) => end && isBefore(end.call, call));
        return later.map((call): Seen => [statusText(call), call]);
      }),
  },
];

export const openRows: readonly Rule[] = openTable.map(({ id, seen, unseen, ...facts }) => ({
  ...facts,
  id: `open/${id}`,
  level: 'may',
  judge: (trace) => {
    const all = seen(trace);
    const byMessage = groupBy(all, ([message]) => message);
    const findings = [...byMessage].map(([message, same]): Finding => ({
      kind: 'observed',
      message,
      exchange: same.reduce((first, [, { exchange }]) => Math.min(first, exchange.sequence), Infinity),
      ...(same.length > 1 && { times: same.length }),
    }));
    return {
      checked: all.length,
      findings,
      notReached: unseen ?? 'not seen: a request that shows it',
    };
  },
}));

const UNKNOWN = 'an unknown state';

/** A stack trace, the name of an exception, or a dump. */
const TECHNICAL = /Traceback|\bat \S+ ?\(|\w(?:Exception|Error)\b|\bE[A-Z]{4,}\b|\bnull pointer|^[[{]/;

const succeeded = (trace: Trace, operation: OperationId): readonly Call[] =>
  trace.keyed(operation).filter(isOk);

const refusedWithKey = ({ otherCalls }: Trace): readonly Call[] =>
  otherCalls.filter((call) => isKeyed(call) && call.refused);

const responses = (calls: readonly Call[]): readonly Seen[] =>
  calls.map((call) => [responseSummary(call), call]);

const requests = (calls: readonly Call[]): readonly Seen[] =>
  calls.filter(isDecided).map((call) => [requestSummary(call), call]);

const requestSummary = (call: Call): string => `${sentShape(call)} → ${statusText(call)}`;

function sentShape({ sent }: Call): string {
  const body = jsonOf(sent);
  return isObject(body) ? shapeOf(body) : 'no body';
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
const snapshotFields: ReadonlySet<string> = new Set(presentationFields);

/** At most 20 fields of a value that the interface does not document. */
function undocumented(
  { call, value }: { readonly call: Call; readonly value: object },
  documented: ReadonlySet<string>,
  where: string,
): readonly Seen[] {
  const names = Object.keys(value).filter((name) => !documented.has(name));
  return names.slice(0, 20).map((name) => [`${name.slice(0, 40)}, ${where}`, call]);
}

/** Each value that an accepted PATCH sent and that was another one before, with the response that shows its effect. */
function patchedFields({ patches, snapshots }: Presentation): readonly Seen[] {
  return patches.filter(isOk).flatMap((patch) => {
    const before = snapshots.findLast(({ call }) => isBefore(call, patch));
    const after = snapshots.find(({ call }) => isBefore(patch, call));
    if (!before || !after) return [];
    return ['is_public', 'workspace_id', 'url', 'created_at'].flatMap((field): readonly Seen[] => {
      const sent = fieldOf(jsonOf(patch.sent), field);
      if (sent === undefined || sent === fieldOf(before.value, field)) return [];
      const isSent = fieldOf(after.value, field) === sent;
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
const namedHeaders = perTrace((trace) => {
  const found: Record<'rate' | 'requestId', Seen[]> = { rate: [], requestId: [] };
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
export function shapeOf(value: unknown, depth = 0): string {
  if (value === null) return 'null';
  if (Array.isArray(value))
    return value.length === 0 ? '[ ]' : `[ ${depth < 2 ? shapeOf(value[0], depth + 1) : '…'} ]`;
  if (!isObject(value)) return typeof value;
  let shown = '';
  let count = 0;
  for (const name of Object.keys(value)) {
    if (depth > 1) return '{ … }';
    if (++count > MAX_NAMES) return `{ ${shown}, … }`;
    shown += `${count > 1 ? ', ' : ''}${name.slice(0, 40)}: ${shapeOf(value[name], depth + 1)}`;
  }
  return count === 0 ? '{ }' : `{ ${shown} }`;
}
