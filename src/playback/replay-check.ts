/**
 * Makes the replay scenario of a job and proves it: plays it to the recorded requests, compares the responses, and judges them.
 * Where the steps give another response than the recorded one, the recorded response becomes a fault by number. What still
 * differs is returned.
 */
import { judge, type Verdict } from '../contract/index.js';
import type { Scenario } from '../generated/control-api.js';
import type { Exchange } from '../journal/exchange.js';
import type { Anonymiser } from '../replay/anonymiser.js';
import { compareReplay, type Comparison, type Difference } from '../replay/compare.js';
import { Pairs } from '../replay/compare-values.js';
import type { RecordedJob } from '../replay/recorded-jobs.js';
import { replayScenario, type ReplayScenario } from '../replay/replay-scenario.js';
import { checkScenario, describe } from '../scenario/check.js';
import { compileScenario } from '../scenario/compile.js';
import { JSON_RULE } from '../scenario/declared-violations.js';
import { replayJob } from './replay-job.js';

export interface ReplayCheck extends Omit<ReplayScenario, 'isThinned'> {
  /** The responses that differ, or that cannot be compared. */
  readonly differences: readonly Difference[];
  /** The ids, times and so on that differ and stand for the same. */
  readonly pairs: Pairs;
  /** Why the scenario is invalid; empty when it is valid. */
  readonly mistakes: readonly string[];
}

/** A fault for each call can change the numbers of later ones, so one round is not always enough. */
const MOST_ROUNDS = 4;

export async function checkedReplay(job: RecordedJob, names: Anonymiser): Promise<ReplayCheck> {
  const pinned = new Set<number>();
  let isLimited = true;
  for (let round = 1; ; round += 1) {
    const replay = replayScenario(job, names, { pinned, isLimited });
    const check = await checkReplay(job, replay.scenario, names);
    const found = { ...check, comments: replay.comments, notes: replay.notes };
    if (check.mistakes.length > 0 || round === MOST_ROUNDS) return found;
    const calls = check.differences.flatMap(({ kind, index }) =>
      index !== undefined && MENDABLE.includes(kind) ? [index] : [],
    );
    const isMislimited = isLimited && replay.scenario.rate_limit !== undefined && calls.length > 0;
    const unpinned = calls.filter((index) => !pinned.has(index));
    if (unpinned.length === 0) return { ...found, differences: withThinning(check.differences, replay) };
    // A limit that refuses other requests than the service did is not its limit.
    if (isMislimited && check.differences.some(({ kind }) => kind === 'status')) isLimited = false;
    else for (const index of unpinned) pinned.add(index);
  }
}

const MENDABLE: readonly Difference['kind'][] = ['status', 'header', 'body'];

function withThinning(
  differences: readonly Difference[],
  { isThinned, notes }: ReplayScenario,
): readonly Difference[] {
  const [text = ''] = notes.slice(-1);
  return isThinned ? [...differences, { kind: 'left-out', index: undefined, text }] : differences;
}

export interface PlayedCheck extends Comparison {
  /** With the violated rules in `violates`. */
  readonly scenario: Scenario;
  readonly mistakes: readonly string[];
}

export async function checkReplay(
  job: RecordedJob,
  scenario: Scenario,
  names: Anonymiser,
): Promise<PlayedCheck> {
  const compiled = compileScenario('replay', scenario);
  if ('mistakes' in compiled)
    return { scenario, differences: [], pairs: new Pairs(), mistakes: compiled.mistakes.map(describe) };
  const { exchanges, ids } = await replayJob(job, compiled.timeline);
  const declared = declaredViolations(scenario, exchanges);
  const pairs = new Pairs();
  for (const [recorded, played] of ids) pairs.match('id', recorded, played);
  return { ...declared, ...compareReplay(job, exchanges, names, pairs) };
}

/** The scenario with the rules in `violates` that its exchanges violate. */
export function declaredViolations(
  scenario: Scenario,
  exchanges: readonly Exchange[],
): { readonly scenario: Scenario; readonly mistakes: readonly string[] } {
  const verdicts = judge(exchanges).filter(({ rule }) => !isClientRule(rule.id));
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
