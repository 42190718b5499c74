/**
 * A story held against the recording it was made from: played to the recorded requests, compared answer by answer, and
 * judged, so that its file admits the rules it breaks because the recorded service broke them.
 */
import { judge } from '../contract/index.js';
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
  const broken = judge(exchanges).filter(({ outcome, rule }) => outcome === 'fail' && isOfService(rule.id));
  const corrupted = (scenario.faults ?? []).some(({ corrupt }) => corrupt !== undefined);
  const violates = new Set([...broken.map(({ rule }) => rule.id), ...(corrupted ? [JSON_RULE] : [])]);
  const admitting = { ...scenario, ...(violates.size > 0 && { violates: [...violates].sort() }) };
  const checked = checkScenario('replay', admitting);
  return {
    scenario: admitting,
    differences: differencesBetween(job, exchanges),
    mistakes: 'mistakes' in checked ? checked.mistakes.map(describe) : [],
  };
}

/** What a client does wrong is no scenario's to admit. */
function isOfService(id: string): boolean {
  return !id.startsWith('client/');
}
