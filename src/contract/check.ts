/** Checks a target: explores it, judges the journal, and builds the report. */
import type { Baseline } from './baseline.js';
import { examine } from './evidence/examine.js';
import { minimumOf, type MinimumChanges } from './evidence/minimum.js';
import { withOptions } from './evidence/options-that-help.js';
import { buildReport } from './report/build-report.js';
import { leftBehindBy } from './report/run-words.js';
import type { Access, Report } from './report/model.js';
import { isAuthorizationTaken } from './explore/run-keys.js';
import { explore, type ExploreInput } from './explore/explore.js';
import type { ExploreOptions } from './explore/options.js';
import { plan, type Plan } from './explore/plan.js';
import type { Exchange } from '../journal/exchange.js';
import { judgeTrace } from './judge.js';
import { rules as allRules } from './rows/all-rows.js';
import type { Rule } from './rule.js';
import { readTrace, type Trace } from './model/trace.js';
import { resultsText } from './evidence/topics.js';
import { isKeyed } from './model/call.js';

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
