/** Rules about templates: the list, and whether its ids can be used. Sections 4.1, 4.3 and 4.4. */
import { getField, isObject, type JsonObject } from '../../base/json.js';
import { endedBefore, isJsonSuccess, isSuccess, type Call } from '../model/call.js';
import { getJson } from '../model/body.js';
import { memoizeByTrace, type Trace } from '../model/trace.js';
import { findTemplateIdGroups } from './checks/template-ids.js';
import type { Finding, Rule } from '../rule.js';
import { description } from '../description.js';
import { violation, createRule, pairWithFirst } from './create-rule.js';

const OPERATIONS_WITH_TEMPLATE = ['startGeneration', 'createPresentation'] as const;

const TEMPLATE_FIELDS = ['template_id', 'templateId', 'template'];

/** Server errors for one template that a transient error does not explain. */
const MIN_SERVER_ERRORS = 2;

/** Field names that are never template ids. */
const FIELD_NAMES = /^(?:error|message|status)$/i;

interface Use {
  readonly call: Call;
  readonly id: string;
}

const getLists = (trace: Trace): readonly Call[] =>
  trace.callsWithValidKey('listTemplates').filter(isSuccess);

export const templateRules: readonly Rule[] = [
  createRule({
    id: 'templates/returns-list',
    sections: ['4.1'],
    title: 'GET /templates returns a list',
    interpretation:
      'The shape is unspecified: an array, an object with an array or object, or a map of ids to names.',
    select: (trace) => trace.callsWithValidKey('listTemplates').filter(isJsonSuccess),
    notCovered: 'no list of templates in the traffic',
    check: (call) => {
      const actual = getJson(call.responseBody);
      if (Array.isArray(actual) || (isObject(actual) && mayBeList(actual))) return undefined;
      const hasNull = isObject(actual) && Object.values(actual).includes(null);
      return violation('GET /templates does not return a list', {
        ...{ expected: description('an array, or an object that contains one'), actual, call },
        downgrade: hasNull ? 'some programs write an empty list as null' : undefined,
      });
    },
  }),
  {
    id: 'templates/no-duplicates',
    sections: ['4', '4.1'],
    level: 'must',
    title: 'GET /templates returns no duplicates',
    interpretation: 'Warns about duplicates. Fails if a later list for the same key has more of them.',
    judge: (trace) => ({
      checked: getLists(trace).length,
      findings: findDuplicates(getLists(trace)),
      notCovered: 'no list of templates in the traffic',
    }),
  },
  createRule({
    id: 'templates/keeps-entries',
    sections: ['1', '4.1'],
    title: 'GET /templates does not lose templates',
    interpretation:
      'Compares each list with the first one for the same key, by the ids of its entries. Only a warning: users may delete templates.',
    select: (trace) =>
      pairWithFirst(getLists(trace), ({ credential }) => credential.key).filter(
        ({ item, first }) => item !== first,
      ),
    notCovered: 'no two lists of templates for one key in the traffic',
    check: ({ item, first }) => checkLostEntries(first, item),
  }),
  {
    id: 'templates/no-5xx-for-listed-id',
    sections: ['4.1', '4.3', '4.4'],
    level: 'must',
    title: 'A listed template id never causes a 5xx',
    interpretation:
      'Fails after two 5xx for one listed id without a success, if other listed ids work before and after. Any 4xx is allowed.',
    judge: (trace) => ({
      checked: OPERATIONS_WITH_TEMPLATE.flatMap((operation) =>
        getUses(trace.callsWithValidKey(operation)),
      ).filter(({ call, id }) => call.isSuccess && getListedIds(trace).some((ids) => ids.includes(id)))
        .length,
      findings: OPERATIONS_WITH_TEMPLATE.flatMap((operation) => findServerErrors(trace, operation)),
      notCovered: 'no successful request with a listed template',
    }),
  },
];

/** Whether an object may contain a list, or map template ids to objects or names. */
function mayBeList(value: JsonObject): boolean {
  const values = Object.values(value);
  if (values.some((item) => typeof item === 'object' && item !== null)) return true;
  const isNamed = Object.keys(value).every((name) => !FIELD_NAMES.test(name));
  // A map of names may have an additional field.
  const names = values.filter((item) => typeof item === 'string').length;
  return isNamed && names >= values.length / 2;
}

