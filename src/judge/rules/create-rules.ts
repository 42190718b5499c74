/** Rows about presentations that were created from a template, where the response holds one. Sections 2.1, 4.2, 4.3 and 5. */
import { groupBy } from '../../base/group-by.js';
import { getField, isObject, type JsonObject } from '../../base/json.js';
import { validate } from '../../generated/validate-documented.js';
import { endedBefore, isProcessed, isNotFound, isFromVerify, isSuccess, type Call } from '../model/call.js';
import { getJson } from '../model/body.js';
import { memoizeByTrace, type Trace } from '../model/trace.js';
import {
  mayBeEditedExternally,
  mayBeDeletedExternally,
  isWithinConsistencyWindow,
  mayBeOutage,
} from '../downgrades/downgrades.js';
import type { Finding, Rule } from '../rule.js';
import { isStoredForm } from './checks/compare-titles.js';
import { description } from '../description.js';
import { compareReads } from './checks/compare-presentations.js';
import { violation, createRule } from './create-rule.js';

const noCreation = 'not seen: the response to creating held a presentation';
const reading = 'Checked only if a 200 or 201 contains one presentation (2.1). Other responses are info.';

/** Server errors to one body that no passing fault explains. */
const MANY_FAULTS = 3;
const MANY_REFUSALS = 2;
/** Failed fetches after which a presentation counts as missing. Server errors may pass. */
const MIN_FETCHES = { rejected: 2, failed: 3 };

interface CreatedPresentation {
  readonly call: Call;
  readonly id: string;
  readonly value: JsonObject;
}

const getCreatedPresentations = memoizeByTrace((trace): readonly CreatedPresentation[] =>
  trace.callsWithValidKey('createPresentation').flatMap((call) => {
    const value = presentationIn(call);
    return value ? [{ call, id: String(getField(value, 'id')), value }] : [];
  }),
);

/** The presentation in the response: the body, or one of its fields. */
function presentationIn({ status, responseBody }: Call): JsonObject | undefined {
  const body = status === 200 || status === 201 ? getJson(responseBody) : undefined;
  if (!isObject(body)) return undefined;
  const found = [body, ...Object.values(body)]
    .filter(isObject)
    .filter((value) => validate('Presentation', value).length === 0);
  // The template may have the same shape.
  return found.length === 1 ? found[0] : undefined;
}

export const createRules: readonly Rule[] = [
  {
    id: 'create/returned-id-is-fetchable',
    sections: ['1', '4.2', '4.3', '5'],
    level: 'must',
    title: 'A created presentation can be fetched with the same key',
    interpretation: `${reading} 408, 409, 423 and 425 mean "not ready yet".`,
    judge: (trace) => {
      const created = getCreatedPresentations(trace);
      const findings = [
        ...created.flatMap((one) => checkFetchable(one, trace) ?? []),
        ...checkIdOnlyResponses(trace),
      ];
      return { checked: created.length, findings, notCovered: noCreation };
    },
  },
  createRule({
    id: 'create/matches-fetched-presentation',
    sections: ['2.1', '4.2', '4.3'],
    title: 'The response of POST /presentations matches the fetched presentation',
    interpretation: `${reading} Slides are not compared: they may be added later.`,
    select: getCreatedPresentations,
    notCovered: noCreation,
    check: checkEqual,
  }),
  createRule({
    id: 'create/unique-id',
    sections: ['1', '2.1', '4.3'],
    title: 'Each created presentation has its own id',
    interpretation: `${reading} Compares creations with the same key and different titles.`,
    select: getCreatedPresentations,
    notCovered: noCreation,
    check: ({ call, id }, trace) => {
      const first = getCreatedPresentations(trace).find(
        (other) => other.id === id && other.call.credential.key === call.credential.key,
      );
      const [title, other] = [call, first?.call].map(
        (one) => one && getField(getJson(one.requestBody), 'title'),
      );
      if (!first || title === other) return undefined;
      return violation('two POST /presentations return the same id', {
        expected: description('an unused id'),
        actual: id,
        path: 'id',
        call,
        comparedWith: first.call,
      });
    },
  }),
  {
    id: 'create/no-persistent-error',
    sections: ['1', '4.3'],
    level: 'must',
    title: 'POST /presentations does not fail permanently',
    interpretation:
      `Counts ${MANY_FAULTS} responses in a row with 5xx, and no success after them, to a body with the fields that the service accepted ` +
      `before, or to the body that the user of \`deckhand verify\` gave. Counts ${MANY_REFUSALS} refusals as invalid or unknown, too, if the key ` +
      'created one with the same fields and the same template before, and the title is not the reason. A service may limit the number with another status.',
    judge: (trace) => {
      const calls = trace.callsWithValidKey('createPresentation');
      return {
        checked: calls.filter(isSuccess).length,
        findings: [...groupBy(calls, ({ credential }) => credential.key).values()].flatMap((own) =>
          checkLastingErrors(own, trace),
        ),
        notCovered: 'not seen: a request created a presentation',
      };
    },
  },
];

