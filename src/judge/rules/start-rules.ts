/** Rows about starting a job: the 202 and its fields, the id, what a start accepts, and how long it takes. Sections 1, 3, 4.4 and 9. */
import { getField, isObject, type JsonObject } from '../../base/json.js';
import { getPath } from '../../base/url-path.js';
import type { JobStatus } from '../../generated/lifecycle.js';
import { basePath } from '../../generated/routes.js';
import { getHeader } from '../../journal/exchange.js';
import { endedBefore, isFromVerify, isSuccess, type Call } from '../model/call.js';
import { isTerminal, parseJobStatus, getStartedJobId } from '../model/call.js';
import { isIdempotentRetry, memoizeByTrace, type Trace } from '../model/trace.js';
import { decodePathSegment } from '../model/operation.js';
import { getJson } from '../model/body.js';
import { toAsciiPrompt } from './checks/ascii-prompt.js';
import type { Finding, RuleResult, Rule } from '../rule.js';
import { NO_ACCEPTED_START, NO_SECOND_START, NO_START, NO_TEMPLATE_START } from './not-covered.js';
import { description, valueOrMissing } from '../description.js';
import { equalJson, haveEqualBodies } from './checks/equal-json.js';
import { getReadableStarts, startFieldRules } from './field-rules.js';
import { violation, ifMultiple, info, createRule, pairWithFirst } from './create-rule.js';
import { listedIds } from './template-rules.js';

const startsOf = (trace: Trace): readonly Call[] => trace.callsWithValidKey('startGeneration');
const accepted = (trace: Trace): readonly Call[] => startsOf(trace).filter(isSuccess);
const refused = ({ call }: StartRequest) => ({ expected: description('any 2xx'), actual: call.status, call });

// What a start returns.

const responseRows: readonly Rule[] = [
  createRule({
    id: 'start/returns-202',
    sections: ['3', '4.4'],
    title: 'A successful start returns 202 Accepted',
    select: accepted,
    notCovered: NO_START,
    check: (call) =>
      call.status === 202
        ? undefined
        : violation('a start returns another status than 202', {
            ...{ expected: 202, actual: call.status, call },
          }),
  }),
  ...startFieldRules,
  createRule({
    id: 'start/poll-url-is-status-path',
    sections: ['3', '4.4', '9'],
    title: 'poll_url is the path of the status endpoint, with the version prefix',
    interpretation: 'poll_url is a path without host and query; the id may be percent-encoded.',
    select: getReadableStarts,
    notCovered: NO_START,
    check: judgePollUrl,
  }),
  createRule({
    id: 'start/unique-generation-id',
    sections: ['2.2', '4.4'],
    title: 'Each started job has its own id',
    interpretation: 'Idempotent retries count once. Ids may be unique per key.',
    select: (trace) => {
      const withId = accepted(trace).filter((call) => getStartedJobId(call) !== undefined);
      return pairWithFirst(withId, (call) => `${call.credential.key ?? ''}\n${getStartedJobId(call)}`);
    },
    notCovered: 'fewer than two jobs were started',
    check: ({ item: call, first }, trace) =>
      first === call || isIdempotentRetry(first, call)
        ? undefined
        : violation('two starts return the same generation_id', {
            expected: description('an unused id'),
            actual: description(`the id ${JSON.stringify(getStartedJobId(call))} again`),
            path: 'generation_id',
            call,
            comparedWith: first,
            doubt: mayShareId(first, call, trace),
          }),
  }),
];

function judgePollUrl(call: Call): Finding | undefined {
  const id = getStartedJobId(call);
  const path = 'poll_url';
  const actual = getField(getJson(call.responseBody), path);
  const expected = `${basePath}/presentations/generate/${id ?? '<generation_id>'}/status`;
  if (typeof actual !== 'string')
    return violation('poll_url must be a string', { expected, actual: valueOrMissing(actual), path, call });
  // The base address may have a longer path.
  const longer = getPath(call.exchange.request.url).replace(/\/?$/, `/${id}/status`);
  if (longer.endsWith(expected) && longer !== expected && actual === longer)
    return info('poll_url contains the base path', { actual, path, call });
  const part = new RegExp(`^${basePath}/presentations/generate/([^?#]+)/status$`).exec(actual)?.[1];
  if (part === undefined)
    return violation('poll_url does not have the documented form', { expected, actual, path, call });
  // Another row judges unusable ids.
  if (id === undefined || decodePathSegment(part) === id) return undefined;
  return violation('poll_url contains the id of another job', { expected, actual, path, call });
}

