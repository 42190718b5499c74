/** The plan of a run, made once: its jobs, its requests without a valid key, its cost, and what it cannot reach. Pure. */
import { formProbes, keyProbes, type FormProbe, type KeyProbe } from './steps/key-probes.js';
import { longer } from './test-payloads.js';
import { resolveVerifyOptions, type VerifyOptions, type ResolvedVerifyOptions } from './options.js';
import type { KeyHeader } from './api-keys.js';

export interface PlannedJob {
  readonly prompt: string;
  readonly via: KeyHeader;
  /** Whether the prompt makes the job ask a question. */
  readonly isToAsk: boolean;
  /** Whether its question gets no message while another question gets the probes and a reply. */
  readonly isToWatch: boolean;
  /** Whether the job starts once another one has ended. */
  readonly isLate: boolean;
  /** Whether the job starts after all others, and asks while the first question is still open. */
  readonly isLast: boolean;
}

export interface RunPlan {
  readonly settings: ResolvedVerifyOptions;
  readonly jobs: readonly PlannedJob[];
  /** Whether the other key starts a job, too. */
  readonly hasOtherJob: boolean;
  /** The requests without a valid key, in the order in which an operation gets them. */
  readonly probes: readonly KeyProbe[];
  /** The requests with the key in forms that 5.1 leaves open. */
  readonly forms: readonly FormProbe[];
  /** An estimate. */
  readonly requests: number;
  /** An estimate at the given request rate, for jobs of some seconds, in halves. */
  readonly minutes: number;
  readonly phases: readonly { readonly title: string; readonly requests: number }[];
  /** What the run cannot reach, with the option that helps. */
  readonly notCovered: readonly { readonly what: string; readonly flag: string }[];
}

/**
 * The order of their start. Two questions are open together at each reply, an older one and then a newer one, so a reply that
 * moves another job is visible. The last job starts after those that fail, so it shows whether they leave the service at work.
 */
const ORDER = ['question', 'plain', 'second', 'failure', 'last'] as const;

/** The jobs of a run. Without a question prompt, a second job with the default prompt. */
function plannedJobs(settings: ResolvedVerifyOptions): readonly PlannedJob[] {
  if (settings.readOnly) return [];
  const { prompt, questionPrompt, failurePrompt, maxJobs, smoke } = settings;
  if (smoke)
    return maxJobs > 0
      ? [{ prompt, via: 'bearer', isToAsk: false, isToWatch: false, isLate: false, isLast: false }]
      : [];
  const question = { kind: 'question', prompt: questionPrompt } as const;
  const failure = { kind: 'failure', prompt: failurePrompt } as const;
  // The second failed job has a view like the first one, and may ask before it fails.
  const lateFailure = {
    kind: 'failure',
    prompt:
      failurePrompt === undefined ? undefined : [questionPrompt, failurePrompt].filter(Boolean).join(' '),
  } as const;
  // The most important one first: the number of jobs is limited.
  const wanted = [
    { kind: 'plain', prompt: questionPrompt === undefined ? prompt : longer(prompt) } as const,
    ...(questionPrompt === undefined ? [{ kind: 'second', prompt: longer(prompt) } as const] : []),
    question,
    failure,
    // A question that gets no reply for a while. Beside it, the effects of refused replies are visible.
    question,
    lateFailure,
    { kind: 'last', prompt: questionPrompt } as const,
  ];
  const planned = wanted
    .flatMap(({ kind, prompt: text }) => (text === undefined ? [] : [{ kind, prompt: text }]))
    .slice(0, maxJobs)
    .toSorted((one, two) => ORDER.indexOf(one.kind) - ORDER.indexOf(two.kind));
  const questions = planned.filter(({ kind }) => kind === 'question').length;
  return planned.map(({ kind, prompt: text }, index) => ({
    prompt: text,
    via: index % 2 === 0 ? 'bearer' : 'x-api-key',
    isToAsk: kind === 'question',
    isToWatch: index === 0 && questions > 1,
    isLate: index > 0 && (kind === 'failure' || kind === 'second'),
    isLast: kind === 'last',
  }));
}

