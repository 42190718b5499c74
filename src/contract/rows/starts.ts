/** Rows about starting a job: the 202 and its fields, the id, what a start accepts, and how long it takes. Sections 1, 3, 4.4 and 9. */
import { fieldOf, isObject, type JsonObject } from '../../base/json.js';
import { pathOf } from '../../base/url-path.js';
import type { JobStatus } from '../../generated/lifecycle.js';
import { basePath } from '../../generated/routes.js';
import { headerOf } from '../../journal/exchange.js';
import { isBefore, isOfRun, isOk, type Call } from '../model/call.js';
import { isTerminal, knownStatus, startedJobId } from '../model/call.js';
import { isRepeatedStart, perTrace, type Trace } from '../model/trace.js';
import { decodePathPart } from '../model/operation.js';
import { jsonOf } from '../model/payload.js';
import { plainPrompt } from '../plain-prompt.js';
import type { Finding, Judgement, Rule } from '../rule.js';
import { noAcceptedStart, noSecondStart, noStart, noTemplateStart } from './reasons.js';
import { inWords, shown } from '../words.js';
import { equalJson, haveEqualBodies } from './equal-json.js';
import { describedStarts, startFieldRows } from './fields.js';
import { broken, ifSeveral, observed, row, withFirst } from './row.js';
import { listedIds } from './templates.js';

const startsOf = (trace: Trace): readonly Call[] => trace.keyed('startGeneration');
const accepted = (trace: Trace): readonly Call[] => startsOf(trace).filter(isOk);
const refused = ({ call }: Start) => ({ expected: inWords('any 2xx'), actual: call.status, call });

// What a start returns.

const responseRows: readonly Rule[] = [
  row({
    id: 'start/answers-202',
    sections: ['3', '4.4'],
    title: 'A successful start returns 202',
    items: accepted,
    unseen: noStart,
    check: (call) =>
      call.status === 202
        ? undefined
        : broken('a start succeeds with another status than 202', {
            ...{ expected: 202, actual: call.status, call },
          }),
  }),
  ...startFieldRows,
  row({
    id: 'start/poll-url',
    sections: ['3', '4.4', '9'],
    title: 'poll_url is the path of the job’s status, including the version prefix',
    reading: 'The id in the path may be percent-encoded. poll_url has no host and no query.',
    items: describedStarts,
    unseen: noStart,
    check: judgePollUrl,
  }),
  row({
    id: 'start/ids-are-fresh',
    sections: ['2.2', '4.4'],
    title: 'Each started job has its own id',
    reading:
      'Starts with the same body and the same Idempotency-Key count as one start. Ids may be unique only for a key.',
    items: (trace) => {
      const withId = accepted(trace).filter((call) => startedJobId(call) !== undefined);
      return withFirst(withId, (call) => `${call.by.key ?? ''}\n${startedJobId(call)}`);
    },
    unseen: 'fewer than two jobs were started',
    check: ({ item: call, first }, trace) =>
      first === call || isRepeatedStart(first, call)
        ? undefined
        : broken('two starts return the same generation_id', {
            expected: inWords('an unused id'),
            actual: inWords(`the id ${JSON.stringify(startedJobId(call))} again`),
            path: 'generation_id',
            call,
            comparedWith: first,
            doubt: mayShareId(first, call, trace),
          }),
  }),
];

function judgePollUrl(call: Call): Finding | undefined {
  const id = startedJobId(call);
  const path = 'poll_url';
  const actual = fieldOf(jsonOf(call.received), path);
  const expected = `${basePath}/presentations/generate/${id ?? '<generation_id>'}/status`;
  if (typeof actual !== 'string')
    return broken('poll_url must be a string', { expected, actual: shown(actual), path, call });
  // The base address may have a longer path.
  const longer = pathOf(call.exchange.request.url).replace(/\/?$/, `/${id}/status`);
  if (longer.endsWith(expected) && longer !== expected && actual === longer)
    return observed('poll_url begins with the whole path of the base address', { actual, path, call });
  const part = new RegExp(`^${basePath}/presentations/generate/([^?#]+)/status$`).exec(actual)?.[1];
  if (part === undefined)
    return broken('poll_url does not have the documented form', { expected, actual, path, call });
  // Another row judges unusable ids.
  if (id === undefined || decodePathPart(part) === id) return undefined;
  return broken('poll_url contains the id of another job', { expected, actual, path, call });
}