function mayShareId(first: Call, call: Call, trace: Trace): string | undefined {
  if (haveEqualBodies(first, call)) return 'both starts have the same body';
  const [key, again] = [first, call].map(({ exchange }) =>
    getHeader(exchange.request.headers, 'idempotency-key'),
  );
  if (key !== undefined && key === again) return 'both starts have the same Idempotency-Key';
  // A run ends before a service may give an id to another job.
  return !isFromVerify(call) && hasEndedBetween(first, call, trace)
    ? 'the first job had ended, and the interface does not say how long an id is used'
    : undefined;
}

/** Whether the first job had ended before the second start, and polls after it show another result. */
function hasEndedBetween(first: Call, second: Call, trace: Trace): boolean {
  const ended = trace
    .callsFor('getGenerationStatus', getStartedJobId(first) ?? '')
    .filter((poll) => isTerminal(parseJobStatus(getField(getJson(poll.responseBody), 'status'))));
  const before = ended.filter((poll) => endedBefore(poll, second)).map(resultOf);
  return (
    before.length > 0 && !ended.some((poll) => endedBefore(second, poll) && before.includes(resultOf(poll)))
  );
}

/** The id of the presentation, or the error. */
function resultOf({ responseBody }: Call): unknown {
  const view = getJson(responseBody);
  return getField(getField(view, 'presentation'), 'id') ?? getField(view, 'error');
}

// What a start accepts: a refused body counts beside an accepted one that differs in one field.

/** Statuses that refuse the body. All others can depend on a plan, on the content or on other jobs. */
const REFUSES_BODY: readonly number[] = [400, 422];
/** Refused templates that stand for all of a longer list. */
const MANY_TEMPLATES = 5;

interface StartRequest {
  readonly call: Call;
  readonly body: JsonObject;
}

const requestRows: readonly Rule[] = [
  {
    id: 'start/accepts-prompt',
    sections: ['1', '4.4'],
    level: 'must',
    title: 'A start accepts a prompt',
    interpretation:
      'A service may require further fields. The rule fails only if no start with a prompt succeeds, and the same request succeeds ' +
      'without its prompt, or with the same text in another field.',
    judge: checkPrompt,
  },
  {
    id: 'start/accepts-listed-template',
    sections: ['4.4'],
    level: 'must',
    title: 'A start accepts a listed template in template_id',
    interpretation:
      'The rule fails only if the same request succeeds without its template_id, for two templates that presentations were created ' +
      `from, and for all listed templates or ${MANY_TEMPLATES}. A plan may exclude templates with 402 or 403.`,
    judge: checkTemplate,
  },
  {
    id: 'start/accepts-unicode-and-long-prompts',
    sections: ['4.4'],
    level: 'must',
    title: 'A start accepts quotes, Unicode and long text in prompt',
    interpretation:
      'Fails for 5xx to such a prompt at least twice, if no start with one succeeds, and the same start with a plain or short prompt does: in a ' +
      'recording, before the last of them.',
    judge: (trace) => {
      const judged = promptKinds.map((kind) => checkPromptVariant(kind, startsOf(trace)));
      return {
        checked: judged.reduce((sum, { checked }) => sum + checked, 0),
        findings: judged.flatMap(({ findings }) => findings),
        notCovered: NO_ACCEPTED_START,
      };
    },
  },
];

const bodiesOf = (calls: readonly Call[]): readonly StartRequest[] =>
  calls.flatMap((call) => {
    const body = getJson(call.requestBody);
    return isObject(body) ? [{ call, body }] : [];
  });