export function planRun(options: VerifyOptions): RunPlan {
  const settings = resolveVerifyOptions(options);
  const { requestsPerMinute, probeRateLimit } = settings;
  const jobs = plannedJobs(settings);
  const hasOtherJob = mayHaveOtherJob(settings) && jobs.length > 0 && jobs.length < settings.maxJobs;
  const probes = keyProbes(settings).filter((probe) => isSendable(probe, settings, jobs.length));
  const forms = formProbes(settings);
  const own: Costs = [
    { title: 'checking the target', requests: 2 },
    ...(settings.readOnly
      ? readOnlyCosts(settings)
      : settings.smoke
        ? smokeCosts(jobs.length)
        : fullCosts(settings, jobs.length)),
    { title: 'sending unusual credentials', requests: forms.length },
  ];
  // A fetch of the created presentation, and a poll of a waiting job.
  const further = !settings.smoke && !settings.readOnly ? 1 + (isAsked(settings, jobs.length) ? 1 : 0) : 0;
  const others: Costs = [
    { title: 'sending missing and invalid keys', requests: probes.length + further },
    {
      title: "sending the other workspace's key",
      requests: otherKeyCost(settings, jobs.length, hasOtherJob),
    },
    {
      title: 'sending requests with the key without API access',
      requests: settings.apiKeyWithoutAccess === undefined ? 0 : jobs.length > 0 ? 5 : 2,
    },
  ];
  const burst = probeRateLimit ? burstOf(settings) : 0;
  const phases = [...own, ...others, { title: 'exceeding the rate limit (at most)', requests: burst }].filter(
    ({ requests }) => requests > 0,
  );
  // Requests with another key, or without one, have rates of their own.
  const longest = Math.max(sumOf(own), ...others.map(({ requests }) => requests));
  const minutes = requestsPerMinute === 0 ? 0 : Math.ceil(2 * ((longest - 1) / requestsPerMinute + IDLE)) / 2;
  return {
    settings,
    jobs,
    hasOtherJob,
    probes,
    forms,
    requests: sumOf(phases),
    minutes,
    phases,
    notCovered: unreachedBy(settings, jobs.length),
  };
}

/** Requests of a burst that exceeds the rate limit: more than the rate of the run and of the example in section 8 allow. */
export function burstOf({ requestsPerMinute }: { readonly requestsPerMinute: number }): number {
  return 2 * Math.max(30, requestsPerMinute);
}

/** Whether the run will have what the request needs: a job, a presentation, or one more job to start. */
function isSendable({ operation }: KeyProbe, settings: ResolvedVerifyOptions, jobs: number): boolean {
  const { readOnly, smoke, maxJobs, presentationId, generationId, questionPrompt } = settings;
  if (operation === 'listTemplates') return true;
  if (smoke) return false;
  if (readOnly) return (operation === 'getPresentation' ? presentationId : generationId) !== undefined;
  if (operation === 'startGeneration') return isStartSpare(jobs, maxJobs);
  if (operation === 'sendGenerationMessage') return jobs > (questionPrompt === undefined ? 0 : 1);
  return operation !== 'getGenerationStatus' || jobs > 0;
}

/** Whether a start without a key fits into the limit. If the service accepts it, the run leaves out one of its last jobs. */
const isStartSpare = (jobs: number, maxJobs: number): boolean => jobs > 0 && (jobs < maxJobs || jobs > 4);

const mayHaveOtherJob = ({ otherApiKey, readOnly, smoke }: ResolvedVerifyOptions): boolean =>
  otherApiKey !== undefined && !readOnly && !smoke;

type Costs = RunPlan['phases'];

const sumOf = (costs: Costs): number => costs.reduce((sum, { requests }) => sum + requests, 0);

/** Minutes in which a run waits for responses and for the settling time. */
const IDLE = 0.2;

