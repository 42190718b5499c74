/** Checks a target: explores it, judges the journal, and builds the report. */
import type { Exchange } from '../journal/exchange.js';
import type { Baseline } from './baseline.js';
import {
  minimumOf,
  isTopic,
  topics,
  type MinimumChanges,
  type Gap,
  type EvidenceReport,
  type Minimum,
  type Unexamined,
} from './evidence/minimum.js';
import { buildReport } from './report/build-report.js';
import { leftBehindBy } from './report/run-words.js';
import type { Access, Report } from './report/model.js';
import { isAuthorizationTaken } from './explore/run-keys.js';
import { explore, type ExploreInput } from './explore/explore.js';
import type { ExploreOptions, Settings } from './explore/options.js';
import { plan, type Plan } from './explore/plan.js';
import { judgeTrace } from './judge.js';
import { rules as allRules } from './rows/all-rows.js';
import type { Rule } from './rule.js';
import { readTrace, type Trace } from './model/trace.js';
import { resultsText, alwaysFails, gapOf, topicRows, type Seen, type Why } from './evidence/topics.js';
import { isKeyed, isTerminal } from './model/call.js';
import {
  noAcceptedReply,
  noAcceptedStart,
  noDisabledKey,
  noFailure,
  noLimit,
  noOther,
  noOtherQuestion,
  noPollAfterReply,
  noQuestion,
  noSecondStart,
  noStart,
  noTemplateStart,
} from './rows/reasons.js';

export interface CheckInput extends ExploreInput, MinimumChanges {
  readonly tool?: Report['tool'];
  /** The plan of the run, if the caller has made it. Default: by the options. */
  readonly plan?: Plan;
  /** How the transport reaches the target, for the report. */
  readonly access?: Access;
  readonly rules?: readonly Rule[];
  /** Known violations, which do not fail the run. */
  readonly baseline?: Baseline;
}

export interface Check {
  readonly report: Report;
  /** The journal that was judged, without keys. */
  readonly exchanges: readonly Exchange[];
}

export async function check(options: ExploreOptions, input: CheckInput): Promise<Check> {
  const planned = input.plan ?? plan(options);
  const { settings } = planned;
  const { exchanges, notes, stopped, unended } = await explore(planned, input);
  const trace = readTrace(exchanges, {
    baseUrl: options.baseUrl,
    settle: settings.settle,
    isCreateBodyGiven: settings.createBody !== undefined,
  });
  const verdicts = judgeTrace(trace, input.rules ?? allRules);
  const seen = {
    trace,
    verdicts,
    hasOtherKey: settings.otherApiKey !== undefined,
    unended,
    hasQuestionPrompt: settings.questionPrompt !== undefined,
    isAuthorizationTaken: isAuthorizationTaken(settings),
  };
  const unusable = whyUnusable(trace, stopped);
  const report = buildReport({
    tool: input.tool ?? { name: 'deckhand', version: '0' },
    target: options.baseUrl,
    ...(input.access && { access: input.access }),
    trace,
    verdicts,
    leftBehind: leftBehindBy(trace),
    notes,
    evidence: examine(seen, minimumOf(settings, input), stopped),
    ...(unusable !== undefined && { unusable }),
    ...(input.baseline && { baseline: input.baseline }),
    explain: (reason) => withOptions(reason, settings),
  });
  return { report, exchanges };
}

/**
 * @param stopped why the run ended early
 * @returns the reason in one line; `undefined` when the target can be judged
 */
function whyUnusable(trace: Trace, stopped: string | undefined): string | undefined {
  if (trace.succeeded.length > 0) return undefined;
  if (stopped !== undefined) return stopped;
  const results = resultsText(trace.calls.filter(isKeyed));
  return `no request with the key succeeded (${results}); check the base address and the key`;
}

/* Compares what a run has seen with its minimum: what is missing, and what else was not examined. Pure. */

/** @param stopped why the run ended early */
function examine(seen: Seen, minimum: Minimum, stopped?: string): EvidenceReport {
  const missing = requiredOf(seen, minimum).flatMap((name): readonly Gap[] => {
    const gap = isTopic(name) ? gapOf(name, seen) : ruleGap(name, seen);
    if (!gap) return [];
    const { isFinal, ...rest } = gap;
    const isCut = stopped !== undefined && isFinal !== true;
    return [{ topic: name, ...rest, ...(isCut && { because: 'run' }) }];
  });
  const run = stopped === undefined ? [] : [{ topic: 'run', why: stopped }];
  return { minimum, missing: linked([...run, ...missing]), unexamined: unexamined(seen, minimum) };
}