const refusedBodies = (trace: Trace): readonly StartRequest[] =>
  bodiesOf(startsOf(trace).filter(({ status }) => REFUSES_BODY.includes(status)));

const count = (starts: readonly StartRequest[], field: string): number =>
  starts.filter(({ body }) => typeof getField(body, field) === 'string').length;

const valuesOf = (starts: readonly StartRequest[], field: string): ReadonlySet<unknown> =>
  new Set(starts.map(({ body }) => getField(body, field)));

/** The refused starts beside an accepted one without this field. */
const refusedWith = (
  field: string,
  bodies: readonly StartRequest[],
  others: readonly StartRequest[],
): readonly StartRequest[] =>
  bodies.filter(({ body }) => {
    const { [field]: removed, ...rest } = body;
    return typeof removed === 'string' && others.some((other) => equalJson(rest, other.body));
  });

function checkPrompt(trace: Trace): RuleResult {
  const others = bodiesOf(accepted(trace));
  const checked = count(others, 'prompt');
  if (checked > 0) return { checked, findings: [] };
  const notReached = startsOf(trace).length === 0 ? NO_START : NO_ACCEPTED_START;
  const bodies = refusedBodies(trace);
  for (const start of bodies)
    for (const other of others) {
      const field = fieldOfPrompt(start, other);
      if (field === undefined) continue;
      const message = `a start is refused with the text in prompt, and accepted with the same text in ${field}`;
      return { checked: 1, findings: [violation(message, refused(start))], notCovered: notReached };
    }
  const withPrompt = refusedWith('prompt', bodies, others);
  const [first] = withPrompt;
  // One prompt may have been refused for its content or its length.
  if (!first || valuesOf(withPrompt, 'prompt').size < 2)
    return { checked: 0, findings: [], notCovered: notReached };
  const message = 'a start with prompt is rejected, without prompt accepted';
  return { checked: 1, findings: [violation(message, refused(first))], notCovered: notReached };
}

/** The name of the field that has the prompt, if this is the only difference of the two requests. */
function fieldOfPrompt({ body }: StartRequest, other: StartRequest): string | undefined {
  const field = Object.keys(other.body).find((name) => !Object.hasOwn(body, name));
  if (field === undefined) return undefined;
  const { [field]: text, ...others } = other.body;
  const { prompt, ...rest } = body;
  return text === prompt && equalJson(others, rest) ? field : undefined;
}

function checkTemplate(trace: Trace): RuleResult {
  const others = bodiesOf(accepted(trace));
  const checked = count(others, 'template_id');
  if (checked > 0) return { checked, findings: [] };
  const withTemplate = refusedWith('template_id', refusedBodies(trace), others);
  const proven = withTemplate.filter(({ body }) => isCreatedFrom(getField(body, 'template_id'), trace));
  const [first] = proven;
  if (!first) return { checked: 0, findings: [], notCovered: NO_TEMPLATE_START };
  const template = String(getField(first.body, 'template_id'));
  const listed = listedIds(trace).find((ids) => ids.includes(template))?.length ?? 0;
  const isEach =
    valuesOf(proven, 'template_id').size > 1 &&
    valuesOf(withTemplate, 'template_id').size >= Math.min(listed, MANY_TEMPLATES);
  const message =
    'a start is refused with a template that a presentation was created from, and accepted without it';
  const doubt = isEach ? undefined : 'some templates may be for creating only';
  return { checked: 1, findings: [violation(message, { ...refused(first), doubt })] };
}

const isCreatedFrom = (template: unknown, trace: Trace): boolean =>
  trace
    .callsWithValidKey('createPresentation')
    .some(
      (call) =>
        call.isSuccess && Object.values(Object(getJson(call.requestBody)) as object).includes(template),
    );

/** A passing fault does not repeat. */
const MIN_FAULTS = 2;
/** Characters of a long prompt of `deckhand verify`. */
const LONG_PROMPT = 800;

