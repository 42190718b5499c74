/** Estimates the cost of a run before it starts, and lists what the run cannot reach. Pure. */
import type { Settings } from './options.js';
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
  const { prompt, questionPrompt, failurePrompt, maxJobs } = settings;
  const second = questionPrompt ?? `${prompt} (second job)`;
  const prompts = [prompt, second, ...(failurePrompt === undefined ? [] : [failurePrompt])];
  return prompts
    .slice(0, maxJobs)
    .map((text, index) => ({ prompt: text, via: index % 2 === 0 ? 'bearer' : 'x-api-key' }));
}

/** The polls of a job that shows every state, and the fetch of its presentation. */
const perJob = 7;

export function plan(settings: Settings): Plan {
  const { readOnly, requestsPerMinute, otherApiKey, questionPrompt, failurePrompt, maxJobs, probeRateLimit } =
    settings;
  const jobs = plannedJobs(settings).length;
  const wrongKeys = requestsPerMinute === 0 || readOnly ? 2 : 1;
  const phases = [
    { title: 'checking the target', requests: 2 },
    {
      title: 'sending requests without a key',
      requests: (1 + wrongKeys) * (readOnly ? 1 : jobs > 0 ? 7 : 4),
    },
    ...(readOnly ? [] : [{ title: 'creating presentations', requests: 3 }]),
    ...(jobs === 0 ? [] : [{ title: 'following jobs', requests: jobs * (perJob + 1) + 3 }]),
    ...(readOnly ? [] : [{ title: 'renaming presentations', requests: 8 }]),
    ...(otherApiKey === undefined || readOnly
      ? []
      : [{ title: 'sending requests with the other key', requests: 8 }]),
    ...(readOnly ? [] : [{ title: 'repeating requests at the end', requests: jobs + 3 }]),
    ...(probeRateLimit
      ? [{ title: 'exceeding the rate limit', requests: Math.max(25, requestsPerMinute + 5) }]
      : []),
  ];
  const requests = phases.reduce((sum, phase) => sum + phase.requests, 0);
  const unreached = [
    ...(readOnly ? [{ what: 'rules that need a job or a change', flag: 'without --read-only' }] : []),
    ...(otherApiKey === undefined ? [{ what: 'the isolation of workspaces', flag: '--other-api-key' }] : []),
    ...(!readOnly && questionPrompt === undefined
      ? [{ what: 'questions and replies, unless a job asks a question anyway', flag: '--question-prompt' }]
      : []),
    ...(!readOnly && failurePrompt === undefined
      ? [{ what: 'failed jobs, unless a job fails anyway', flag: '--failure-prompt' }]
      : []),
    ...(!readOnly && maxJobs < 2 ? [{ what: 'the isolation of jobs', flag: '--max-jobs 2' }] : []),
    ...(jobs > 0 && jobs >= maxJobs
      ? [{ what: 'the start of a job without a key', flag: `--max-jobs ${maxJobs + 1}` }]
      : []),
    ...(probeRateLimit
      ? []
      : [{ what: 'the status of a rate limit, unless a request meets one', flag: '--probe-rate-limit' }]),
  ];
  const windows = requestsPerMinute === 0 ? 0 : (requests - 1) / requestsPerMinute;
  return { requests, jobs, minutes: Math.floor(windows), phases, unreached };
}
