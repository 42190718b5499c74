/** Estimates the cost of a run before it starts, and lists what the run cannot reach. Pure. */
import type { Settings } from './options.js';
import { burstOf } from './phases/final-requests.js';
import type { PlannedJob } from './phases/job.js';

export interface Plan {
  /** An estimate. */
  readonly requests: number;
  readonly jobs: number;
  /** An estimate at the given request rate, without the time that jobs take. */
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

export function plan(settings: Settings): Plan {
  const { requestsPerMinute, probeRateLimit } = settings;
  const jobs = plannedJobs(settings).length;
  const phases = [
    { title: 'checking the target', requests: 2 },
    ...(settings.readOnly
      ? readOnlyCosts(settings)
      : settings.profile === 'smoke'
        ? smokeCosts(jobs)
        : fullCosts(settings, jobs)),
    ...otherKeyCosts(settings, jobs),
    ...(settings.disabledApiKey === undefined
      ? []
      : [{ title: 'sending requests with the key without API access', requests: jobs > 0 ? 5 : 2 }]),
    ...(probeRateLimit ? [{ title: 'exceeding the rate limit, at most', requests: burstOf(settings) }] : []),
  ].filter(({ requests }) => requests > 0);
  const requests = phases.reduce((sum, phase) => sum + phase.requests, 0);
  // The other key has a rate of its own.
  const others = otherKeyCosts(settings, jobs).reduce((sum, phase) => sum + phase.requests, 0);
  const windows = requestsPerMinute === 0 ? 0 : (requests - others - 1) / requestsPerMinute;
  return { requests, jobs, minutes: Math.floor(windows), phases, unreached: unreachedBy(settings, jobs) };
}

type Costs = Plan['phases'];

function readOnlyCosts({ presentationId, generationId }: Settings): Costs {
  const jobs = generationId === undefined ? 0 : 5;
  const presentations = presentationId === undefined ? 0 : 5;
  return [
    { title: 'sending requests without a key', requests: 9 },
    { title: 'reading what was given', requests: jobs + presentations },
  ];
}

function smokeCosts(jobs: number): Costs {
  return [
    { title: 'sending requests without a key', requests: 3 },
    { title: 'following jobs', requests: 6 * jobs },
    { title: 'renaming presentations', requests: 4 * jobs },
    { title: 'repeating requests at the end', requests: 2 * jobs },
  ];
}

/** Measured with jobs of ten seconds. A service that refuses the first bodies costs more. */
function fullCosts({ requestsPerMinute, questionPrompt, maxJobs }: Settings, jobs: number): Costs {
  const isPaced = requestsPerMinute > 0;
  const isStartProbed = jobs > 0 && jobs < maxJobs;
  const isAsked = questionPrompt !== undefined && jobs > 1;
  const operations = 3 + (isStartProbed ? 1 : 0) + (jobs > 0 ? 1 : 0) + (isAsked || !isPaced ? 1 : 0);
  const keys = 9 + operations * (isPaced ? 3 : 9) + (isPaced ? 0 : jobs > 0 ? 42 : 28);
  return [
    { title: 'sending requests without a key', requests: keys },
    { title: 'creating presentations', requests: isPaced ? 3 : 4 },
    {
      title: 'following jobs',
      requests: Math.round(jobs * (isPaced ? 5.5 : 8.5)) + (isAsked ? (isPaced ? 8 : 19) : 0),
    },
    { title: 'renaming presentations', requests: (isPaced ? 20 : 26) + (jobs > 0 ? 2 : 0) },
    { title: 'repeating requests at the end', requests: isPaced ? 2 * jobs + 3 : 4 * jobs + 9 },
  ];
}

function otherKeyCosts({ otherApiKey, readOnly, profile }: Settings, jobs: number): Costs {
  if (otherApiKey === undefined) return [];
  const requests = readOnly ? 4 : profile === 'smoke' ? 8 * Math.min(1, jobs) : 20;
  return [{ title: 'sending requests with the other key', requests }];
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