/** A kind of prompt that a start can fail for. */
interface PromptVariant {
  /** What an accepted prompt is instead. */
  readonly simpler: string;
  readonly has: (prompt: string, call: Call) => boolean;
  /** Whether an accepted prompt is the same one, without what it can fail for. */
  readonly isSimplerThan: (prompt: string, accepted: string) => boolean;
}

const promptKinds: readonly PromptVariant[] = [
  {
    simpler: 'plain ASCII',
    has: (prompt) => toAsciiPrompt(prompt) !== prompt,
    isSimplerThan: (prompt, other) => other === toAsciiPrompt(prompt),
  },
  {
    simpler: 'a short form',
    has: (prompt, call) => prompt.length >= LONG_PROMPT && isFromVerify(call),
    isSimplerThan: (prompt, other) => prompt.startsWith(other),
  },
];

function checkPromptVariant(
  { simpler, has, isSimplerThan }: PromptVariant,
  starts: readonly Call[],
): Pick<RuleResult, 'checked' | 'findings'> {
  const tried = starts.filter((call) => has(promptOf(call), call));
  // Of a long recording, no pair of starts is compared.
  if (tried.some(isSuccess)) return { checked: tried.length, findings: [] };
  const others = starts
    .filter(isSuccess)
    .map((call) => ({ call, prompt: promptOf(call), rest: restOf(call) }));
  const failed = tried.flatMap((call) => {
    const [prompt, rest] = [promptOf(call), restOf(call)];
    const twins = others.filter((other) => other.rest === rest && isSimplerThan(prompt, other.prompt));
    return twins.length > 0 ? [{ call, twins }] : [];
  });
  const [first] = failed;
  if (!first) return { checked: 0, findings: [] };
  const faults = failed.filter(({ call }) => call.status >= 500);
  const last = faults.at(-1);
  // A run waits between the two.
  const isLasting =
    last && (isFromVerify(last.call) || last.twins.some(({ call }) => endedBefore(call, last.call)));
  const finding = violation(`a start fails with a prompt, and succeeds with the same prompt in ${simpler}`, {
    expected: description('any 2xx'),
    actual: first.call.status,
    call: first.call,
    doubt:
      faults.length >= MIN_FAULTS && isLasting
        ? undefined
        : 'a service may refuse a prompt, and a fault may pass',
  });
  return { checked: tried.length, findings: [finding] };
}

const promptOf = ({ requestBody }: Call): string => String(getField(getJson(requestBody), 'prompt'));

/** The body without its prompt. */
const restOf = ({ requestBody }: Call): string =>
  JSON.stringify({ ...Object(getJson(requestBody)), prompt: '' });

// How long a start takes.

/** Ms. */
const MAX_START_MS = 5_000;
/** Ms for which a start waits, if it waits for another job. */
const MIN_BLOCKED_MS = 2_000;
/** Starts that waited. One alone may be slow for another reason. */
const MIN_BLOCKED_STARTS = 2;
/** Starts that wait take this many times longer than each other request. */
const MIN_SLOWDOWN = 2;
/** Starts that do the work of their job take this many times longer than the usual request. */
const MIN_WORK_FACTOR = 10;

const durationRows: readonly Rule[] = [
  createRule({
    id: 'start/is-asynchronous',
    sections: ['1', '4.4'],
    title: 'A start returns before the job ends',
    interpretation:
      `More than ${MAX_START_MS / 1000} s is a warning if other requests are faster, and less is observed. The rule fails if each start takes at least ` +
      `${MIN_BLOCKED_MS / 1000} s and ${MIN_WORK_FACTOR} times as long as other requests, and the next poll shows the end of its job.`,
    select: accepted,
    notCovered: NO_START,
    check: (call, trace) => {
      const duration = durationOf(call);
      if (findSynchronousStarts(trace).includes(call))
        return violation('a start returns only after its job has ended', {
          ...{ expected: description('a response at once'), actual: secondsOf(call), call },
        });
      if (duration <= MAX_START_MS)
        return info(`a start takes less than ${duration < 1000 ? 1 : MAX_START_MS / 1000} s`, { call });
      const message = 'a start takes longer than five seconds';
      const details = { expected: description('a response at once'), actual: secondsOf(call), call };
      return duration < 2 * medianDuration(trace) + MAX_START_MS
        ? info(message, details)
        : violation(message, { ...details, doubt: 'the interface gives no number' });
    },
  }),
  {
    id: 'start/not-blocked-by-other-job',
    sections: ['1', '4.4'],
    level: 'must',
    title: 'A start is not blocked by another job',
    interpretation:
      `At least ${MIN_BLOCKED_STARTS} starts while another job of the key is under way take ${MIN_BLOCKED_MS / 1000} s or longer, while each start without one, and ` +
      `each other request, take less than half of that.`,
    judge: (trace) => ({
      checked: ifMultiple(accepted(trace)).length,
      findings: findBlockedStarts(trace),
      notCovered: NO_SECOND_START,
    }),
  },
];

