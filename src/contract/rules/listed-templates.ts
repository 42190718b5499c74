/** The rules about listed templates: the service can use each of them, and lists each once. Sections 4.1, 4.3 and 4.4. */
import { fieldOf, isObject } from '../../base/json.js';
import { isBefore, isOk, type Call } from '../../trace/call.js';
import { jsonOf } from '../../trace/payload.js';
import { perTrace, type Trace } from '../../trace/trace.js';
import { templateKinds } from '../listed-templates.js';
import type { Finding, Rule } from '../rule.js';
import { inWords } from '../words.js';
import { fail, warn } from './findings.js';

const OPERATIONS = ['startGeneration', 'createPresentation'] as const;
const FIELDS = ['template_id', 'templateId', 'template'];
/** Server errors for one template that a passing fault does not explain. */
const MIN_FAULTS = 2;

export const listedTemplateRules: readonly Rule[] = [
  {
    id: 'templates/can-be-used',
    sections: ['4.1', '4.3', '4.4'],
    level: 'must',
    title: 'A listed template does not end in a server error',
    reading:
      `Counts ${MIN_FAULTS} responses with 5xx to one listed identifier, and no success with it, while requests with another value of the ` +
      'same field of the list succeed before and after them. A service may refuse a template with any 4xx.',
    judge: (trace) => {
      const uses = OPERATIONS.flatMap((operation) =>
        usesOf(trace.keyed(operation)).filter(({ id }) => kindsIn(trace).some((ids) => ids.includes(id))),
      );
      return {
        checked: uses.filter(({ call }) => isOk(call)).length,
        findings: OPERATIONS.flatMap((operation) => faultsOf(trace, operation)),
        notReached: 'not seen: a request with a listed template succeeded',
      };
    },
  },
  {
    id: 'templates/are-listed-once',
    sections: ['4', '4.1'],
    level: 'must',
    title: 'A list of templates does not repeat its entries more often each time',
    reading:
      'An entry that is listed twice is a warning: the shape of a template is open. The rule fails if a later list for the same key has more repeated entries.',
    judge: (trace) => {
      const lists = trace.keyed('listTemplates').filter(isOk);
      return {
        checked: lists.length,
        findings: repeatsIn(lists),
        notReached: 'not seen: a list of templates',
      };
    },
  },
];

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
  const report = more ? fail : warn;
  const worst = more ?? call;
  return [
    report('a list of templates repeats its entries', {
      expected: inWords('each template once'),
      actual: inWords(`${repeatsOf(worst)} repeated`),
      call: worst,
      comparedWith: more && call,
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

/** The values in the first list of templates. Both workspaces of a run may have templates of their own. */
export const kindsIn = perTrace((trace) => {
  const [list] = trace.keyed('listTemplates').filter(isOk);
  return templateKinds(list && jsonOf(list.received));
});

function faultsOf(trace: Trace, operation: (typeof OPERATIONS)[number]): readonly Finding[] {
  const [key] = trace
    .keyed('listTemplates')
    .filter(isOk)
    .map(({ by }) => by.key);
  const uses = usesOf(trace.keyed(operation)).filter(({ call }) => call.by.key === key);
  const failing = [...new Set(uses.filter(({ call }) => call.status >= 500).map(({ id }) => id))];
  return failing.flatMap((id) => {
    const own = uses.filter((use) => use.id === id).map(({ call }) => call);
    const faults = own.filter(({ status }) => status >= 500);
    const [first, last] = [faults[0], faults.at(-1)];
    if (!first || !last || faults.length < MIN_FAULTS || own.some(isOk)) return [];
    const kinds = kindsIn(trace).filter((ids) => ids.includes(id));
    const others = uses.filter(
      ({ call, id: other }) => isOk(call) && kinds.some((ids) => ids.includes(other)),
    );
    const isAround =
      others.some(({ call }) => isBefore(call, first)) && others.some(({ call }) => isBefore(last, call));
    if (!isAround) return [];
    const actual = inWords(`${first.status} for ${JSON.stringify(id)}, ${faults.length} times`);
    return [
      fail('a listed template ends in a server error', { expected: inWords('any 2xx'), actual, call: first }),
    ];
  });
}
