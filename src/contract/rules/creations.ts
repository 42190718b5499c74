/** Rules about presentations that were created from a template, where the response holds one. Sections 2.1, 4.2, 4.3 and 5. */
import { validate } from '../../generated/validate-documented.js';
import { groupBy } from '../../base/group-by.js';
import { fieldOf, isObject, type JsonObject } from '../../base/json.js';
import { isBefore, isDecided, isOk, type Call } from '../../trace/call.js';
import { jsonOf } from '../../trace/payload.js';
import type { Trace } from '../../trace/trace.js';
import type { Finding, Rule } from '../rule.js';
import { inWords } from '../words.js';
import { differencesOf } from './compared-fields.js';
import { creationsOf, isOfVerify } from './creators.js';
import { mayBeChangedElsewhere, mayBeDeletedElsewhere } from './elsewhere.js';
import { checkEach, fail, warn } from './findings.js';
import { isLasting, isWithinSettling } from './settling.js';
import { mayBecome } from '../title-change.js';

const noCreation = 'not seen: the response to creating held a presentation';
const reading =
  'Judged only if the response is a 200 or 201 that holds one presentation with the fields of 2.1. Other responses are observed.';

/** Server errors to one body that no passing fault explains. */
const MANY_FAULTS = 3;
/** Refusals that are about the request itself. */
const INVALID = new Set([400, 404, 422]);
const MANY_REFUSALS = 2;
/** Failed fetches after which a presentation counts as missing. Server errors may pass. */
const MIN_FETCHES = { refused: 2, failed: 3 };

export const creationRules: readonly Rule[] = [
  {
    id: 'create/can-be-fetched',
    sections: ['1', '4.2', '4.3', '5'],
    level: 'must',
    title: 'The key that created a presentation can fetch it',
    reading:
      `${reading} An id without such a presentation that no fetch finds is a warning. A replica may not know it yet for two seconds (an option changes this time). 408, 409, 423 and 425 ask to wait. ` +
      'In a recording, people may delete one elsewhere: that is a warning, unless no created presentation is ever found.',
    judge: (trace) => {
      const { findings, ...judged } = checkEach(createdOf, noCreation, judgeFetches)(trace);
      return { ...judged, findings: [...findings, ...unknownIds(trace)] };
    },
  },
  {
    id: 'create/same-when-fetched',
    sections: ['2.1', '4.2', '4.3'],
    level: 'must',
    title: 'A created presentation is the same when it is fetched',
    reading: `${reading} Slides may follow later, so they are not compared. Another created_at or is_public, a title that is trimmed or cut, and in a recording any title with another updated_at, are warnings.`,
    judge: checkEach(createdOf, noCreation, judgeFetched),
  },
  {
    id: 'create/ids-are-fresh',
    sections: ['1', '2.1', '4.3'],
    level: 'must',
    title: 'Two created presentations have two ids',
    reading: `${reading} Only creations with different titles, with one key, count.`,
    judge: checkEach(createdOf, noCreation, (created, trace) => {
      const first = createdOf(trace).find(
        (other) => other.id === created.id && other.call.by.key === created.call.by.key,
      );
      const titles = [first, created].map((each) => each && fieldOf(jsonOf(each.call.sent), 'title'));
      if (!first || titles[0] === titles[1]) return undefined;
      return fail('two creations with different titles return the same id', {
        expected: inWords('an unused id'),
        actual: created.id,
        path: 'id',
        call: created.call,
        comparedWith: first.call,
      });
    }),
  },
  {
    id: 'create/does-not-break',
    sections: ['1', '4.3'],
    level: 'must',
    title: 'Creating a presentation does not end in an error for good',
    reading:
      `Counts ${MANY_FAULTS} responses in a row with 5xx, and no success after them, to a body with the fields that the service accepted ` +
      'before, or to the body that the user of `deckhand verify` gave. To other bodies, 5xx leaves the run incomplete. ' +
      `Counts ${MANY_REFUSALS} refusals as invalid or unknown, too, if the key created one with the same fields and the same template before. ` +
      'In a recording, faults count only if they last a minute and other requests succeed meanwhile, and a refusal does not count if its ' +
      'title is blank, longer than each accepted one, or used before. ' +
      'A service may limit the number with another status, such as 402, 403, 409 and 429.',
    judge: (trace) => {
      const calls = trace.keyed('createPresentation');
      const findings = [...groupBy(calls, ({ by }) => by.key).values()].flatMap((own) => {
        const later = own.slice(own.findLastIndex(isOk) + 1);
        const faults = lasting(
          later.filter((call) => call.status >= 500 && isKnownBody(call, own, trace)),
          trace,
        );
        const refusals = later.filter(
          (call) => INVALID.has(call.status) && isAcceptedBefore(call, own) && !mayRefuseTitle(call, own),
        );
        return [
          ...brokenFor('creating a presentation always ends in a server error', faults, MANY_FAULTS),
          ...brokenFor('a creation like an earlier one is refused', refusals, MANY_REFUSALS),
        ];
      });
      return {
        checked: calls.filter(isOk).length,
        findings,
        notReached: 'not seen: a request created a presentation',
      };
    },
  },
];