function mayShareId(first: Call, call: Call, trace: Trace): string | undefined {
  if (haveEqualBodies(first, call)) return 'both starts have the same body';
  const [key, again] = [first, call].map(({ exchange }) =>
    headerOf(exchange.request.headers, 'idempotency-key'),
  );
  if (key !== undefined && key === again) return 'both starts have the same Idempotency-Key';
  // A run ends before a service may give an id to another job.
  return !isOfRun(call) && hasEndedBetween(first, call, trace)
    ? 'the first job had ended, and the interface does not say how long an id is used'
    : undefined;
}

/** Whether the first job had ended before the second start, and polls after it show another result. */
function hasEndedBetween(first: Call, second: Call, trace: Trace): boolean {
  const ended = trace
    .about('getGenerationStatus', startedJobId(first) ?? '')
    .filter((poll) => isTerminal(knownStatus(fieldOf(jsonOf(poll.received), 'status'))));
  const before = ended.filter((poll) => isBefore(poll, second)).map(resultOf);
  return (
    before.length > 0 && !ended.some((poll) => isBefore(second, poll) && before.includes(resultOf(poll)))
  );
}

/** The id of the presentation, or the error. */
function resultOf({ received }: Call): unknown {
  const view = jsonOf(received);
  return fieldOf(fieldOf(view, 'presentation'), 'id') ?? fieldOf(view, 'error');
}

// What a start accepts: a refused body counts beside an accepted one that differs in one field.

/** Statuses that refuse the body. All others can depend on a plan, on the content or on other jobs. */
const REFUSES_BODY: readonly number[] = [400, 422];
/** Refused templates that stand for all of a longer list. */
const MANY_TEMPLATES = 5;

interface Start {
  readonly call: Call;
  readonly body: JsonObject;
}

const requestRows: readonly Rule[] = [
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
      `from, and for all listed templates or ${MANY_TEMPLATES}. A plan may exclude templates with 402 or 403.`,
    judge: judgeTemplate,
  },
  {
    id: 'start/takes-free-text',
    sections: ['4.4'],
    level: 'must',
    title: 'A start accepts a prompt with quotes and letters beyond ASCII, and a long one',
    reading:
      'Fails for 5xx to such a prompt at least twice, if no start with one succeeds, and the same start with a plain or short prompt does: in a ' +
      'recording, before the last of them.',
    judge: (trace) => {
      const judged = promptKinds.map((kind) => judgeKind(kind, startsOf(trace)));
      return {
        checked: judged.reduce((sum, { checked }) => sum + checked, 0),
        findings: judged.flatMap(({ findings }) => findings),
        notReached: noAcceptedStart,
      };
    },
  },
];

const bodiesOf = (calls: readonly Call[]): readonly Start[] =>
  calls.flatMap((call) => {
    const body = jsonOf(call.sent);
    return isObject(body) ? [{ call, body }] : [];
  });
const refusedBodies = (trace: Trace): readonly Start[] =>
  bodiesOf(startsOf(trace).filter(({ status }) => REFUSES_BODY.includes(status)));

const count = (starts: readonly Start[], field: string): number =>
  starts.filter(({ body }) => typeof fieldOf(body, field) === 'string').length;

const valuesOf = (starts: readonly Start[], field: string): ReadonlySet<unknown> =>
  new Set(starts.map(({ body }) => fieldOf(body, field)));

/** The refused starts beside an accepted one without this field. */
const refusedWith = (field: string, bodies: readonly Start[], others: readonly Start[]): readonly Start[] =>
  bodies.filter(({ body }) => {
    const { [field]: removed, ...rest } = body;
    return typeof removed === 'string' && others.some((other) => equalJson(rest, other.body));
  });

function judgePrompt(trace: Trace): Judgement {
  const others = bodiesOf(accepted(trace));
  const checked = count(others, 'prompt');
  if (checked > 0) return { checked, findings: [] };
  const notReached = startsOf(trace).length === 0 ? noStart : noAcceptedStart;
  const bodies = refusedBodies(trace);
  for (const start of bodies)
    for (const other of others) {
      const field = fieldOfPrompt(start, other);
      if (field === undefined) continue;
      const message = `a start is refused with the text in prompt, and accepted with the same text in ${field}`;
      return { checked: 1, findings: [broken(message, refused(start))], notReached };
    }
  const withPrompt = refusedWith('prompt', bodies, others);
  const [first] = withPrompt;
  // One prompt may have been refused for its content or its length.
  if (!first || valuesOf(withPrompt, 'prompt').size < 2) return { checked: 0, findings: [], notReached };
  const message = 'a start is refused with a prompt, and accepted without one';
  return { checked: 1, findings: [broken(message, refused(first))], notReached };
}

