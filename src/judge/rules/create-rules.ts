/** Rules about POST /presentations. Sections 2.1, 4.2, 4.3 and 5. */
import { groupBy } from '../../base/group-by.js';
import { getField, isObject, type JsonObject } from '../../base/json.js';
import { validate } from '../../generated/validate-documented.js';
import { endedBefore, isProcessed, isNotFound, isFromVerify, isSuccess, type Call } from '../model/call.js';
import { getJson } from '../model/body.js';
import { memoizeByTrace, type Trace } from '../model/trace.js';
import { mayBeEditedExternally, mayBeDeletedExternally } from '../downgrades/external-changes.js';
import { isWithinConsistencyWindow } from '../downgrades/consistency.js';
import { mayBeOutage } from '../downgrades/outages.js';
import type { Finding, Rule } from '../rule.js';
import { isStoredForm } from './checks/compare-titles.js';
import { description } from '../description.js';
import { compareReads } from './checks/compare-presentations.js';
import { findSharedIdCause } from './checks/shared-ids.js';
import { violation, createRule } from './create-rule.js';

const NO_CREATION = 'no presentation in a response of POST /presentations';

const INTERPRETATION =
  'Checked only if a 200 or 201 contains one presentation (2.1). Other responses are info.';

/** Server errors for one body that a transient error does not explain. */
const MIN_SERVER_ERRORS = 3;

const MIN_REJECTIONS = 2;

/** Failed fetches after which a presentation counts as missing. Server errors may be transient. */
const MIN_FETCHES = { rejected: 2, failed: 3 };

/** Statuses of a presentation that is not ready yet. */
const NOT_READY = new Set([408, 409, 423, 425]);

/** Statuses that reject the request itself. */
const INVALID_REQUEST = new Set([400, 404, 422]);

interface CreatedPresentation {
  readonly call: Call;
  readonly id: string;
  readonly value: JsonObject;
}

interface Creation {
  readonly call: Call;
  readonly id: string;
}

const getCreatedPresentations = memoizeByTrace((trace): readonly CreatedPresentation[] =>
  trace.callsWithValidKey('createPresentation').flatMap((call) => {
    const value = findPresentation(call);
    return value ? [{ call, id: String(getField(value, 'id')), value }] : [];
  }),
);

/** The presentation in the response: the body, or one of its fields. */
function findPresentation({ status, responseBody }: Call): JsonObject | undefined {
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
    interpretation: `${INTERPRETATION} 408, 409, 423 and 425 mean "not ready yet".`,
    judge: (trace) => {
      const created = getCreatedPresentations(trace);
      const findings = [
        ...created.flatMap((one) => checkFetchable(one, trace) ?? []),
        ...checkIdOnlyResponses(trace),
      ];
      return { checked: created.length, findings, notCovered: NO_CREATION };
    },
  },
  createRule({
    id: 'create/matches-fetched-presentation',
    sections: ['2.1', '4.2', '4.3'],
    title: 'The response of POST /presentations matches the fetched presentation',
    interpretation: `${INTERPRETATION} Slides are not compared: they may be added later.`,
    select: getCreatedPresentations,
    notCovered: NO_CREATION,
    check: checkEqual,
  }),
  createRule({
    id: 'create/unique-id',
    sections: ['1', '2.1', '4.3'],
    title: 'Each created presentation has its own id',
    interpretation:
      'Compares creations with the same key and different titles, and creations with the presentations of jobs. The id is that in the ' +
      'response, as far as a fetch or a presentation in the response confirms it.',
    select: (trace) => getCreations(trace),
    notCovered: NO_CREATION,
    check: checkUniqueId,
  }),
  {
    id: 'create/no-persistent-error',
    sections: ['1', '4.3'],
    level: 'must',
    title: 'POST /presentations does not fail permanently',
    interpretation:
      `Fails after ${MIN_SERVER_ERRORS} 5xx in a row without a later success, for a known good body. Also after ${MIN_REJECTIONS} 4xx for a body that ` +
      'worked before. A quota may use another status.',
    judge: (trace) => {
      const calls = trace.callsWithValidKey('createPresentation');
      return {
        checked: calls.filter(isSuccess).length,
        findings: [...groupBy(calls, ({ credential }) => credential.key).values()].flatMap((own) =>
          checkPersistentErrors(own, trace),
        ),
        notCovered: 'no POST /presentations in the traffic',
      };
    },
  },
];