interface Created {
  readonly call: Call;
  readonly id: string;
  readonly value: JsonObject;
}

function createdOf(trace: Trace): readonly Created[] {
  return trace.keyed('createPresentation').flatMap((call) => {
    const value = presentationIn(call);
    return value ? [{ call, id: String(fieldOf(value, 'id')), value }] : [];
  });
}

/** The presentation in the response: the body, or one of its fields. */
function presentationIn(call: Call): JsonObject | undefined {
  if (call.status !== 200 && call.status !== 201) return undefined;
  const body = jsonOf(call.received);
  if (!isObject(body)) return undefined;
  const found = [body, ...Object.values(body)]
    .filter(isObject)
    .filter((value) => validate('Presentation', value).length === 0);
  // The template may have the same shape.
  return found.length === 1 ? found[0] : undefined;
}

const fetchesOf = ({ call, id }: Pick<Created, 'call' | 'id'>, trace: Trace): readonly Call[] =>
  trace.about('getPresentation', id).filter((fetch) => fetch.by.key === call.by.key && isResult(fetch));

/** Whether the service fetched or refused it: a redirect does neither. */
const isResult = (call: Call): boolean =>
  call.ok || (isDecided(call) && call.status >= 400 && !ASKS_TO_WAIT.has(call.status));

/** Statuses of a presentation that is not ready yet. */
const ASKS_TO_WAIT = new Set([408, 409, 423, 425]);

function judgeFetches(created: Created, trace: Trace): Finding | undefined {
  const fetches = fetchesOf(created, trace);
  const late = fetches.filter((fetch) => !isWithinSettling(created.call, fetch, trace));
  const [last] = late.slice(-1);
  if (!last || fetches.some(isOk)) return undefined;
  const least = fetches.every(({ status }) => status >= 500) ? MIN_FETCHES.failed : MIN_FETCHES.refused;
  if (fetches.length < least || last.status === 401) return undefined;
  const isElsewhere = mayBeDeletedElsewhere(last, trace) && !isEachLost(trace);
  return (isElsewhere ? warn : fail)('a created presentation cannot be fetched', {
    expected: inWords('any 2xx'),
    actual: last.status,
    call: last,
    comparedWith: created.call,
  });
}

/** Whether no created presentation was ever found: deletions elsewhere do not explain that. */
function isEachLost(trace: Trace): boolean {
  const looked = createdOf(trace).filter((created) => fetchesOf(created, trace).length > 0);
  return looked.length > 1 && !looked.some((created) => fetchesOf(created, trace).some(isOk));
}