/** The name of the field that has the prompt, if this is the only difference of the two requests. */
function fieldOfPrompt({ body }: Start, other: Start): string | undefined {
  const field = Object.keys(other.body).find((name) => !Object.hasOwn(body, name));
  if (field === undefined) return undefined;
  const { [field]: text, ...others } = other.body;
  const { prompt, ...rest } = body;
  return text === prompt && equalJson(others, rest) ? field : undefined;
}

function judgeTemplate(trace: Trace): Judgement {
  const others = bodiesOf(accepted(trace));
  const checked = count(others, 'template_id');
  if (checked > 0) return { checked, findings: [] };
  const withTemplate = refusedWith('template_id', refusedBodies(trace), others);
  const proven = withTemplate.filter(({ body }) => isCreatedFrom(fieldOf(body, 'template_id'), trace));
  const [first] = proven;
  if (!first) return { checked: 0, findings: [], notReached: noTemplateStart };
  const template = String(fieldOf(first.body, 'template_id'));
  const listed = listedIds(trace).find((ids) => ids.includes(template))?.length ?? 0;
  const isEach =
    valuesOf(proven, 'template_id').size > 1 &&
    valuesOf(withTemplate, 'template_id').size >= Math.min(listed, MANY_TEMPLATES);
  const message =
    'a start is refused with a template that a presentation was created from, and accepted without it';
  const doubt = isEach ? undefined : 'some templates may be for creating only';
  return { checked: 1, findings: [broken(message, { ...refused(first), doubt })] };
}

const isCreatedFrom = (template: unknown, trace: Trace): boolean =>
  trace
    .keyed('createPresentation')
    .some((call) => call.ok && Object.values(Object(jsonOf(call.sent)) as object).includes(template));

/** A passing fault does not repeat. */
const MIN_FAULTS = 2;
/** Characters of a long prompt of `deckhand verify`. */
const LONG_PROMPT = 800;

/** A kind of prompt that a start can fail for. */
interface PromptKind {
  /** What an accepted prompt is instead. */
  readonly simpler: string;
  readonly has: (prompt: string, call: Call) => boolean;
  /** Whether an accepted prompt is the same one, without what it can fail for. */
  readonly isSimplerThan: (prompt: string, accepted: string) => boolean;
}

const promptKinds: readonly PromptKind[] = [
  {
    simpler: 'plain ASCII',
    has: (prompt) => plainPrompt(prompt) !== prompt,
    isSimplerThan: (prompt, other) => other === plainPrompt(prompt),
  },
  {
    simpler: 'a short form',
    has: (prompt, call) => prompt.length >= LONG_PROMPT && isOfRun(call),
    isSimplerThan: (prompt, other) => prompt.startsWith(other),
  },
];

function judgeKind(
  { simpler, has, isSimplerThan }: PromptKind,
  starts: readonly Call[],
): Pick<Judgement, 'checked' | 'findings'> {
  const tried = starts.filter((call) => has(promptOf(call), call));
  // Of a long recording, no pair of starts is compared.
  if (tried.some(isOk)) return { checked: tried.length, findings: [] };
  const others = starts.filter(isOk).map((call) => ({ call, prompt: promptOf(call), rest: restOf(call) }));
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
  const isLasting = last && (isOfRun(last.call) || last.twins.some(({ call }) => isBefore(call, last.call)));
  const finding = broken(`a start fails with a prompt, and succeeds with the same prompt in ${simpler}`, {
    expected: inWords('any 2xx'),
    actual: first.call.status,
    call: first.call,
    doubt:
      faults.length >= MIN_FAULTS && isLasting
        ? undefined
        : 'a service may refuse a prompt, and a fault may pass',
  });
  return { checked: tried.length, findings: [finding] };
}

const promptOf = ({ sent }: Call): string => String(fieldOf(jsonOf(sent), 'prompt'));

/** The body without its prompt. */
const restOf = ({ sent }: Call): string => JSON.stringify({ ...Object(jsonOf(sent)), prompt: '' });

// How long a start takes.

/** Ms. */
const LONG = 5_000;
/** Ms for which a start waits, if it waits for another job. */
const WAIT = 2_000;
/** Starts that waited. One alone may be slow for another reason. */
const MIN_WAITS = 2;
/** Starts that wait take this many times longer than each other request. */
const FACTOR = 2;
/** Starts that do the work of their job take this many times longer than the usual request. */
const WORK = 10;