/** Each creation with its id: that of the presentation in the response, or `id` in the body if a fetch finds it. */
const getCreations = memoizeByTrace((trace): readonly Creation[] =>
  trace.callsWithValidKey('createPresentation').flatMap((call) => {
    if (!call.isSuccess) return [];
    const presentation = findPresentation(call);
    const id = getField(presentation ?? getJson(call.responseBody), 'id');
    if (typeof id !== 'string' || id === '') return [];
    const isFetched = trace.callsFor('getPresentation', id).some(isSuccess);
    return presentation || isFetched ? [{ call, id }] : [];
  }),
);

const getTitleSent = ({ requestBody }: Call): unknown => getField(getJson(requestBody), 'title');

function checkUniqueId({ call, id }: Creation, trace: Trace): Finding | undefined {
  const isOfKey = (other: Call): boolean => other.credential.key === call.credential.key;
  const details = {
    ...{ expected: description('an unused id'), actual: id, path: 'id', call },
    ...findSharedIdCause(id, trace),
  };
  const first = getCreations(trace).find((other) => other.id === id && isOfKey(other.call));
  if (first && first.call !== call && getTitleSent(first.call) !== getTitleSent(call))
    return violation('two POST /presentations return the same id', { ...details, comparedWith: first.call });
  const read = trace.presentationReads.find(
    (other) =>
      other.source === 'job' &&
      getField(other.value, 'id') === id &&
      isOfKey(other.call) &&
      endedBefore(call, other.call),
  );
  return (
    read &&
    violation('a job returns the id of a presentation that POST /presentations created', {
      ...details,
      path: 'presentation.id',
      call: read.call,
      comparedWith: call,
      about: read.job?.start,
    })
  );
}

/** The fetches by its creator that the service processed, without redirects. */
const getFetches = (id: string, { credential }: Call, trace: Trace): readonly Call[] =>
  trace
    .callsFor('getPresentation', id)
    .filter(
      (fetch) =>
        fetch.credential.key === credential.key &&
        (fetch.isSuccess || (isProcessed(fetch) && fetch.status >= 400 && !NOT_READY.has(fetch.status))),
    );

function checkFetchable({ id, call: creation }: CreatedPresentation, trace: Trace): Finding | undefined {
  const fetches = getFetches(id, creation, trace);
  const call = fetches.findLast((fetch) => !isWithinConsistencyWindow(creation, fetch, trace));
  if (!call || fetches.some(isSuccess) || call.status === 401) return undefined;
  const minFetches = fetches.every(({ status }) => status >= 500) ? MIN_FETCHES.failed : MIN_FETCHES.rejected;
  if (fetches.length < minFetches) return undefined;
  return violation('a created presentation cannot be fetched', {
    ...{ expected: description('any 2xx'), actual: call.status, call, comparedWith: creation },
    // External deletions do not explain that no created presentation was ever found.
    downgrade: isEachLost(trace) ? undefined : mayBeDeletedExternally(call, trace),
  });
}

function isEachLost(trace: Trace): boolean {
  const fetchesById = getCreatedPresentations(trace)
    .map(({ id, call }) => getFetches(id, call, trace))
    .filter(({ length }) => length > 0);
  return fetchesById.length > 1 && !fetchesById.some((fetches) => fetches.some(isSuccess));
}

/** Checks responses that contain only an id. */
function checkIdOnlyResponses(trace: Trace): readonly Finding[] {
  const withPresentation = new Set(getCreatedPresentations(trace).map(({ call }) => call));
  const withId = trace.presentations.flatMap(({ id, createdBy }) =>
    createdBy?.operation === 'createPresentation' && !withPresentation.has(createdBy)
      ? [{ id, createdBy }]
      : [],
  );
  return [...groupBy(withId, ({ createdBy }) => createdBy)].flatMap(([createdBy, own]) => {
    const fetches = own.flatMap(({ id }) => getFetches(id, createdBy, trace));
    const call = fetches.findLast((fetch) => !isWithinConsistencyWindow(createdBy, fetch, trace));
    if (!call || !fetches.every(isNotFound) || fetches.length < MIN_FETCHES.rejected) return [];
    return [
      violation('no GET finds the returned id', {
        ...{ expected: description('any 2xx'), actual: call.status, call, comparedWith: createdBy },
        downgrade: 'the id may not be that of the presentation',
      }),
    ];
  });
}

