/**
 * Rules about the two documented fields of a start. Section 4.4 leaves open which of them are required, and a service may
 * require further ones. So a refusal counts only beside an accepted request that differs from it in this field alone.
 */
import type { Judgement, Rule } from '../rule.js';
import { fieldOf, isObject, type JsonObject } from '../../base/json.js';
import { jsonOf } from '../../trace/payload.js';
import { isOk, type Call } from '../../trace/call.js';
import type { Trace } from '../../trace/trace.js';
import { equalJson } from './equal-json.js';
import { fail, warn } from './findings.js';
import { kindsIn } from './listed-templates.js';
import { noAcceptedStart, noStart, noTemplateStart } from './reasons.js';
import { inWords } from '../words.js';

/** Statuses that refuse the body. All others can depend on a plan, on the content or on other jobs. */
const REFUSES_BODY = new Set([400, 422]);

/** Refused templates that stand for all of a longer list. */
const MANY_TEMPLATES = 5;

interface Start {
  readonly call: Call;
  readonly body: JsonObject;
}

export const startRequestRules: readonly Rule[] = [
  {
    id: 'start/takes-a-prompt',
    sections: ['1', '4.4'],
    level: 'must',
    title: 'A start accepts the text of the presentation in prompt',
    reading:
      'A service may require further fields. The rule fails only if no start with a prompt succeeds, and the same request succeeds ' +
      'without its prompt, or with the same text in another field.',
    judge: judgePrompt,
  },
  {
    id: 'start/takes-a-template',
    sections: ['4.4'],
    level: 'must',
    title: 'A start accepts a template of the list in template_id',
    reading:
      'The rule fails only if the same request succeeds without its template_id, for two templates that presentations were created ' +
      `from, and for all listed templates or ${MANY_TEMPLATES}: some may be for creating only. A plan may exclude templates with 402 or 403.`,
    judge: judgeTemplate,
  },
];

function startsOf(trace: Trace): { readonly accepted: readonly Start[]; readonly refused: readonly Start[] } {
  const starts = trace.keyed('startGeneration').flatMap((call): Start[] => {
    const body = jsonOf(call.sent);
    return isObject(body) ? [{ call, body }] : [];
  });
  return {
    accepted: starts.filter(({ call }) => isOk(call)),
    refused: starts.filter(({ call }) => REFUSES_BODY.has(call.status)),
  };
}

function judgePrompt(trace: Trace): Judgement {
  const { accepted, refused } = startsOf(trace);
  const checked = accepted.filter(({ body }) => has(body, 'prompt')).length;
  if (checked > 0) return { checked, findings: [] };
  const notReached = trace.keyed('startGeneration').length === 0 ? noStart : noAcceptedStart;
  const [renamed] = refused.flatMap((start) =>
    accepted.flatMap((other) => renamedPrompt(start, other) ?? []),
  );
  if (renamed) {
    const message = `a start is refused with the text in prompt, and accepted with the same text in ${renamed.field}`;
    return { checked: 1, findings: [fail(message, detailsOf(renamed.refused))], notReached };
  }
  const pairs = refused.filter((start) => accepted.some((other) => isWithout('prompt', start, other)));
  const prompts = new Set(pairs.map(({ body }) => fieldOf(body, 'prompt')));
  const [first] = pairs;
  // One prompt may have been refused for its content or its length.
  if (!first || prompts.size < 2) return { checked: 0, findings: [], notReached };
  const message = 'a start is refused with a prompt, and accepted without one';
  return { checked: 1, findings: [fail(message, detailsOf(first))], notReached };
}

function judgeTemplate(trace: Trace): Judgement {
  const { accepted, refused } = startsOf(trace);
  const checked = accepted.filter(({ body }) => has(body, 'template_id')).length;
  if (checked > 0) return { checked, findings: [] };
  const pairs = refused.filter((start) => accepted.some((other) => isWithout('template_id', start, other)));
  const proven = pairs.filter(({ body }) => isCreatedFrom(fieldOf(body, 'template_id'), trace));
  const [first] = proven;
  if (!first) return { checked: 0, findings: [], notReached: noTemplateStart };
  // Some templates may be meant for other purposes.
  const isEach = templatesOf(pairs).size >= Math.min(numberOfListed(trace, first), MANY_TEMPLATES);
  const report = templatesOf(proven).size > 1 && isEach ? fail : warn;
  const message =
    'a start is refused with a template that a presentation was created from, and accepted without it';
  return { checked: 1, findings: [report(message, detailsOf(first))] };
}

const templatesOf = (starts: readonly Start[]): ReadonlySet<unknown> =>
  new Set(starts.map(({ body }) => fieldOf(body, 'template_id')));

/** The number of templates in the list that holds the template of the start. */
function numberOfListed(trace: Trace, { body }: Start): number {
  const template = String(fieldOf(body, 'template_id'));
  return kindsIn(trace).find((ids) => ids.includes(template))?.length ?? 0;
}

const has = (body: JsonObject, name: string): boolean => typeof fieldOf(body, name) === 'string';

const detailsOf = ({ call }: Start) => ({ expected: inWords('any 2xx'), actual: call.status, call });

/** Whether the accepted body is the refused one without this field. */
function isWithout(name: string, { body: refused }: Start, { body: accepted }: Start): boolean {
  const { [name]: removed, ...rest } = refused;
  return typeof removed === 'string' && equalJson(rest, accepted);
}

/** The name of the field that has the prompt, if this is the only difference of the two requests. */
function renamedPrompt(
  refused: Start,
  accepted: Start,
): { readonly field: string; readonly refused: Start } | undefined {
  const field = Object.keys(accepted.body).find((name) => !Object.hasOwn(refused.body, name));
  if (field === undefined) return undefined;
  const { [field]: text, ...others } = accepted.body;
  const { prompt, ...rest } = refused.body;
  return text === prompt && equalJson(others, rest) ? { field, refused } : undefined;
}

function isCreatedFrom(template: unknown, trace: Trace): boolean {
  return trace
    .keyed('createPresentation')
    .some((call) => call.ok && Object.values(Object(jsonOf(call.sent)) as object).includes(template));
}
