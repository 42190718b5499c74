/** Rules about starting a job: the 202 and its fields, the id, what a start accepts, and how long it takes. Sections 1, 3, 4.4 and 9. */
import { isObject, getField, type JsonObject } from '../../base/json.js';
import {
  isJsonSuccess,
  type Call,
  endedBefore,
  isFromVerify,
  isSuccess,
  isTerminal,
  parseJobStatus,
  getStartedJobId,
} from '../model/call.js';
import { type Trace, memoizeByTrace } from '../model/trace.js';
import { getJson } from '../model/body.js';
import type { Rule, Finding, RuleResult } from '../rule.js';
import { NO_START, NO_ACCEPTED_START, NO_SECOND_START, NO_TEMPLATE_START } from './not-covered.js';
import { description, MISSING_FIELD, valueOrMissing } from '../description.js';
import { violation, createRule, ifMultiple, info, pairWithFirst } from './create-rule.js';
import { checkField } from './checks/check-field.js';
import { getPath } from '../../base/url-path.js';
import type { JobStatus } from '../../generated/lifecycle.js';
import { basePath } from '../../generated/routes.js';
import { getHeader } from '../../journal/exchange.js';
import { isIdempotentRetry } from '../model/job-history.js';
import { decodePathSegment } from '../model/operation.js';
import { toAsciiPrompt } from './checks/ascii-prompt.js';
import { equalJson, haveEqualBodies } from './checks/equal-json.js';
import { getListedIds } from './template-rules.js';

/** Statuses that reject the body. Other statuses can be about a plan, the content or other jobs. */
const REJECTS_BODY: readonly number[] = [400, 422];

/** Rejected templates that are enough for a longer list. */
const MAX_TEMPLATES = 5;

/** A transient error does not occur twice. */
const MIN_SERVER_ERRORS = 2;

/** Characters of a long prompt of `deckhand verify`. */
const MIN_LONG_PROMPT = 800;

const MAX_START_MS = 5_000;

/** Minimum duration of a blocked start, in ms. */
const MIN_BLOCKED_MS = 2_000;

/** One slow start may have another reason. */
const MIN_BLOCKED_STARTS = 2;

/** Blocked starts take this many times as long as any other request. */
const MIN_SLOWDOWN = 2;

/** Synchronous starts take this many times as long as the median request. */
const MIN_SYNCHRONOUS_SLOWDOWN = 10;

interface StartRequest {
  readonly call: Call;
  readonly body: JsonObject;
}

/** A kind of prompt that a start may fail for. */
interface PromptVariant {
  /** As in `a start fails for NAME`. */
  readonly name: string;
  /** As in `and works for FORM`. */
  readonly simplerForm: string;
  readonly has: (prompt: string, call: Call) => boolean;
  /** Whether an accepted prompt is the simpler form of this one. */
  readonly isSimplerThan: (prompt: string, accepted: string) => boolean;
}

const getStarts = (trace: Trace): readonly Call[] => trace.callsWithValidKey('startGeneration');

const getAcceptedStarts = (trace: Trace): readonly Call[] => getStarts(trace).filter(isSuccess);

const getDetails = ({ call }: StartRequest) => ({
  expected: description('any 2xx'),
  actual: call.status,
  call,
});

/** The starts with a JSON response. Other rules check bodies that are not JSON. */
const getReadableStarts = (trace: Trace): readonly Call[] =>
  trace.callsWithValidKey('startGeneration').filter(isJsonSuccess);

const createFieldRule = (field: string, id: string, title: string): Rule =>
  createRule({
    id,
    sections: ['2.2', '3', '4.4'],
    title,
    select: getReadableStarts,
    notCovered: NO_START,
    check: (call) => {
      const body = getJson(call.responseBody);
      const expected = 'must be a field of an object';
      if (!isObject(body))
        return violation(`${field} ${expected}`, {
          ...{ expected: description(expected), actual: MISSING_FIELD, path: field, call },
        });
      return checkField({
        ...{ schema: 'GenerationAccepted', value: body, field, call },
        check: (actual) => (actual === '' ? { expected: 'must not be empty' } : undefined),
      });
    },
  });

const fieldRules: readonly Rule[] = [
  createFieldRule('generation_id', 'start/has-generation-id', 'A start returns generation_id, a string'),
  createFieldRule('status', 'start/status-is-generating', 'A start returns status generating'),
];

