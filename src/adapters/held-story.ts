/**
 * A story held against the recording it was made from: played to the recorded requests, compared answer by answer, and
 * judged, so that its file admits the rules it breaks because the recorded service broke them.
 */
import { judge, type Verdict } from '../contract/index.js';
import type { Scenario } from '../generated/control-api.js';
import { differencesBetween, type Difference } from '../replay/compare.js';
import type { RecordedJob } from '../replay/recorded-jobs.js';
import type { Story } from '../replay/story.js';
import { JSON_RULE } from '../scenario/admitted.js';
import { checkScenario, describe } from '../scenario/check.js';
import { compileScenario } from '../scenario/compile.js';
import { replayJob } from './replay-job.js';

export interface HeldStory {
  readonly scenario: Scenario;
  /** The calls that the scenario answers otherwise than they were recorded. */
  readonly differences: readonly Difference[];
  /** Why it cannot be a scenario at all, if it cannot. */
  readonly mistakes: readonly string[];
}

export async function holdStory(job: RecordedJob, { scenario }: Story): Promise<HeldStory> {
  const compiled = compileScenario('replay', scenario);
  if ('mistakes' in compiled) return { scenario, differences: [], mistakes: compiled.mistakes.map(describe) };
  const exchanges = await replayJob(job, compiled.timeline);
  const verdicts = judge(exchanges).filter(({ rule }) => isOfService(rule.id));
  const idsOf = (outcome: Verdict['outcome']): string[] =>
    verdicts.filter((verdict) => verdict.outcome === outcome).map(({ rule }) => rule.id);
  const isCorrupt = (scenario.faults ?? []).some(({ corrupt }) => corrupt !== undefined);
  const broken = [...idsOf('fail'), ...(isCorrupt ? [JSON_RULE] : [])];
  let admitting = admits(scenario, broken);
  let mistakes = mistakesIn(admitting);
  if (mistakes.length > 0) {
    // The document is stricter than the judge, who only warns of some things that it does not allow.
    admitting = admits(scenario, [...broken, ...idsOf('warn')]);
    mistakes = mistakesIn(admitting);
  }
  return { scenario: admitting, differences: differencesBetween(job, exchanges), mistakes };
}

function admits(scenario: Scenario, rules: readonly string[]): Scenario {
  return rules.length === 0 ? scenario : { ...scenario, violates: [...new Set(rules)].sort() };
}

function mistakesIn(scenario: Scenario): readonly string[] {
  const checked = checkScenario('replay', scenario);
  return 'mistakes' in checked ? checked.mistakes.map(describe) : [];
}

/** What a client does wrong is no scenario's to admit. */
function isOfService(id: string): boolean {
  return !id.startsWith('client/');
}
