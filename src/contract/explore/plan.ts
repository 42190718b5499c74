/** Estimates the cost of a run before it starts, and lists what the run cannot reach. Pure. */
import type { Settings } from './options.js';
import { burstOf } from './phases/final-requests.js';
import type { PlannedJob } from './phases/job.js';

export interface Plan {
  /** An estimate. */
  readonly requests: number;
  readonly jobs: number;
  /** An estimate at the given request rate, for jobs of some seconds. */
  readonly minutes: number;
  readonly phases: readonly { readonly title: string; readonly requests: number }[];
  /** What the run cannot reach, with the option that helps. */
  readonly unreached: readonly { readonly what: string; readonly flag: string }[];
}

/** The jobs of a run: one for each prompt option. Without a question prompt, a second job with the default prompt. */
export function plannedJobs(settings: Settings): readonly PlannedJob[] {
  if (settings.readOnly) return [];
  const { prompt, questionPrompt, failurePrompt, maxJobs, profile } = settings;
  if (profile === 'smoke') return maxJobs > 0 ? [{ prompt, via: 'bearer' }] : [];
  const second = questionPrompt ?? `${prompt} (second job)`;
  const prompts = [
    prompt,
    second,
    ...(failurePrompt === undefined ? [] : [failurePrompt]),
    // A question that gets no reply for a while. Beside it, the effects of refused replies are visible.
    ...(questionPrompt === undefined ? [] : [questionPrompt]),
  ];
  return prompts
    .slice(0, maxJobs)
    .map((text, index) => ({ prompt: text, via: index % 2 === 0 ? 'bearer' : 'x-api-key' }));
}

/** A further job that asks, for a service whose message body the run did not know when the first job asked. */
export function jobsToProbeAgain({ questionPrompt }: Settings): readonly PlannedJob[] {
  return questionPrompt === undefined ? [] : [{ prompt: questionPrompt, via: 'bearer' }];
}

export function plan(settings: Settings): Plan {
  const { requestsPerMinute, probeRateLimit } = settings;
  const jobs = plannedJobs(settings).length;
  const own: Costs = [
    { title: 'checking the target', requests: 2 },
    ...(settings.readOnly
      ? readOnlyCosts(settings)
      : settings.profile === 'smoke'
        ? smokeCosts(jobs)
        : fullCosts(settings, jobs)),
  ];
  const others: Costs = [
    { title: 'sending requests without a key, or with a wrong one', requests: keylessCost(settings, jobs) },
    { title: 'sending requests with the other key', requests: otherKeyCost(settings, jobs) },
    {
      title: 'sending requests with the key without API access',
      requests: settings.disabledApiKey === undefined ? 0 : jobs > 0 ? 5 : 2,
    },
  ];
  const burst = probeRateLimit ? burstOf(settings) : 0;
  const phases = [...own, ...others, { title: 'exceeding the rate limit, at most', requests: burst }].filter(
    ({ requests }) => requests > 0,
  );
  // Requests with another key, or without one, have rates of their own.
  const longest = Math.max(sumOf(own), ...others.map(({ requests }) => requests));
  const minutes = requestsPerMinute === 0 ? 0 : Math.ceil((longest - 1) / requestsPerMinute + IDLE);
  return {
    requests: sumOf(phases),
    jobs,
    minutes,
    phases,
    unreached: unreachedBy(settings, jobs),
  };
}

type Costs = Plan['phases'];

const sumOf = (costs: Costs): number => costs.reduce((sum, { requests }) => sum + requests, 0);

/** Minutes in which a run waits for responses and for the settling time. */
const IDLE = 0.2;

const givenIds = ({ presentationId, generationId }: Settings): number =>
  [presentationId, generationId].filter((id) => id !== undefined).length;

function readOnlyCosts(settings: Settings): Costs {
  const [once, unknownIds] = settings.requestsPerMinute > 0 ? [1, 0] : [2, 2];
  return [
    { title: 'reading what was given', requests: once * (givenIds(settings) + 1) + unknownIds },
    { title: 'repeating requests at the end', requests: givenIds(settings) },
  ].filter(({ requests }) => requests > 0);
}

function smokeCosts(jobs: number): Costs {
  return [
    { title: 'following jobs', requests: 7 * jobs },
    { title: 'renaming presentations', requests: 5 * jobs },
    { title: 'repeating requests at the end', requests: 2 * jobs },
  ];
}

/** Measured with jobs of ten seconds. A service that refuses the first bodies costs more. */
function fullCosts(settings: Settings, jobs: number): Costs {
  const isPaced = settings.requestsPerMinute > 0;
  const polls = (isPaced ? 7 : 8.5) * jobs;
  const messages = jobs === 0 ? 0 : isAsked(settings, jobs) ? (isPaced ? 13 : 17) : isPaced ? 3 : 0;
  return [
    { title: 'creating presentations', requests: isPaced ? 4 : 5 },
    { title: 'following jobs', requests: Math.round(polls) + messages },
    { title: 'renaming presentations', requests: (isPaced ? 16 : 22) + (jobs > 0 ? 5 : 0) },
    { title: 'repeating requests at the end', requests: isPaced ? 2 * jobs + 2 : 4 * jobs + 9 },
  ];
}

const isAsked = ({ questionPrompt }: Settings, jobs: number): boolean =>
  questionPrompt !== undefined && jobs > 1;

/** Each operation gets a request without a key, and the wrong keys in both headers. */
function keylessCost(settings: Settings, jobs: number): number {
  const { readOnly, profile, requestsPerMinute, maxJobs } = settings;
  const all = 9;
  const rounds = requestsPerMinute === 0 ? 2 : 1;
  if (profile === 'smoke') return 3;
  const isStartProbed = jobs > 0 && jobs < maxJobs;
  if (readOnly) return rounds * all * (1 + givenIds(settings));
  const withJobs = jobs > 0 ? 2 : 0;
  const operations = 4 + (isStartProbed ? 1 : 0) + withJobs;
  if (requestsPerMinute === 0) return operations * all + (jobs > 0 ? 42 : 28);
  const unknown = 3;
  // Near misses of the key go to four operations, where they can cost nothing.
  return (jobs > 0 ? 4 : 3) * all + 1 + (jobs > 0 ? operations - 4 : 1) * unknown;
}

function otherKeyCost({ otherApiKey, readOnly, profile }: Settings, jobs: number): number {
  if (otherApiKey === undefined) return 0;
  return readOnly ? 4 : profile === 'smoke' ? 8 * Math.min(1, jobs) : 20;
}

function unreachedBy(settings: Settings, jobs: number): Plan['unreached'] {
  const { readOnly, profile, otherApiKey, questionPrompt, failurePrompt, maxJobs } = settings;
  const isFull = !readOnly && profile === 'full';
  const unless = (isReached: boolean, what: string, flag: string) => (isReached ? [] : [{ what, flag }]);
  return [
    ...unless(!readOnly, 'rules that need a job or a change', 'without --read-only'),
    ...unless(
      readOnly || isFull,
      'creating, questions, most probes with wrong keys, the slides in a PATCH, and all that needs a second job',
      'without --profile smoke',
    ),
    ...unless(otherApiKey !== undefined, 'the isolation of workspaces', '--other-api-key'),
    ...unless(settings.disabledApiKey !== undefined, 'a workspace without API access', '--disabled-api-key'),
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
      !isFull || jobs === 0 || jobs < maxJobs,
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