const responseRules: readonly Rule[] = [
  createRule({
    id: 'start/returns-202',
    sections: ['3', '4.4'],
    title: 'A successful start returns 202 Accepted',
    select: getAcceptedStarts,
    notCovered: NO_START,
    check: (call) =>
      call.status === 202
        ? undefined
        : violation('a start returns another status than 202', {
            ...{ expected: 202, actual: call.status, call },
          }),
  }),
  ...fieldRules,
  createRule({
    id: 'start/poll-url-is-status-path',
    sections: ['3', '4.4', '9'],
    title: 'poll_url is the path of the status endpoint, with the version prefix',
    interpretation: 'poll_url is a path without host and query; the id may be percent-encoded.',
    select: getReadableStarts,
    notCovered: NO_START,
    check: checkPollUrl,
  }),
  createRule({
    id: 'start/unique-generation-id',
    sections: ['2.2', '4.4'],
    title: 'Each started job has its own id',
    interpretation: 'Idempotent retries count once. Ids may be unique per key.',
    select: (trace) => {
      const withId = getAcceptedStarts(trace).filter((call) => getStartedJobId(call) !== undefined);
      return pairWithFirst(withId, (call) => `${call.credential.key ?? ''}\n${getStartedJobId(call)}`);
    },
    notCovered: NO_SECOND_START,
    check: ({ item: call, first }, trace) =>
      first === call || isIdempotentRetry(first, call)
        ? undefined
        : violation('two starts return the same generation_id', {
            expected: description('an unused id'),
            actual: description(`the id ${JSON.stringify(getStartedJobId(call))} again`),
            path: 'generation_id',
            call,
            comparedWith: first,
            downgrade: mayShareId(first, call, trace),
          }),
  }),
];

function checkPollUrl(call: Call): Finding | undefined {
  const id = getStartedJobId(call);
  const path = 'poll_url';
  const actual = getField(getJson(call.responseBody), path);
  const expected = `${basePath}/presentations/generate/${id ?? '<generation_id>'}/status`;
  if (typeof actual !== 'string')
    return violation('poll_url must be a string', { expected, actual: valueOrMissing(actual), path, call });
  // The base URL may have a path prefix.
  const withPrefix = getPath(call.exchange.request.url).replace(/\/?$/, `/${id}/status`);
  if (withPrefix.endsWith(expected) && withPrefix !== expected && actual === withPrefix)
    return info('poll_url contains the base path', { actual, path, call });
  const part = new RegExp(`^${basePath}/presentations/generate/([^?#]+)/status$`).exec(actual)?.[1];
  if (part === undefined)
    return violation('poll_url does not have the documented form', { expected, actual, path, call });
  // Another rule checks unusable ids.
  if (id === undefined || decodePathSegment(part) === id) return undefined;
  return violation('poll_url contains the id of another job', { expected, actual, path, call });
}

function mayShareId(first: Call, call: Call, trace: Trace): string | undefined {
  if (haveEqualBodies(first, call)) return 'both starts have the same body';
  const [key, again] = [first, call].map(({ exchange }) =>
    getHeader(exchange.request.headers, 'idempotency-key'),
  );
  if (key !== undefined && key === again) return 'both starts have the same Idempotency-Key';
  // A run of verify is too short for a service to reuse an id.
  return !isFromVerify(call) && hasEndedBetween(first, call, trace)
    ? 'the first job had ended, and the spec does not say how long an id stays unique'
    : undefined;
}

/** Whether the first job had ended before the second start, and later polls return another result. */
function hasEndedBetween(first: Call, second: Call, trace: Trace): boolean {
  const ended = trace
    .callsFor('getGenerationStatus', getStartedJobId(first) ?? '')
    .filter((poll) => isTerminal(parseJobStatus(getField(getJson(poll.responseBody), 'status'))));
  const before = ended.filter((poll) => endedBefore(poll, second)).map(getJobResult);
  return (
    before.length > 0 &&
    !ended.some((poll) => endedBefore(second, poll) && before.includes(getJobResult(poll)))
  );
}

/** The id of the presentation, or the error. */
function getJobResult({ responseBody }: Call): unknown {
  const view = getJson(responseBody);
  return getField(getField(view, 'presentation'), 'id') ?? getField(view, 'error');
}

