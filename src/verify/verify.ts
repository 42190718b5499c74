/** Verifies a target: runs the plan, judges the journal, builds the report. */
import type { Exchange } from '../journal/exchange.js';
import type { Baseline } from '../judge/baseline/baseline.js';
import type { CoverageOptions } from '../judge/coverage.js';
import { buildReport } from '../judge/report/build-report.js';
import { collectCreatedResources } from '../judge/report/created-resources.js';
import type { TargetConnection, Report } from '../judge/report/report.js';
import { getLongKeys, isAuthorizationTaken } from './api-keys.js';
import { runPlan, type RunInput } from './run.js';
import type { VerifyOptions } from './options.js';
import { planRun } from './plan.js';
import type { RunPlan } from './run-plan.js';
import { judgeTrace } from '../judge/judge.js';
import { serviceRules as allRules } from '../judge/rules/index.js';
import type { Rule } from '../judge/rule.js';
import { buildTrace, type Trace } from '../judge/model/trace.js';
import { computeCoverage } from './coverage/compute-coverage.js';
import { formatResults } from './coverage/coverage-topics.js';
import { findGivenFlags } from './coverage/given-flags.js';
import { addFlags } from './coverage/suggested-flags.js';
import { getCoverageProfile } from './coverage/coverage-profile.js';
import { hasValidKey } from '../judge/model/call.js';

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
    longKeys: getLongKeys(settings),
  });
  const verdicts = judgeTrace(trace, input.rules ?? allRules);
  const seen = {
    trace,
    verdicts,
    hasOtherKey: settings.otherApiKey !== undefined,
    unended: unfinishedJobs,
    questionPrompt: settings.questionPrompt,
    failurePrompt: settings.failurePrompt,
    givenFlags: findGivenFlags(settings),
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
    buildReason: (reason) => addFlags(reason, settings),
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