/** Statuses of a presentation that is not ready yet. */
const ASKS_TO_WAIT = new Set([408, 409, 423, 425]);

/** The fetches by its creator that the service carried out or refused: a redirect does neither. */
const fetchesOf = (id: string, { credential }: Call, trace: Trace): readonly Call[] =>
  trace
    .callsFor('getPresentation', id)
    .filter(
      (fetch) =>
        fetch.credential.key === credential.key &&
        (fetch.isSuccess || (isProcessed(fetch) && fetch.status >= 400 && !ASKS_TO_WAIT.has(fetch.status))),
    );

function checkFetchable({ id, call: creation }: CreatedPresentation, trace: Trace): Finding | undefined {
  const fetches = fetchesOf(id, creation, trace);
  const call = fetches.findLast((fetch) => !isWithinConsistencyWindow(creation, fetch, trace));
  if (!call || fetches.some(isSuccess) || call.status === 401) return undefined;
  const least = fetches.every(({ status }) => status >= 500) ? MIN_FETCHES.failed : MIN_FETCHES.rejected;
  if (fetches.length < least) return undefined;
  return violation('a created presentation cannot be fetched', {
    ...{ expected: description('any 2xx'), actual: call.status, call, comparedWith: creation },
    // Deletions elsewhere do not explain that no created presentation was ever found.
    doubt: isEachLost(trace) ? undefined : mayBeDeletedExternally(call, trace),
  });
}

function isEachLost(trace: Trace): boolean {
  const looked = getCreatedPresentations(trace)
    .map(({ id, call }) => fetchesOf(id, call, trace))
    .filter(({ length }) => length > 0);
  return looked.length > 1 && !looked.some((fetches) => fetches.some(isSuccess));
}

/** Creations with an id alone. */
function checkIdOnlyResponses(trace: Trace): readonly Finding[] {
  const whole = new Set(getCreatedPresentations(trace).map(({ call }) => call));
  const bare = trace.presentations.flatMap(({ id, createdBy }) =>
    createdBy?.operation === 'createPresentation' && !whole.has(createdBy) ? [{ id, createdBy }] : [],
  );
  return [...groupBy(bare, ({ createdBy }) => createdBy)].flatMap(([createdBy, own]) => {
    const fetches = own.flatMap(({ id }) => fetchesOf(id, createdBy, trace));
    const call = fetches.findLast((fetch) => !isWithinConsistencyWindow(createdBy, fetch, trace));
    if (!call || !fetches.every(isNotFound) || fetches.length < MIN_FETCHES.rejected) return [];
    return [
      violation('no GET finds the returned id', {
        ...{ expected: description('any 2xx'), actual: call.status, call, comparedWith: createdBy },
        doubt: 'it may be another id than that of the presentation',
      }),
    ];
  });
}