const requestRules: readonly Rule[] = [
  {
    id: 'start/accepts-prompt',
    sections: ['1', '4.4'],
    level: 'must',
    title: 'A start accepts a prompt',
    interpretation:
      'Fails only if no start with prompt succeeds, but the same request without it, or with the text in another field, does. ' +
      'Other required fields are allowed.',
    judge: checkPrompt,
  },
  {
    id: 'start/accepts-listed-template',
    sections: ['4.4'],
    level: 'must',
    title: 'A start accepts a listed template in template_id',
    interpretation:
      'Fails only if starts fail with two templates that POST /presentations accepts, and succeed without template_id. ' +
      '402 and 403 are allowed.',
    judge: checkTemplate,
  },
  {
    id: 'start/accepts-unicode-and-long-prompts',
    sections: ['4.4'],
    level: 'must',
    title: 'A start accepts quotes, Unicode and long text in prompt',
    interpretation:
      'Fails after two 5xx for such prompts, if the same start with a short ASCII prompt succeeds.',
    judge: (trace) => {
      const judged = promptVariants.map((kind) => checkPromptVariant(kind, getStarts(trace)));
      return {
        checked: judged.reduce((sum, { checked }) => sum + checked, 0),
        findings: judged.flatMap(({ findings }) => findings),
        notCovered: NO_ACCEPTED_START,
      };
    },
  },
];

const getStartRequests = (calls: readonly Call[]): readonly StartRequest[] =>
  calls.flatMap((call) => {
    const body = getJson(call.requestBody);
    return isObject(body) ? [{ call, body }] : [];
  });

const getRejectedStarts = (trace: Trace): readonly StartRequest[] =>
  getStartRequests(getStarts(trace).filter(({ status }) => REJECTS_BODY.includes(status)));

const countWith = (starts: readonly StartRequest[], field: string): number =>
  starts.filter(({ body }) => typeof getField(body, field) === 'string').length;

const getValues = (starts: readonly StartRequest[], field: string): ReadonlySet<unknown> =>
  new Set(starts.map(({ body }) => getField(body, field)));

/** The rejected starts whose body an accepted start had without this field. */
const findRejectedOnlyWith = (
  field: string,
  bodies: readonly StartRequest[],
  others: readonly StartRequest[],
): readonly StartRequest[] =>
  bodies.filter(({ body }) => {
    const { [field]: removed, ...rest } = body;
    return typeof removed === 'string' && others.some((other) => equalJson(rest, other.body));
  });

function checkPrompt(trace: Trace): RuleResult {
  const others = getStartRequests(getAcceptedStarts(trace));
  const checked = countWith(others, 'prompt');
  if (checked > 0) return { checked, findings: [] };
  const notCovered = getStarts(trace).length === 0 ? NO_START : NO_ACCEPTED_START;
  const bodies = getRejectedStarts(trace);
  for (const start of bodies)
    for (const other of others) {
      const field = findPromptField(start, other);
      if (field === undefined) continue;
      const message = `a start with prompt is rejected, with the same text in ${field} accepted`;
      return { checked: 1, findings: [violation(message, getDetails(start))], notCovered };
    }
  const withPrompt = findRejectedOnlyWith('prompt', bodies, others);
  const [first] = withPrompt;
  // One prompt may be rejected for its content or length.
  if (!first || getValues(withPrompt, 'prompt').size < 2) return { checked: 0, findings: [], notCovered };
  const message = 'a start with prompt is rejected, without prompt accepted';
  return { checked: 1, findings: [violation(message, getDetails(first))], notCovered };
}

/** The field that contains the prompt, if the two requests do not differ otherwise. */
function findPromptField({ body }: StartRequest, other: StartRequest): string | undefined {
  const field = Object.keys(other.body).find((name) => !Object.hasOwn(body, name));
  if (field === undefined) return undefined;
  const { [field]: text, ...others } = other.body;
  const { prompt, ...rest } = body;
  return text === prompt && equalJson(others, rest) ? field : undefined;
}

