/** What a run is going to cost and to leave out, said before it begins. Pure: settings in, plan out. */
import type { Settings } from './options.js';
import type { JobWish } from './phases/job.js';

export interface Plan {
  /** About how many requests. */
  readonly requests: number;
  readonly jobs: number;
  /** About how many minutes, at the given rate. */
  readonly minutes: number;
  readonly phases: readonly { readonly title: string; readonly requests: number }[];
  /** What stays unreached, and which flag reaches it. */
  readonly unreached: readonly { readonly what: string; readonly flag: string }[];
}

/** The jobs of a run: one that just runs, one that asks, one that fails; two that just run when nobody says how to ask. */
export function jobWishes(settings: Settings): readonly JobWish[] {
  if (settings.readOnly) return [];
  const { prompt, questionPrompt, failurePrompt, maxJobs } = settings;
  const second = questionPrompt ?? `${prompt} (the second of two)`;
  const prompts = [prompt, second, ...(failurePrompt === undefined ? [] : [failurePrompt])];
  return prompts
    .slice(0, maxJobs)
    .map((text, index) => ({ prompt: text, via: index % 2 === 0 ? 'bearer' : 'x-api-key' }));
}

/** Polls of a job that shows every state, and the fetch of what it made. */
const perJob = 7;

export function plan(settings: Settings): Plan {
  const { readOnly, requestsPerMinute, otherApiKey, questionPrompt, failurePrompt, maxJobs, probeRateLimit } =
    settings;
  const jobs = jobWishes(settings).length;
  const wrongKeys = requestsPerMinute === 0 ? 2 : 1;
  const phases = [
    { title: 'is the target there', requests: 2 },
    { title: 'asking without a key', requests: (1 + wrongKeys) * (readOnly ? 1 : jobs > 0 ? 7 : 4) },
    ...(readOnly ? [] : [{ title: 'creating presentations', requests: 3 }]),
    ...(jobs === 0 ? [] : [{ title: 'following jobs', requests: jobs * (perJob + 1) + 3 }]),
    ...(readOnly ? [] : [{ title: 'renaming', requests: 8 }]),
    ...(otherApiKey === undefined || readOnly ? [] : [{ title: 'asking with the other key', requests: 8 }]),
    ...(readOnly ? [] : [{ title: 'once more, at the end', requests: jobs + 3 }]),
    ...(probeRateLimit
      ? [{ title: 'exceeding the rate', requests: Math.max(25, requestsPerMinute + 5) }]
      : []),
  ];
  const requests = phases.reduce((sum, phase) => sum + phase.requests, 0);
  const unreached = [
    ...(readOnly
      ? [{ what: 'everything that starts a job or changes something', flag: 'without --read-only' }]
      : []),
    ...(otherApiKey === undefined
      ? [{ what: 'that workspaces are kept apart', flag: '--other-api-key' }]
      : []),
    ...(!readOnly && questionPrompt === undefined
      ? [{ what: 'questions and replies, unless a job asks by itself', flag: '--question-prompt' }]
      : []),
    ...(!readOnly && failurePrompt === undefined
      ? [{ what: 'failed jobs, unless a job fails by itself', flag: '--failure-prompt' }]
      : []),
    ...(!readOnly && maxJobs < 2 ? [{ what: 'that jobs are kept apart', flag: '--max-jobs 2' }] : []),
    ...(jobs > 0 && jobs >= maxJobs
      ? [{ what: 'that starting a job needs a key', flag: `--max-jobs ${maxJobs + 1}` }]
      : []),
    ...(probeRateLimit
      ? []
      : [{ what: 'the status of a rate limit, unless one is met', flag: '--probe-rate-limit' }]),
  ];
  const windows = requestsPerMinute === 0 ? 0 : (requests - 1) / requestsPerMinute;
  return { requests, jobs, minutes: Math.floor(windows), phases, unreached };
}
