/** The plan of a run, made once: its jobs, its requests without a valid key, its cost, and what it does not cover. Pure. */
import { resolveVerifyOptions, type ResolvedVerifyOptions, type VerifyOptions } from './options.js';
import { stepGroups } from './steps/index.js';
import type { PlannedJob, RunPlan } from './run-plan.js';
import { invalidKeyRequests, keyFormRequests, type InvalidKeyRequest } from './steps/invalid-key-requests.js';
import { costOf, type StepCost } from './steps/step-costs.js';
import { longer } from './test-payloads.js';

/** Minutes in which a run waits for responses and for the consistency window. */
const IDLE_MINUTES = 0.2;

export function planRun(options: VerifyOptions): RunPlan {
  const settings = resolveVerifyOptions(options);
  const jobs = planJobs(settings);
  const hasOtherJob = mayHaveOtherJob(settings) && jobs.length > 0 && jobs.length < settings.maxJobs;
  const invalid = invalidKeyRequests(settings).filter((request) =>
    isSendable(request, settings, jobs.length),
  );
  const forms = keyFormRequests(settings);
  const costs = planCosts({
    settings,
    jobs: jobs.length,
    hasOtherJob,
    invalidKeyRequests: invalid.length,
    keyFormRequests: forms.length,
  });
  return {
    settings,
    jobs,
    hasOtherJob,
    invalidKeyRequests: invalid,
    keyFormRequests: forms,
    ...costs,
    notCovered: findUncovered(settings, jobs.length),
  };
}

/**
 * The order of their starts. Two questions are open together, so a reply that affects another job is visible. The last job starts
 * after those that fail, so it shows whether they leave the service working.
 */
const START_ORDER = ['question', 'plain', 'second', 'failure', 'last'] as const;

/** Without a question prompt, a second job with the default prompt. */
function planJobs(settings: ResolvedVerifyOptions): readonly PlannedJob[] {
  if (settings.readOnly) return [];
  const { prompt, questionPrompt, failurePrompt, maxJobs, smoke } = settings;
  if (smoke) return maxJobs > 0 ? [{ prompt, via: 'bearer', asks: false, isLate: false, isLast: false }] : [];
  const question = { kind: 'question', prompt: questionPrompt } as const;
  // The second failed job may ask before it fails.
  const lateFailure =
    failurePrompt === undefined ? undefined : [questionPrompt, failurePrompt].filter(Boolean).join(' ');
  // The most important one first: the number of jobs is limited.
  const wanted = [
    { kind: 'plain', prompt: questionPrompt === undefined ? prompt : longer(prompt) } as const,
    ...(questionPrompt === undefined ? [{ kind: 'second', prompt: longer(prompt) } as const] : []),
    question,
    { kind: 'failure', prompt: failurePrompt } as const,
    // A question that stays silent. The effects of rejected replies to the other one are visible in comparison.
    question,
    { kind: 'failure', prompt: lateFailure } as const,
    {
      kind: 'last',
      prompt: questionPrompt === undefined || failurePrompt === undefined ? undefined : prompt,
    } as const,
  ];
  return wanted
    .flatMap(({ kind, prompt: text }) => (text === undefined ? [] : [{ kind, prompt: text }]))
    .slice(0, maxJobs)
    .toSorted((one, two) => START_ORDER.indexOf(one.kind) - START_ORDER.indexOf(two.kind))
    .map(({ kind, prompt: text }, index) => ({
      prompt: text,
      via: index % 2 === 0 ? 'bearer' : 'x-api-key',
      asks: kind === 'question',
      isLate: index > 0 && (kind === 'failure' || kind === 'second'),
      isLast: kind === 'last',
    }));
}

/** Adds up the costs of the steps, by title. Requests with another key, or without one, have rates of their own. */
function planCosts(of: StepCost): Pick<RunPlan, 'requests' | 'minutes' | 'phases'> {
  const byTitle = new Map<string, number>();
  const byKey = new Map<string, number>();
  for (const { title = '', key = 'key', cost, isUpperBound } of stepGroups(of.settings).flat()) {
    const requests = costOf(cost, of);
    if (requests === 0) continue;
    const name = isUpperBound ? `${title} (at most)` : title;
    byTitle.set(name, (byTitle.get(name) ?? 0) + requests);
    if (!isUpperBound) byKey.set(key, (byKey.get(key) ?? 0) + requests);
  }
  const phases = [...byTitle].map(([title, requests]) => ({ title, requests }));
  const longest = Math.max(...byKey.values());
  const { requestsPerMinute } = of.settings;
  return {
    phases,
    requests: phases.reduce((sum, { requests }) => sum + requests, 0),
    minutes:
      requestsPerMinute === 0 ? 0 : Math.ceil(2 * ((longest - 1) / requestsPerMinute + IDLE_MINUTES)) / 2,
  };
}

/** Whether the run will have what the request needs: a job, a presentation, or one more job to start. */
function isSendable(
  { operation }: InvalidKeyRequest,
  settings: ResolvedVerifyOptions,
  jobs: number,
): boolean {
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

function findUncovered(settings: ResolvedVerifyOptions, jobs: number): RunPlan['notCovered'] {
  const { readOnly, smoke, otherApiKey, questionPrompt, failurePrompt, maxJobs } = settings;
  const isFull = !readOnly && !smoke;
  const unless = (isCovered: boolean, what: string, flag: string) => (isCovered ? [] : [{ what, flag }]);
  return [
    ...unless(!readOnly, 'rules that need a job or a change', 'without --read-only'),
    ...unless(
      readOnly || isFull,
      'creating, questions, most requests with invalid keys, the slides in a PATCH, and all that needs a second job',
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