function checkTemplate(trace: Trace): RuleResult {
  const others = getStartRequests(getAcceptedStarts(trace));
  const checked = countWith(others, 'template_id');
  if (checked > 0) return { checked, findings: [] };
  const withTemplate = findRejectedOnlyWith('template_id', getRejectedStarts(trace), others);
  const usable = withTemplate.filter(({ body }) => isCreatedFrom(getField(body, 'template_id'), trace));
  const [first] = usable;
  if (!first) return { checked: 0, findings: [], notCovered: NO_TEMPLATE_START };
  const template = String(getField(first.body, 'template_id'));
  const listed = getListedIds(trace).find((ids) => ids.includes(template))?.length ?? 0;
  // Each workspace has its own templates.
  const withSameKey = (starts: readonly StartRequest[]): readonly StartRequest[] =>
    starts.filter(({ call }) => call.credential.key === first.call.credential.key);
  const isEach =
    getValues(withSameKey(usable), 'template_id').size > 1 &&
    getValues(withSameKey(withTemplate), 'template_id').size >= Math.min(listed, MAX_TEMPLATES);
  const message = 'a start with a template that POST /presentations accepts is rejected, without it accepted';
  const downgrade = isEach ? undefined : 'some templates may be for POST /presentations only';
  return { checked: 1, findings: [violation(message, { ...getDetails(first), downgrade })] };
}

const isCreatedFrom = (template: unknown, trace: Trace): boolean =>
  trace
    .callsWithValidKey('createPresentation')
    .some(
      (call) =>
        call.isSuccess && Object.values(Object(getJson(call.requestBody)) as object).includes(template),
    );

const promptVariants: readonly PromptVariant[] = [
  {
    name: 'a Unicode prompt',
    simplerForm: 'the ASCII form',
    has: (prompt) => toAsciiPrompt(prompt) !== prompt,
    isSimplerThan: (prompt, other) => other === toAsciiPrompt(prompt),
  },
  {
    name: 'a long prompt',
    simplerForm: 'a short form',
    has: (prompt, call) => prompt.length >= MIN_LONG_PROMPT && isFromVerify(call),
    isSimplerThan: (prompt, other) => prompt.startsWith(other),
  },
];

function checkPromptVariant(
  { name, simplerForm, has, isSimplerThan }: PromptVariant,
  starts: readonly Call[],
): Pick<RuleResult, 'checked' | 'findings'> {
  const tried = starts.filter((call) => has(getPrompt(call), call));
  // In a long recording, comparing all pairs of starts takes too long.
  if (tried.some(isSuccess)) return { checked: tried.length, findings: [] };
  const others = starts
    .filter(isSuccess)
    .map((call) => ({ call, prompt: getPrompt(call), rest: getBodyWithoutPrompt(call) }));
  const failed = tried.flatMap((call) => {
    const [prompt, rest] = [getPrompt(call), getBodyWithoutPrompt(call)];
    const simpler = others.filter((other) => other.rest === rest && isSimplerThan(prompt, other.prompt));
    return simpler.length > 0 ? [{ call, simpler }] : [];
  });
  const [first] = failed;
  if (!first) return { checked: 0, findings: [] };
  const errors = failed.filter(({ call }) => call.status >= 500);
  const last = errors.at(-1);
  // A run of verify waits between the two.
  const isLasting =
    last && (isFromVerify(last.call) || last.simpler.some(({ call }) => endedBefore(call, last.call)));
  const finding = violation(`a start fails for ${name} and works for ${simplerForm}`, {
    expected: description('any 2xx'),
    actual: first.call.status,
    call: first.call,
    downgrade:
      errors.length >= MIN_SERVER_ERRORS && isLasting
        ? undefined
        : 'a service may reject a prompt, and an error may be transient',
  });
  return { checked: tried.length, findings: [finding] };
}

const getPrompt = ({ requestBody }: Call): string => String(getField(getJson(requestBody), 'prompt'));

/** The body without its prompt. */
const getBodyWithoutPrompt = ({ requestBody }: Call): string =>
  JSON.stringify({ ...Object(getJson(requestBody)), prompt: '' });