const givenIds = ({ presentationId, generationId }: ResolvedVerifyOptions): number =>
  [presentationId, generationId].filter((id) => id !== undefined).length;

function readOnlyCosts(settings: ResolvedVerifyOptions): Costs {
  const [once, unknownIds] = settings.requestsPerMinute > 0 ? [1, 0] : [2, 2];
  return [
    { title: 'reading the given ids', requests: once * (givenIds(settings) + 1) + unknownIds },
    { title: 'final reads', requests: givenIds(settings) },
  ].filter(({ requests }) => requests > 0);
}

function smokeCosts(jobs: number): Costs {
  return [
    { title: 'following jobs', requests: 7 * jobs },
    { title: 'renaming presentations', requests: 5 * jobs },
    { title: 'final reads', requests: 2 * jobs },
  ];
}

/** Measured with jobs of ten seconds. A service that refuses the first bodies costs more. */
function fullCosts(settings: ResolvedVerifyOptions, jobs: number): Costs {
  const isPaced = settings.requestsPerMinute > 0;
  const polls = (isPaced ? 5.8 : 6.5) * jobs;
  const renameAtOnce = !isPaced && jobs > 1 ? 1 : 0;
  const messages = jobs === 0 ? 0 : isAsked(settings, jobs) ? (isPaced ? 14 : 12) : isPaced ? 3 : 0;
  return [
    { title: 'creating presentations', requests: isPaced ? 4 : 7 },
    { title: 'following jobs', requests: Math.round(polls) + messages + renameAtOnce },
    { title: 'renaming presentations', requests: (isPaced ? 14 : 18) + (jobs > 0 ? 5 : 0) },
    {
      title: 'final reads',
      requests: isPaced ? 2 + 2 * Math.min(3, jobs) : 2 * jobs + 10,
    },
  ];
}

const isAsked = ({ questionPrompt }: ResolvedVerifyOptions, jobs: number): boolean =>
  questionPrompt !== undefined && jobs > 1;

function otherKeyCost(
  { otherApiKey, readOnly, smoke }: ResolvedVerifyOptions,
  jobs: number,
  hasOtherJob: boolean,
): number {
  if (otherApiKey === undefined) return 0;
  return readOnly ? 5 : smoke ? 1 + 8 * Math.min(1, jobs) : hasOtherJob ? 32 : 24;
}

function unreachedBy(settings: ResolvedVerifyOptions, jobs: number): RunPlan['notCovered'] {
  const { readOnly, smoke, otherApiKey, questionPrompt, failurePrompt, maxJobs } = settings;
  const isFull = !readOnly && !smoke;
  const unless = (isReached: boolean, what: string, flag: string) => (isReached ? [] : [{ what, flag }]);
  return [
    ...unless(!readOnly, 'rules that need a job or a change', 'without --read-only'),
    ...unless(
      readOnly || isFull,
      'creating, questions, most probes with wrong keys, the slides in a PATCH, and all that needs a second job',
      'without --smoke',
    ),
    ...unless(otherApiKey !== undefined, 'the isolation of workspaces', '--other-api-key'),
    ...unless(
      settings.apiKeyWithoutAccess !== undefined,
      'a workspace without API access',
      '--api-key-without-access',
    ),
    ...unless(
      !isFull || questionPrompt !== undefined,
      'questions and replies, unless a job asks a question anyway',
      '--question-prompt',
    ),
    ...unless(
      !isFull || failurePrompt !== undefined,
      'failed jobs, unless a job fails anyway',
      '--failure-prompt',
    ),
    ...unless(!isFull || maxJobs >= 2, 'the isolation of jobs', '--max-jobs 2'),
    ...unless(
      !isFull || jobs === 0 || isStartSpare(jobs, maxJobs),
      'the start of a job without a key',
      `--max-jobs ${maxJobs + 1}`,
    ),
    ...unless(
      settings.probeRateLimit,
      'the status of a rate limit, unless a request meets one',
      '--probe-rate-limit',
    ),
  ];
}