const durationRows: readonly Rule[] = [
  row({
    id: 'start/returns-at-once',
    sections: ['1', '4.4'],
    title: 'A start returns at once, without waiting for the job',
    reading:
      `More than ${LONG / 1000} s is a warning if other requests are faster, and less is observed. The rule fails if each start takes at least ` +
      `${WAIT / 1000} s and ${WORK} times as long as other requests, and the next poll shows the end of its job.`,
    items: accepted,
    unseen: noStart,
    check: (call, trace) => {
      const duration = durationOf(call);
      if (startsWithWork(trace).includes(call))
        return broken('a start takes as long as its job', {
          ...{ expected: inWords('a response at once'), actual: secondsOf(call), call },
        });
      if (duration <= LONG)
        return observed(`a start takes less than ${duration < 1000 ? 1 : LONG / 1000} s`, { call });
      const message = 'a start takes longer than five seconds';
      const details = { expected: inWords('a response at once'), actual: secondsOf(call), call };
      return duration < 2 * usualDuration(trace) + LONG
        ? observed(message, details)
        : broken(message, { ...details, doubt: 'the interface gives no number' });
    },
  }),
  {
    id: 'start/waits-for-no-other-job',
    sections: ['1', '4.4'],
    level: 'must',
    title: 'A start does not wait for another job',
    reading:
      `At least ${MIN_WAITS} starts while another job of the key is under way take ${WAIT / 1000} s or longer, while each start without one, and ` +
      `each other request, take less than half of that.`,
    judge: (trace) => ({
      checked: ifSeveral(accepted(trace)).length,
      findings: waits(trace),
      notReached: noSecondStart,
    }),
  },
];

function waits(trace: Trace): readonly Finding[] {
  const starts = accepted(trace);
  // Of starts at the same time, one pause of the service or of the client makes all slow.
  const slow = starts
    .filter((call) => durationOf(call) >= WAIT && isBeside(call, trace, ['generating']))
    .filter((call, index, all) => all.slice(0, index).every((other) => isBefore(other, call)));
  const [first] = slow;
  if (!first || slow.length < MIN_WAITS) return [];
  const quick = Math.min(...slow.map(durationOf)) / FACTOR;
  // A job with a question may go on at any time.
  const alone = starts.filter((call) => !isBeside(call, trace, ['generating', 'awaiting_input', undefined]));
  const others = trace.calls.filter(({ operation }) => operation !== 'startGeneration');
  if (![...alone, ...others].every((call) => durationOf(call) < quick)) return [];
  const isCertain = isOfRun(first) || slow.every((call) => durationOf(call) >= LONG);
  return [
    broken('a start waits while another job is under way', {
      ...{ expected: inWords('a response at once'), actual: secondsOf(first), call: first },
      doubt: isCertain ? undefined : 'a service may be slow under load',
    }),
  ];
}

/** Whether a job of the same key has started before, and its last poll before the call, if any, showed one of these states. */
function isBeside(call: Call, { jobs }: Trace, states: readonly (JobStatus | undefined)[]): boolean {
  return jobs.some(({ owner, start, views }) => {
    if (owner !== call.by.key || start === undefined || !isBefore(start, call)) return false;
    const last = views.findLast((view) => isBefore(view.call, call));
    return last === undefined || states.includes(last.status);
  });
}

const durationOf = ({ exchange }: Call): number => exchange.endedAt - exchange.startedAt;

const secondsOf = (call: Call) => inWords(`${Math.round(durationOf(call) / 100) / 10} s`);

/** The starts during which their jobs did all their work, if at least two and all did so. */
const startsWithWork = perTrace((trace): readonly Call[] => {
  const polled = accepted(trace).flatMap((call) => {
    const [view] = trace.job(startedJobId(call) ?? '')?.views ?? [];
    return view ? [{ call, view }] : [];
  });
  const working = polled.filter(({ call, view }) => {
    const pause = view.call.exchange.startedAt - call.exchange.endedAt;
    const isSlow = durationOf(call) >= Math.max(WAIT, WORK * usualDuration(trace));
    return isSlow && isTerminal(view.status) && pause * FACTOR <= durationOf(call);
  });
  return working.length < MIN_WAITS || working.length < polled.length ? [] : working.map(({ call }) => call);
});

/** The median duration of other successful calls, in ms. */
const usualDuration = perTrace((trace) => {
  const durations = trace.succeeded
    .filter(({ operation }) => operation !== 'startGeneration')
    .map(durationOf)
    .sort((one, two) => one - two);
  return durations[Math.floor(durations.length / 2)] ?? 0;
});

export const startRows: readonly Rule[] = [...responseRows, ...durationRows, ...requestRows];