const durationRules: readonly Rule[] = [
  createRule({
    id: 'start/is-asynchronous',
    sections: ['1', '4.4'],
    title: 'A start returns before the job ends',
    interpretation:
      `Warns above ${MAX_START_MS / 1000} s if other requests are faster. Fails if every start takes ${MIN_BLOCKED_MS / 1000} s and ` +
      `${MIN_SYNCHRONOUS_SLOWDOWN} × the median, and its job has ended then.`,
    select: getAcceptedStarts,
    notCovered: NO_START,
    check: (call, trace) => {
      const duration = getDuration(call);
      if (findSynchronousStarts(trace).includes(call))
        return violation('a start returns only after its job has ended', {
          ...{ expected: description('an immediate response'), actual: formatSeconds(call), call },
        });
      if (duration <= MAX_START_MS)
        return info(`a start takes less than ${duration < 1000 ? 1 : MAX_START_MS / 1000} s`, { call });
      const message = 'a start takes longer than five seconds';
      const details = { expected: description('an immediate response'), actual: formatSeconds(call), call };
      return duration < 2 * getMedianDuration(trace) + MAX_START_MS
        ? info(message, details)
        : violation(message, { ...details, downgrade: 'the spec defines no limit' });
    },
  }),
  {
    id: 'start/not-blocked-by-other-job',
    sections: ['1', '4.4'],
    level: 'must',
    title: 'A start is not blocked by another job',
    interpretation: `Fails if two starts during another job take ${MIN_BLOCKED_MS / 1000} s or more, and all other requests less than half.`,
    judge: (trace) => ({
      checked: ifMultiple(getAcceptedStarts(trace)).length,
      findings: findBlockedStarts(trace),
      notCovered: NO_SECOND_START,
    }),
  },
];

function findBlockedStarts(trace: Trace): readonly Finding[] {
  const starts = getAcceptedStarts(trace);
  // One pause of the service or the client delays all concurrent starts, so they count once.
  const slow = starts
    .filter((call) => getDuration(call) >= MIN_BLOCKED_MS && hasActiveJob(call, trace, ['generating']))
    .filter((call, index, all) => all.slice(0, index).every((other) => endedBefore(other, call)));
  const [first] = slow;
  if (!first || slow.length < MIN_BLOCKED_STARTS) return [];
  const maxOtherDuration = Math.min(...slow.map(getDuration)) / MIN_SLOWDOWN;
  // A job that awaits input may continue at any time.
  const unblocked = starts.filter(
    (call) => !hasActiveJob(call, trace, ['generating', 'awaiting_input', undefined]),
  );
  const others = trace.calls.filter(({ operation }) => operation !== 'startGeneration');
  if (![...unblocked, ...others].every((call) => getDuration(call) < maxOtherDuration)) return [];
  const isCertain = isFromVerify(first) || slow.every((call) => getDuration(call) >= MAX_START_MS);
  return [
    violation('a start is blocked while another job runs', {
      ...{ expected: description('an immediate response'), actual: formatSeconds(first), call: first },
      downgrade: isCertain ? undefined : 'a service may be slow under load',
    }),
  ];
}

/** Whether a job of the same key has started before, and its last poll before the call, if any, returned one of these statuses. */
function hasActiveJob(call: Call, { jobs }: Trace, statuses: readonly (JobStatus | undefined)[]): boolean {
  return jobs.some(({ owner, start, views }) => {
    if (owner !== call.credential.key || start === undefined || !endedBefore(start, call)) return false;
    const last = views.findLast((view) => endedBefore(view.call, call));
    return last === undefined || statuses.includes(last.status);
  });
}

const getDuration = ({ exchange }: Call): number => exchange.endedAt - exchange.startedAt;

const formatSeconds = (call: Call) => description(`${Math.round(getDuration(call) / 100) / 10} s`);

/** The starts that returned only after their job had ended, if at least two and all did so. */
const findSynchronousStarts = memoizeByTrace((trace): readonly Call[] => {
  const polled = getAcceptedStarts(trace).flatMap((call) => {
    const [view] = trace.getJob(getStartedJobId(call) ?? '')?.views ?? [];
    return view ? [{ call, view }] : [];
  });
  const working = polled.filter(({ call, view }) => {
    const pause = view.call.exchange.startedAt - call.exchange.endedAt;
    const isSlow =
      getDuration(call) >= Math.max(MIN_BLOCKED_MS, MIN_SYNCHRONOUS_SLOWDOWN * getMedianDuration(trace));
    return isSlow && isTerminal(view.status) && pause * MIN_SLOWDOWN <= getDuration(call);
  });
  return working.length < MIN_BLOCKED_STARTS || working.length < polled.length
    ? []
    : working.map(({ call }) => call);
});

/** The median duration of other successful calls, in ms. */
const getMedianDuration = memoizeByTrace((trace) => {
  const durations = trace.succeeded
    .filter(({ operation }) => operation !== 'startGeneration')
    .map(getDuration)
    .sort((one, two) => one - two);
  return durations[Math.floor(durations.length / 2)] ?? 0;
});

export const startRules: readonly Rule[] = [...responseRules, ...durationRules, ...requestRules];
