/** Declares in a replay scenario the rules that it violates because the recorded service violated them. */
import { judge, type Verdict } from '../contract/index.js';
import type { Scenario } from '../generated/control-api.js';
import type { Exchange } from '../journal/exchange.js';
import { checkScenario, describe } from '../scenario/check.js';
import { JSON_RULE } from '../scenario/declared-violations.js';

/**
 * @param played a replay of the scenario
 * @param recorded the exchanges that were replayed. What only the replay violates comes from replaced texts, and is no violation of
 * the service.
 */
export function declaredViolations(
  scenario: Scenario,
  played: readonly Exchange[],
  recorded: readonly Exchange[],
): { readonly scenario: Scenario; readonly mistakes: readonly string[] } {
  const accused = judge(recorded).filter(({ outcome }) => outcome === 'fail' || outcome === 'warn');
  const inRecording = new Set(accused.map(({ rule }) => rule.id));
  const verdicts = judge(played).filter(({ rule }) => !isClientRule(rule.id) && inRecording.has(rule.id));
  const idsOf = (outcome: Verdict['outcome']): string[] =>
    verdicts.filter((verdict) => verdict.outcome === outcome).map(({ rule }) => rule.id);
  const all = [scenario, ...(scenario.jobs ?? [])];
  const isCorrupt = all.some(({ faults = [] }) => faults.some(({ corrupt }) => corrupt !== undefined));
  const violated = [...idsOf('fail'), ...(isCorrupt ? [JSON_RULE] : [])];
  let declared = withViolations(scenario, violated);
  let mistakes = mistakesIn(declared);
  if (mistakes.length > 0) {
    // The schema forbids some responses for which the judge only warns.
    declared = withViolations(scenario, [...violated, ...idsOf('warn')]);
    mistakes = mistakesIn(declared);
  }
  return { scenario: declared, mistakes };
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