function checkEqual(
  { call: creation, id, value: created }: CreatedPresentation,
  trace: Trace,
): readonly Finding[] {
  const call = getFetches(id, creation, trace).find(isSuccess);
  const value = call && getJson(call.responseBody);
  if (!call || !isObject(value)) return [];
  // A rename may be the cause.
  if (trace.callsFor('updatePresentation', id).some((patch) => !endedBefore(call, patch))) return [];
  const earlier = { call: creation, source: 'get', value: created } as const;
  const later = { call, source: 'get', value } as const;
  const getDowngrade = (field: string, expected: unknown, actual: unknown): string | undefined => {
    if (field === 'created_at' || field === 'is_public')
      return 'the spec does not define the response of POST /presentations';
    if (field !== 'title') return undefined;
    return isStoredForm(String(expected), String(actual))
      ? 'a service may trim or truncate a title'
      : mayBeEditedExternally({ earlier, later }, trace);
  };
  return compareReads({ earlier, later }, ['id', 'title', 'workspace_id', 'created_at', 'is_public']).map(
    ({ field, path, expected, actual }) =>
      violation(`${path} differs between the POST response and GET`, {
        ...{ expected, actual, path, call, comparedWith: creation },
        downgrade: getDowngrade(field, expected, actual),
      }),
  );
}

/** Checks whether the creations of one key end in a persistent error. */
function checkPersistentErrors(own: readonly Call[], trace: Trace): readonly Finding[] {
  const later = own.slice(own.findLastIndex(isSuccess) + 1);
  const errors = later.filter((call) => call.status >= 500 && isKnownBody(call, own, trace));
  const rejections = later.filter(
    (call) =>
      INVALID_REQUEST.has(call.status) &&
      wasAcceptedBefore(call, own) &&
      !mayRejectTitle(call, own) &&
      !mayRejectHeader(call, own),
  );
  return [
    ...(isPersistent(errors, trace)
      ? toViolation('POST /presentations always returns 5xx', errors, MIN_SERVER_ERRORS)
      : []),
    ...toViolation('POST /presentations rejects a body that it accepted before', rejections, MIN_REJECTIONS),
  ];
}

function toViolation(message: string, calls: readonly Call[], min: number): readonly Finding[] {
  const [call] = calls;
  if (!call || calls.length < min) return [];
  return [violation(message, { expected: description('any 2xx'), actual: call.status, call })];
}

/** Whether the body is valid: the service accepted one with the same fields, or it comes from an option. */
function isKnownBody(call: Call, own: readonly Call[], { options }: Trace): boolean {
  if (options.hasCreateBody === true) return true;
  const fields = getFieldNames(call);
  return own.some((other) => other.isSuccess && getFieldNames(other) === fields);
}

/** Whether the errors are not those of an outage: another request succeeds after the first one, and they last. */
function isPersistent(errors: readonly Call[], { succeeded }: Trace): boolean {
  const [first, last] = [errors[0], errors.at(-1)];
  if (!first || !last || mayBeOutage(first, last) !== undefined) return false;
  return isFromVerify(first) || succeeded.some((call) => endedBefore(first, call));
}

/** Whether the header of the key may be the reason: no creation with it succeeded. Rules about keys report that. */
const mayRejectHeader = ({ credential: { header } }: Call, own: readonly Call[]): boolean =>
  own.every((call) => !call.isSuccess || call.credential.header !== header);

/** Whether the title may be the reason: it is blank, longer than each accepted one, or not unique. */
function mayRejectTitle(call: Call, own: readonly Call[]): boolean {
  const title = isFromVerify(call) ? undefined : findTitle(call);
  if (typeof title !== 'string') return false;
  const known = own.filter(isSuccess).map(findTitle);
  const texts = known.filter((other) => typeof other === 'string');
  return title.trim() === '' || known.includes(title) || texts.every(({ length }) => length < title.length);
}

const findTitle = ({ requestBody }: Call): unknown =>
  getField(getJson(requestBody), 'title') ?? getField(getJson(requestBody), 'name');

/** Whether the key created a presentation with the same body except for the title. */
const wasAcceptedBefore = (call: Call, own: readonly Call[]): boolean =>
  own.some((other) => other.isSuccess && withoutTitle(other) === withoutTitle(call));

const withoutTitle = ({ requestBody }: Call): string =>
  JSON.stringify(getJson(requestBody), (name, value: unknown) => (name === 'title' ? typeof value : value));

const getFieldNames = ({ requestBody }: Call): string =>
  Object.keys(Object(getJson(requestBody)) as object).join();
