/**
 * Checks a replay scenario: plays it to the recorded requests, compares the responses, and judges them. The scenario
 * declares the rules that it violates because the recorded service violated them.
 */
import { judge, type Verdict } from '../contract/index.js';
import type { Scenario } from '../generated/control-api.js';
import { differencesBetween, type Difference } from '../replay/compare.js';
import type { RecordedJob } from '../replay/recorded-jobs.js';
import { checkScenario, describe } from '../scenario/check.js';
import { compileScenario } from '../scenario/compile.js';
import { JSON_RULE } from '../scenario/declared-violations.js';
import { replayJob } from './replay-job.js';

export interface ReplayCheck {
  /** With the violated rules in `violates`. */
  readonly scenario: Scenario;
  /** The calls with another response than the recorded one. */
  readonly differences: readonly Difference[];
  /** Why the scenario is invalid; empty when it is valid. */
  readonly mistakes: readonly string[];
}

export async function checkReplay(job: RecordedJob, scenario: Scenario): Promise<ReplayCheck> {
  const compiled = compileScenario('replay', scenario);
  if ('mistakes' in compiled) return { scenario, differences: [], mistakes: compiled.mistakes.map(describe) };
  const exchanges = await replayJob(job, compiled.timeline);
  const verdicts = judge(exchanges).filter(({ rule }) => !isClientRule(rule.id));
  const idsOf = (outcome: Verdict['outcome']): string[] =>
    verdicts.filter((verdict) => verdict.outcome === outcome).map(({ rule }) => rule.id);
  const isCorrupt = (scenario.faults ?? []).some(({ corrupt }) => corrupt !== undefined);
  const violated = [...idsOf('fail'), ...(isCorrupt ? [JSON_RULE] : [])];
  let declared = withViolations(scenario, violated);
  let mistakes = mistakesIn(declared);
  if (mistakes.length > 0) {
    // The schema forbids some responses for which the judge only warns.
    declared = withViolations(scenario, [...violated, ...idsOf('warn')]);
    mistakes = mistakesIn(declared);
  }
  return { scenario: declared, differences: differencesBetween(job, exchanges), mistakes };
}

function withViolations(scenario: Scenario, rules: readonly string[]): Scenario {
  return rules.length === 0 ? scenario : { ...scenario, violates: [...new Set(rules)].sort() };
}

function mistakesIn(scenario: Scenario): readonly string[] {
  const checked = checkScenario('replay', scenario);
  return 'mistakes' in checked ? checked.mistakes.map(describe) : [];
}

/** A scenario describes the service, so it cannot violate rules about clients. */
function isClientRule(id: string): boolean {
  return id.startsWith('client/');
}