function findBlockedStarts(trace: Trace): readonly Finding[] {
  const starts = accepted(trace);
  // Of starts at the same time, one pause of the service or of the client makes all slow.
  const slow = starts
    .filter((call) => durationOf(call) >= MIN_BLOCKED_MS && hasActiveJob(call, trace, ['generating']))
    .filter((call, index, all) => all.slice(0, index).every((other) => endedBefore(other, call)));
  const [first] = slow;
  if (!first || slow.length < MIN_BLOCKED_STARTS) return [];
  const quick = Math.min(...slow.map(durationOf)) / MIN_SLOWDOWN;
  // A job with a question may go on at any time.
  const alone = starts.filter(
    (call) => !hasActiveJob(call, trace, ['generating', 'awaiting_input', undefined]),
  );
  const others = trace.calls.filter(({ operation }) => operation !== 'startGeneration');
  if (![...alone, ...others].every((call) => durationOf(call) < quick)) return [];
  const isCertain = isFromVerify(first) || slow.every((call) => durationOf(call) >= MAX_START_MS);
  return [
    violation('a start is blocked while another job runs', {
      ...{ expected: description('a response at once'), actual: secondsOf(first), call: first },
      doubt: isCertain ? undefined : 'a service may be slow under load',
    }),
  ];
}

/** Whether a job of the same key has started before, and its last poll before the call, if any, showed one of these states. */
function hasActiveJob(call: Call, { jobs }: Trace, states: readonly (JobStatus | undefined)[]): boolean {
  return jobs.some(({ owner, start, views }) => {
    if (owner !== call.credential.key || start === undefined || !endedBefore(start, call)) return false;
    const last = views.findLast((view) => endedBefore(view.call, call));
    return last === undefined || states.includes(last.status);
  });
}

const durationOf = ({ exchange }: Call): number => exchange.endedAt - exchange.startedAt;

const secondsOf = (call: Call) => description(`${Math.round(durationOf(call) / 100) / 10} s`);

/** The starts during which their jobs did all their work, if at least two and all did so. */
const findSynchronousStarts = memoizeByTrace((trace): readonly Call[] => {
  const polled = accepted(trace).flatMap((call) => {
    const [view] = trace.getJob(getStartedJobId(call) ?? '')?.views ?? [];
    return view ? [{ call, view }] : [];
  });
  const working = polled.filter(({ call, view }) => {
    const pause = view.call.exchange.startedAt - call.exchange.endedAt;
    const isSlow = durationOf(call) >= Math.max(MIN_BLOCKED_MS, MIN_WORK_FACTOR * medianDuration(trace));
    return isSlow && isTerminal(view.status) && pause * MIN_SLOWDOWN <= durationOf(call);
  });
  return working.length < MIN_BLOCKED_STARTS || working.length < polled.length
    ? []
    : working.map(({ call }) => call);
});

/** The median duration of other successful calls, in ms. */
const medianDuration = memoizeByTrace((trace) => {
  const durations = trace.succeeded
    .filter(({ operation }) => operation !== 'startGeneration')
    .map(durationOf)
    .sort((one, two) => one - two);
  return durations[Math.floor(durations.length / 2)] ?? 0;
});

export const startRules: readonly Rule[] = [...responseRows, ...durationRows, ...requestRows];
