/** Verifies a target: runs the plan, judges the journal, builds the report. */
import type { Exchange } from '../journal/exchange.js';
import type { Baseline } from '../judge/baseline/baseline.js';
import {
  isCoverageTopic,
  coverageTopics,
  type CoverageOptions,
  type CoverageGap,
  type CoverageReport,
  type CoverageProfile,
  type UncoveredTopic,
} from '../judge/coverage.js';
import { buildReport } from '../judge/report/build-report.js';
import { collectCreatedResources } from '../judge/report/created-resources.js';
import type { TargetConnection, Report } from '../judge/report/report.js';
import { isAuthorizationTaken } from './api-keys.js';
import { runPlan, type RunInput } from './run.js';
import type { VerifyOptions, ResolvedVerifyOptions } from './options.js';
import { planRun, type RunPlan } from './plan.js';
import { judgeTrace } from '../judge/judge.js';
import { serviceRules as allRules } from '../judge/rules/index.js';
import type { Rule } from '../judge/rule.js';
import { buildTrace, type Trace } from '../judge/model/trace.js';
import {
  formatResults,
  hasOnlyServerErrors,
  findGap,
  coverageTopicDefinitions,
  type RunEvidence,
  type GapReason,
} from './coverage/coverage-topics.js';
import { getCoverageProfile } from './coverage/coverage-profile.js';
import { hasValidKey, isTerminal } from '../judge/model/call.js';
import {
  NO_ACCEPTED_REPLY,
  NO_ACCEPTED_START,
  NO_DISABLED_KEY,
  NO_FAILURE,
  NO_RATE_LIMIT,
  NO_OTHER_WORKSPACE_KEY,
  NO_OTHER_QUESTION,
  NO_POLL_AFTER_REPLY,
  NO_QUESTION,
  NO_SECOND_START,
  NO_START,
  NO_TEMPLATE_START,
} from '../judge/rules/not-covered.js';

export interface VerifyInput extends RunInput, CoverageOptions {
  readonly tool?: Report['tool'];
  /** The plan of the run, if the caller has made it. Default: by the options. */
  readonly plan?: RunPlan;
  /** How the transport reaches the target, for the report. */
  readonly connection?: TargetConnection;
  readonly rules?: readonly Rule[];
  /** Known violations, which do not fail the run. */
  readonly baseline?: Baseline;
}

export interface VerifyResult {
  readonly report: Report;
  /** The journal that was judged, without keys. */
  readonly exchanges: readonly Exchange[];
}

export async function verify(options: VerifyOptions, input: VerifyInput): Promise<VerifyResult> {
  const planned = input.plan ?? planRun(options);
  const { settings } = planned;
  const { exchanges, notes, stopReason, unfinishedJobs } = await runPlan(planned, input);
  const trace = buildTrace(exchanges, {
    baseUrl: options.baseUrl,
    consistencyWindow: settings.consistencyWindow,
    hasCreateBody: settings.createBody !== undefined,
  });
  const verdicts = judgeTrace(trace, input.rules ?? allRules);
  const seen = {
    trace,
    verdicts,
    hasOtherKey: settings.otherApiKey !== undefined,
    unended: unfinishedJobs,
    hasQuestionPrompt: settings.questionPrompt !== undefined,
    isAuthorizationTaken: isAuthorizationTaken(settings),
  };
  const unusable = findFatalReason(trace, stopReason);
  const report = buildReport({
    tool: input.tool ?? { name: 'deckhand', version: '0' },
    target: options.baseUrl,
    ...(input.connection && { connection: input.connection }),
    trace,
    verdicts,
    createdResources: collectCreatedResources(trace),
    notes,
    coverage: computeCoverage(seen, getCoverageProfile(settings, input), stopReason),
    ...(unusable !== undefined && { fatalReason: unusable }),
    ...(input.baseline && { baseline: input.baseline }),
    formatReason: (reason) => appendFlags(reason, settings),
  });
  return { report, exchanges };
}

/**
 * @param stopped why the run ended early
 * @returns the reason in one line; `undefined` when the target can be judged
 */
function findFatalReason(trace: Trace, stopped: string | undefined): string | undefined {
  if (trace.succeeded.length > 0) return undefined;
  if (stopped !== undefined) return stopped;
  const results = formatResults(trace.calls.filter(hasValidKey));
  return `no request succeeded (${results}); check the base URL and the key`;
}

/* Computes the coverage of a run: gaps in its profile, and uncovered topics. Pure. */

/** @param stopped why the run ended early */
function computeCoverage(seen: RunEvidence, minimum: CoverageProfile, stopped?: string): CoverageReport {
  const missing = requiredTopics(seen, minimum).flatMap((name): readonly CoverageGap[] => {
    const gap = isCoverageTopic(name) ? findGap(name, seen) : findRuleGap(name, seen);
    if (!gap) return [];
    const { isFinal, ...rest } = gap;
    const isCut = stopped !== undefined && isFinal !== true;
    return [{ topic: name, ...rest, ...(isCut && { causedBy: 'run' }) }];
  });
  const run = stopped === undefined ? [] : [{ topic: 'run', reason: stopped }];
  return {
    profile: minimum,
    gaps: linkCauses([...run, ...missing]),
    uncovered: findUncoveredTopics(seen, minimum),
  };
}