/** Creations with an id alone, which may be another one than that of the presentation. */
function unknownIds(trace: Trace): readonly Finding[] {
  const whole = new Set(createdOf(trace).map(({ call }) => call));
  const bare = [...creationsOf(trace)].filter(([, call]) => !whole.has(call));
  return [...groupBy(bare, ([, call]) => call)].flatMap(([call, ids]) => {
    const fetches = ids.flatMap(([id]) => fetchesOf({ call, id: String(id) }, trace));
    const last = fetches.findLast((fetch) => !isWithinSettling(call, fetch, trace));
    const isUnknown = fetches.every(({ status }) => status === 404 || status === 410);
    if (!last || !isUnknown || fetches.length < MIN_FETCHES.refused) return [];
    const details = { expected: inWords('any 2xx'), actual: last.status, call: last, comparedWith: call };
    return [warn('no fetch finds the id in the response to creating', details)];
  });
}

function judgeFetched(created: Created, trace: Trace): readonly Finding[] {
  const fetched = fetchesOf(created, trace).find(isOk);
  const value = fetched && jsonOf(fetched.received);
  if (!fetched || !isObject(value)) return [];
  // A rename may be the cause.
  if (trace.about('updatePresentation', created.id).some((patch) => !isBefore(fetched, patch))) return [];
  const earlier = { call: created.call, source: 'fetched', value: created.value } as const;
  const later = { call: fetched, source: 'fetched', value } as const;
  const fields = ['id', 'title', 'workspace_id', 'created_at', 'is_public'] as const;
  const isElsewhere = mayBeChangedElsewhere({ earlier, later }, trace);
  return differencesOf({ earlier, later }, fields).map(({ field, path, expected, actual }) => {
    const mayDiffer = field === 'created_at' || field === 'is_public';
    const isAdapted = field === 'title' && (isElsewhere || mayBecome(String(expected), String(actual)));
    return (mayDiffer || isAdapted ? warn : fail)(
      `${path} differs between the response to creating and the fetched presentation`,
      { expected, actual, path, call: fetched, comparedWith: created.call },
    );
  });
}

/** Whether the service must be able to read the body: it accepted one with the same fields, or the user gave it. */
function isKnownBody(call: Call, own: readonly Call[], { options }: Trace): boolean {
  if (options.isCreateBodyGiven === true) return true;
  const fields = fieldsOf(call);
  return own.some((other) => other.ok && fieldsOf(other) === fields);
}

/** The faults, unless the whole service may be down: nothing else succeeds after the first of them, or they pass soon. */
function lasting(faults: readonly Call[], { succeeded }: Trace): readonly Call[] {
  const [first, last] = [faults[0], faults.at(-1)];
  if (!first || !last || !isLasting(first, last)) return [];
  const isWorking = succeeded.some((call) => isBefore(first, call));
  return isWorking || isOfVerify(first) ? faults : [];
}

/** Whether the title may be the reason: it is blank, longer than each accepted one, or taken. Those of a run are plain and new. */
function mayRefuseTitle(call: Call, own: readonly Call[]): boolean {
  if (isOfVerify(call)) return false;
  const title = titleIn(call);
  const accepted = own.filter(isOk).flatMap((other) => titleIn(other) ?? []);
  return (
    title !== undefined &&
    (title.trim() === '' ||
      accepted.includes(title) ||
      accepted.every((other) => other.length < title.length))
  );
}

function titleIn({ sent }: Call): string | undefined {
  const title = fieldOf(jsonOf(sent), 'title') ?? fieldOf(jsonOf(sent), 'name');
  return typeof title === 'string' ? title : undefined;
}

function brokenFor(message: string, calls: readonly Call[], least: number): readonly Finding[] {
  const [first] = calls;
  if (!first || calls.length < least) return [];
  return [fail(message, { expected: inWords('any 2xx'), actual: first.status, call: first })];
}

/** Whether the key created a presentation with the same fields and the same values, apart from the title. */
const isAcceptedBefore = (call: Call, own: readonly Call[]): boolean =>
  own.some((other) => other.ok && withoutTitle(other) === withoutTitle(call));

const withoutTitle = ({ sent }: Call): string =>
  JSON.stringify(jsonOf(sent), (name, value: unknown) => (name === 'title' ? typeof value : value));

const fieldsOf = ({ sent }: Call): string => Object.keys(Object(jsonOf(sent)) as object).join();