/** The largest array in a list of templates of any shape. */
function findEntries(value: unknown, depth = 0): readonly unknown[] {
  if (Array.isArray(value)) return value;
  if (!isObject(value) || depth > 1) return [];
  return Object.values(value)
    .map((inner) => findEntries(inner, depth + 1))
    .reduce((most, entries) => (entries.length > most.length ? entries : most), []);
}

function countDuplicates(call: Call): number {
  const entries = findEntries(getJson(call.responseBody)).map((entry) => JSON.stringify(entry));
  return entries.length - new Set(entries).size;
}

function findDuplicates(lists: readonly Call[]): readonly Finding[] {
  const call = lists.find((list) => countDuplicates(list) > 0);
  if (!call) return [];
  const more = lists.find(
    (list) =>
      list.credential.key === call.credential.key &&
      endedBefore(call, list) &&
      countDuplicates(list) > countDuplicates(call),
  );
  const worst = more ?? call;
  return [
    violation('GET /templates returns duplicates', {
      expected: description('each template once'),
      actual: description(`${countDuplicates(worst)} repeated`),
      call: worst,
      comparedWith: more && call,
      downgrade: more ? undefined : 'the spec does not define the shape of a template',
    }),
  ];
}

/** The ids of the most likely field. */
const getIds = (list: Call): readonly string[] => findTemplateIdGroups(getJson(list.responseBody))[0] ?? [];

function checkLostEntries(first: Call, list: Call): Finding | undefined {
  const [before, after] = [getIds(first), getIds(list)];
  const lost = before.filter((id) => !after.includes(id));
  // A list may be a page of a longer one, in any order.
  if (lost.length === 0 || (after.length >= before.length && after.length > 0)) return undefined;
  const isEmpty = after.length === 0;
  return violation(
    isEmpty ? 'a list of templates is empty, an earlier one was not' : 'a list of templates has lost entries',
    {
      expected: description(`${before.length} templates, as before`),
      actual: description(isEmpty ? 'none' : `${after.length}, without ${JSON.stringify(lost[0])}`),
      call: list,
      comparedWith: first,
      downgrade: 'a user may have deleted templates elsewhere',
    },
  );
}

function getUses(calls: readonly Call[]): readonly Use[] {
  return calls.flatMap((call) => {
    const body = getJson(call.requestBody);
    const id = TEMPLATE_FIELDS.map((name) => getField(body, name)).find((value) => typeof value === 'string');
    return typeof id === 'string' ? [{ call, id }] : [];
  });
}

/** The values in the first list of templates, grouped by field. Another workspace may have other templates. */
export const getListedIds = memoizeByTrace((trace) => {
  const [list] = getLists(trace);
  return findTemplateIdGroups(list && getJson(list.responseBody));
});

function findServerErrors(
  trace: Trace,
  operation: (typeof OPERATIONS_WITH_TEMPLATE)[number],
): readonly Finding[] {
  const key = getLists(trace)[0]?.credential.key;
  const uses = getUses(trace.callsWithValidKey(operation)).filter(({ call }) => call.credential.key === key);
  const failing = new Set(uses.filter(({ call }) => call.status >= 500).map(({ id }) => id));
  return [...failing].flatMap((id) => {
    const own = uses.filter((use) => use.id === id).map(({ call }) => call);
    const errors = own.filter(({ status }) => status >= 500);
    const [first, last] = [errors[0], errors.at(-1)];
    if (!first || !last || errors.length < MIN_SERVER_ERRORS || own.some(isSuccess)) return [];
    const fields = getListedIds(trace).filter((ids) => ids.includes(id));
    const others = uses.filter(
      ({ call, id: other }) => call.isSuccess && fields.some((ids) => ids.includes(other)),
    );
    const isAround =
      others.some(({ call }) => endedBefore(call, first)) &&
      others.some(({ call }) => endedBefore(last, call));
    if (!isAround) return [];
    const actual = description(`${first.status} for ${JSON.stringify(id)}, ${errors.length} times`);
    return [
      violation('a listed template id causes a 5xx', {
        ...{ expected: description('any 2xx'), actual, call: first },
      }),
    ];
  });
}