function checkEqual(
  { call: creation, id, value: created }: CreatedPresentation,
  trace: Trace,
): readonly Finding[] {
  const call = fetchesOf(id, creation, trace).find(isSuccess);
  const value = call && getJson(call.responseBody);
  if (!call || !isObject(value)) return [];
  // A rename may be the cause.
  if (trace.callsFor('updatePresentation', id).some((patch) => !endedBefore(call, patch))) return [];
  const earlier = { call: creation, source: 'get', value: created } as const;
  const later = { call, source: 'get', value } as const;
  const doubtOf = (field: string, expected: unknown, actual: unknown): string | undefined => {
    if (field === 'created_at' || field === 'is_public') return 'the response to creating is open';
    if (field !== 'title') return undefined;
    return isStoredForm(String(expected), String(actual))
      ? 'a service may trim or cut a title'
      : mayBeEditedExternally({ earlier, later }, trace);
  };
  return compareReads({ earlier, later }, ['id', 'title', 'workspace_id', 'created_at', 'is_public']).map(
    ({ field, path, expected, actual }) =>
      violation(`${path} differs between the response to creating and the fetched presentation`, {
        ...{ expected, actual, path, call, comparedWith: creation },
        doubt: doubtOf(field, expected, actual),
      }),
  );
}

/** Refusals that are about the request itself. */
const INVALID = new Set([400, 404, 422]);

/** Whether the creations of one key end in an error for good. */
function checkLastingErrors(own: readonly Call[], trace: Trace): readonly Finding[] {
  const later = own.slice(own.findLastIndex(isSuccess) + 1);
  const faults = later.filter((call) => call.status >= 500 && isKnownBody(call, own, trace));
  const refusals = later.filter(
    (call) => INVALID.has(call.status) && isAcceptedBefore(call, own) && !mayRefuseTitle(call, own),
  );
  return [
    ...(isLasting(faults, trace)
      ? violationFor('POST /presentations always returns 5xx', faults, MANY_FAULTS)
      : []),
    ...violationFor('POST /presentations rejects a body that it accepted before', refusals, MANY_REFUSALS),
  ];
}

function violationFor(message: string, calls: readonly Call[], least: number): readonly Finding[] {
  const [call] = calls;
  if (!call || calls.length < least) return [];
  return [violation(message, { expected: description('any 2xx'), actual: call.status, call })];
}

/** Whether the service must be able to read the body: it accepted one with the same fields, or the user gave it. */
function isKnownBody(call: Call, own: readonly Call[], { options }: Trace): boolean {
  if (options.hasCreateBody === true) return true;
  const fields = fieldsOf(call);
  return own.some((other) => other.isSuccess && fieldsOf(other) === fields);
}

/** The whole service may be down: nothing else succeeds after the first fault, or they pass soon. */
function isLasting(faults: readonly Call[], { succeeded }: Trace): boolean {
  const [first, last] = [faults[0], faults.at(-1)];
  if (!first || !last || mayBeOutage(first, last) !== undefined) return false;
  return isFromVerify(first) || succeeded.some((call) => endedBefore(first, call));
}

/** Whether the title may be the reason: it is blank, longer than each accepted one, or taken. Those of a run are plain and new. */
function mayRefuseTitle(call: Call, own: readonly Call[]): boolean {
  const title = isFromVerify(call) ? undefined : titleIn(call);
  if (typeof title !== 'string') return false;
  const known = own.filter(isSuccess).map(titleIn);
  const texts = known.filter((other) => typeof other === 'string');
  return title.trim() === '' || known.includes(title) || texts.every(({ length }) => length < title.length);
}

const titleIn = ({ requestBody }: Call): unknown =>
  getField(getJson(requestBody), 'title') ?? getField(getJson(requestBody), 'name');

/** Whether the key created a presentation with the same fields and the same values, apart from the title. */
const isAcceptedBefore = (call: Call, own: readonly Call[]): boolean =>
  own.some((other) => other.isSuccess && withoutTitle(other) === withoutTitle(call));

const withoutTitle = ({ requestBody }: Call): string =>
  JSON.stringify(getJson(requestBody), (name, value: unknown) => (name === 'title' ? typeof value : value));

const fieldsOf = ({ requestBody }: Call): string =>
  Object.keys(Object(getJson(requestBody)) as object).join();