/** Creating is part of the minimum if the service never decided about it: its body may be right. */
function requiredOf({ trace }: Seen, { name, required, lowered }: Minimum): readonly string[] {
  const isAdded = name === 'full' && !required.includes('create') && !lowered.includes('create');
  return isAdded && alwaysFails(trace, 'createPresentation') ? [...required, 'create'] : required;
}

function ruleGap(id: string, { verdicts }: Seen): Why | undefined {
  const verdict = verdicts.find(({ rule }) => rule.id === id);
  if (verdict && verdict.outcome !== 'not-reached') return undefined;
  return { why: `the rule ${id} could not be judged (${verdict?.reason ?? 'it was not run'})` };
}

/** Names the cause of each gap that another gap explains. */
function linked(gaps: readonly Gap[]): readonly Gap[] {
  return gaps.map((gap) => {
    const after = isTopic(gap.topic) ? (topicRows[gap.topic].after ?? []) : [];
    const cause = gap.because ?? after.find((topic) => gaps.some((other) => other.topic === topic));
    return cause === undefined ? gap : { ...gap, because: cause };
  });
}

/** Each topic outside the minimum that was not seen. No option helps where the run leaves the topic out on purpose. */
function unexamined(seen: Seen, { name, required }: Minimum): readonly Unexamined[] {
  const hasEnd = seen.trace.jobs.some(({ views }) => views.some(({ status }) => isTerminal(status)));
  return topics.flatMap((topic): readonly Unexamined[] => {
    const gap = gapOf(topic, seen);
    if (required.includes(topic) || (!gap && (topic !== 'end' || hasEnd))) return [];
    const isHelped = name === 'full' || topic === 'isolation' || topic === 'end';
    return [{ topic, help: (isHelped && gap?.help) || '' }];
  });
}

/*
 * Adds to the reason of a rule without evidence the options of `deckhand verify` that help, without those that the run had.
 * Other commands have none.
 */

interface Help {
  readonly flag: string;
  /** Its setting, if a run that has it needs no other value of it. */
  readonly setting?: keyof Settings;
  /** Whether the run can lack the evidence because of it. Default: always. */
  readonly isCause?: (settings: Settings) => boolean;
}

/** The options that can keep a run from starting so many jobs. */
const fewerJobsThan = (jobs: number): readonly Help[] => [
  { flag: '--read-only', isCause: ({ readOnly }) => readOnly },
  { flag: '--smoke', isCause: ({ smoke }) => smoke && jobs > 1 },
  { flag: '--max-jobs', isCause: ({ maxJobs }) => maxJobs < jobs },
];

const question: Help = { flag: '--question-prompt', setting: 'questionPrompt' };

const options: ReadonlyMap<string, readonly Help[]> = new Map([
  [noStart, fewerJobsThan(1)],
  [noSecondStart, fewerJobsThan(2)],
  [noAcceptedStart, [{ flag: '--start-body' }, { flag: '--template-id' }]],
  [noTemplateStart, [{ flag: '--template-id' }]],
  [noQuestion, [question]],
  [noAcceptedReply, [{ flag: '--reply-body' }]],
  [noPollAfterReply, [question]],
  [noOtherQuestion, [question]],
  [noFailure, [{ flag: '--failure-prompt', setting: 'failurePrompt' }]],
  [noOther, [{ flag: '--other-api-key', setting: 'otherApiKey' }]],
  [noDisabledKey, [{ flag: '--disabled-api-key', setting: 'disabledApiKey' }]],
  [noLimit, [{ flag: '--probe-rate-limit', setting: 'probeRateLimit' }]],
]);

/** A smoke run and a read-only run leave out questions and failures, also with the options for them. */
const leftOut: ReadonlySet<string> = new Set([
  noQuestion,
  noAcceptedReply,
  noPollAfterReply,
  noOtherQuestion,
  noFailure,
]);

function withOptions(reason: string, settings: Settings): string {
  const { readOnly, smoke } = settings;
  if ((readOnly || smoke) && leftOut.has(reason))
    return `${reason} (${readOnly ? '--read-only' : '--smoke'})`;
  const helping = (options.get(reason) ?? []).filter(({ setting, isCause }) =>
    isCause ? isCause(settings) : !setting || !settings[setting],
  );
  return helping.length === 0 ? reason : `${reason} (${helping.map(({ flag }) => flag).join(', ')})`;
}
