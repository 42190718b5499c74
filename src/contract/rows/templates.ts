/** Rows about templates: the list, and whether the service can use what it lists. Sections 4.1, 4.3 and 4.4. */
import { fieldOf, isObject, type JsonObject } from '../../base/json.js';
import { isBefore, isJsonSuccess, isOk, type Call } from '../model/call.js';
import { jsonOf } from '../model/payload.js';
import { perTrace, type Trace } from '../model/trace.js';
import { templateKinds } from '../listed-templates.js';
import type { Finding, Rule } from '../rule.js';
import { inWords } from '../words.js';
import { broken, row } from './row.js';

const USERS = ['startGeneration', 'createPresentation'] as const;
const FIELDS = ['template_id', 'templateId', 'template'];
/** Server errors for one template that a passing fault does not explain. */
const MIN_FAULTS = 2;

const listsOf = (trace: Trace): readonly Call[] => trace.keyed('listTemplates').filter(isOk);

export const templateRows: readonly Rule[] = [
  row({
    id: 'templates/are-a-list',
    sections: ['4.1'],
    title: 'GET /templates returns a list',
    reading:
      'The interface does not document the shape: an array, an object that contains an array or an object, or a map from identifiers to names.',
    items: (trace) => trace.keyed('listTemplates').filter(isJsonSuccess),
    unseen: 'not seen: a response contained a list of templates',
    check: (call) => {
      const actual = jsonOf(call.received);
      if (Array.isArray(actual) || (isObject(actual) && mayBeList(actual))) return undefined;
      const hasNull = isObject(actual) && Object.values(actual).includes(null);
      return broken('GET /templates does not return a list', {
        ...{ expected: inWords('an array, or an object that contains one'), actual, call },
        doubt: hasNull ? 'some programs write an empty list as null' : undefined,
      });
    },
  }),
  {
    id: 'templates/are-listed-once',
    sections: ['4', '4.1'],
    level: 'must',
    title: 'A list of templates does not repeat its entries more often each time',
    reading: 'The rule fails if a later list for the same key has more repeated entries.',
    judge: (trace) => ({
      checked: listsOf(trace).length,
      findings: repeatsIn(listsOf(trace)),
      notReached: 'not seen: a list of templates',
    }),
  },
  {
    id: 'templates/can-be-used',
    sections: ['4.1', '4.3', '4.4'],
    level: 'must',
    title: 'A listed template does not end in a server error',
    reading:
      `Counts ${MIN_FAULTS} responses with 5xx to one listed identifier, and no success with it, while requests with another value of the ` +
      'same field of the list succeed before and after them. A service may refuse a template with any 4xx.',
    judge: (trace) => ({
      checked: USERS.flatMap((operation) => usesOf(trace.keyed(operation))).filter(
        ({ call, id }) => call.ok && listedIds(trace).some((ids) => ids.includes(id)),
      ).length,
      findings: USERS.flatMap((operation) => faultsOf(trace, operation)),
      notReached: 'not seen: a request with a listed template succeeded',
    }),
  },
];

/** Names of fields that no identifier of a template has. */
const FIELD_NAMES = /^(?:error|message|status)$/i;

/** Whether an object may contain a list or be a map of templates: to objects, or to their names. An empty map has no templates. */
function mayBeList(value: JsonObject): boolean {
  const values = Object.values(value);
  if (values.some((item) => typeof item === 'object' && item !== null)) return true;
  const isNamed = Object.keys(value).every((name) => !FIELD_NAMES.test(name));
  // A map of names may have a further field.
  const names = values.filter((item) => typeof item === 'string').length;
  return isNamed && names >= values.length / 2;
}

/** The largest array in a list of templates of any shape. */
function entriesOf(value: unknown, depth = 0): readonly unknown[] {
  if (Array.isArray(value)) return value;
  if (!isObject(value) || depth > 1) return [];
  return Object.values(value)
    .map((inner) => entriesOf(inner, depth + 1))
    .reduce((most, entries) => (entries.length > most.length ? entries : most), []);
}

function repeatsOf(call: Call): number {
  const entries = entriesOf(jsonOf(call.received)).map((entry) => JSON.stringify(entry));
  return entries.length - new Set(entries).size;
}

function repeatsIn(lists: readonly Call[]): readonly Finding[] {
  const call = lists.find((list) => repeatsOf(list) > 0);
  if (!call) return [];
  const more = lists.find(
    (list) => list.by.key === call.by.key && isBefore(call, list) && repeatsOf(list) > repeatsOf(call),
  );
  const worst = more ?? call;
  return [
    broken('a list of templates repeats its entries', {
      expected: inWords('each template once'),
      actual: inWords(`${repeatsOf(worst)} repeated`),
      call: worst,
      comparedWith: more && call,
      doubt: more ? undefined : 'the shape of a template is open',
    }),
  ];
}

interface Use {
  readonly call: Call;
  readonly id: string;
}

function usesOf(calls: readonly Call[]): readonly Use[] {
  return calls.flatMap((call) => {
    const body = jsonOf(call.sent);
    const id = FIELDS.map((name) => fieldOf(body, name)).find((value) => typeof value === 'string');
    return typeof id === 'string' ? [{ call, id }] : [];
  });
}

/** The values in the first list of templates, by their field. Both workspaces of a run may have templates of their own. */
export const listedIds = perTrace((trace) => {
  const [list] = listsOf(trace);
  return templateKinds(list && jsonOf(list.received));
});

function faultsOf(trace: Trace, operation: (typeof USERS)[number]): readonly Finding[] {
  const key = listsOf(trace)[0]?.by.key;
  const uses = usesOf(trace.keyed(operation)).filter(({ call }) => call.by.key === key);
  const failing = new Set(uses.filter(({ call }) => call.status >= 500).map(({ id }) => id));
  return [...failing].flatMap((id) => {
    const own = uses.filter((use) => use.id === id).map(({ call }) => call);
    const faults = own.filter(({ status }) => status >= 500);
    const [first, last] = [faults[0], faults.at(-1)];
    if (!first || !last || faults.length < MIN_FAULTS || own.some(isOk)) return [];
    const fields = listedIds(trace).filter((ids) => ids.includes(id));
    const others = uses.filter(({ call, id: other }) => call.ok && fields.some((ids) => ids.includes(other)));
    const isAround =
      others.some(({ call }) => isBefore(call, first)) && others.some(({ call }) => isBefore(last, call));
    if (!isAround) return [];
    const actual = inWords(`${first.status} for ${JSON.stringify(id)}, ${faults.length} times`);
    return [
      broken('a listed template ends in a server error', {
        ...{ expected: inWords('any 2xx'), actual, call: first },
      }),
    ];
  });
}