/** `create` is required if every POST /presentations got a 5xx. */
function requiredTopics(
  { trace }: RunEvidence,
  { name, required, waived }: CoverageProfile,
): readonly string[] {
  const isAdded = name === 'full' && !required.includes('create') && !waived.includes('create');
  return isAdded && hasOnlyServerErrors(trace, 'createPresentation') ? [...required, 'create'] : required;
}

function findRuleGap(id: string, { verdicts }: RunEvidence): GapReason | undefined {
  const verdict = verdicts.find(({ rule }) => rule.id === id);
  if (verdict && verdict.outcome !== 'not-covered') return undefined;
  return { reason: `the rule ${id} could not be judged (${verdict?.reason ?? 'not run'})` };
}

/** Names the cause of each gap that another gap explains. */
function linkCauses(gaps: readonly CoverageGap[]): readonly CoverageGap[] {
  return gaps.map((gap) => {
    const after = isCoverageTopic(gap.topic) ? (coverageTopicDefinitions[gap.topic].dependsOn ?? []) : [];
    const cause = gap.causedBy ?? after.find((topic) => gaps.some((other) => other.topic === topic));
    return cause === undefined ? gap : { ...gap, causedBy: cause };
  });
}

/** Uncovered topics outside the profile. No flags if the profile skips the topic. */
function findUncoveredTopics(
  seen: RunEvidence,
  { name, required }: CoverageProfile,
): readonly UncoveredTopic[] {
  const hasEnd = seen.trace.jobs.some(({ views }) => views.some(({ status }) => isTerminal(status)));
  return coverageTopics.flatMap((topic): readonly UncoveredTopic[] => {
    const gap = findGap(topic, seen);
    if (required.includes(topic) || (!gap && (topic !== 'end' || hasEnd))) return [];
    const isHelped = name === 'full' || topic === 'isolation' || topic === 'end';
    return [{ topic, flags: (isHelped && gap?.flags) || '' }];
  });
}

/*
 * Adds flags that would cover a rule, except those already set.
 * Other commands have none.
 */

interface SuggestedFlag {
  readonly flag: string;
  /** Its setting, if a run that has it needs no other value of it. */
  readonly setting?: keyof ResolvedVerifyOptions;
  /** Whether this setting can prevent coverage. Default: always. */
  readonly isCause?: (settings: ResolvedVerifyOptions) => boolean;
}

/** The options that can keep a run from starting so many jobs. */
const flagsThatLimitJobs = (jobs: number): readonly SuggestedFlag[] => [
  { flag: '--read-only', isCause: ({ readOnly }) => readOnly },
  { flag: '--smoke', isCause: ({ smoke }) => smoke && jobs > 1 },
  { flag: '--max-jobs', isCause: ({ maxJobs }) => maxJobs < jobs },
];

const question: SuggestedFlag = { flag: '--question-prompt', setting: 'questionPrompt' };

const options: ReadonlyMap<string, readonly SuggestedFlag[]> = new Map([
  [NO_START, flagsThatLimitJobs(1)],
  [NO_SECOND_START, flagsThatLimitJobs(2)],
  [NO_ACCEPTED_START, [{ flag: '--start-body' }, { flag: '--template-id' }]],
  [NO_TEMPLATE_START, [{ flag: '--template-id' }]],
  [NO_QUESTION, [question]],
  [NO_ACCEPTED_REPLY, [{ flag: '--reply-body' }]],
  [NO_POLL_AFTER_REPLY, [question]],
  [NO_OTHER_QUESTION, [question]],
  [NO_FAILURE, [{ flag: '--failure-prompt', setting: 'failurePrompt' }]],
  [NO_OTHER_WORKSPACE_KEY, [{ flag: '--other-api-key', setting: 'otherApiKey' }]],
  [NO_DISABLED_KEY, [{ flag: '--api-key-without-access', setting: 'apiKeyWithoutAccess' }]],
  [NO_RATE_LIMIT, [{ flag: '--probe-rate-limit', setting: 'probeRateLimit' }]],
]);

/** A smoke run and a read-only run leave out questions and failures, also with the options for them. */
const SKIPPED_BY_PROFILE: ReadonlySet<string> = new Set([
  NO_QUESTION,
  NO_ACCEPTED_REPLY,
  NO_POLL_AFTER_REPLY,
  NO_OTHER_QUESTION,
  NO_FAILURE,
]);

function appendFlags(reason: string, settings: ResolvedVerifyOptions): string {
  const { readOnly, smoke } = settings;
  if ((readOnly || smoke) && SKIPPED_BY_PROFILE.has(reason))
    return `${reason} (${readOnly ? '--read-only' : '--smoke'})`;
  const helping = (options.get(reason) ?? []).filter(({ setting, isCause }) =>
    isCause ? isCause(settings) : !setting || !settings[setting],
  );
  return helping.length === 0 ? reason : `${reason} (${helping.map(({ flag }) => flag).join(', ')})`;
}
