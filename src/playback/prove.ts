/**
 * Proves a replay scenario: plays it to the recorded requests, compares the responses, and judges them. Where the steps give
 * another response than the recorded one, the recorded response becomes a fault by number. What still differs is returned.
 */
import type { Exchange } from '../journal/exchange.js';
import type { Anonymiser } from '../replay/anonymiser.js';
import { compareReplay, type Difference } from '../replay/compare.js';
import { Pairs } from '../replay/compare-values.js';
import type { Measures, ReplayScenario } from '../replay/replay-scenario.js';
import { describe } from '../scenario/check.js';
import { compileScenario } from '../scenario/compile.js';
import type { Timeline } from '../scenario/timeline.js';
import { declaredViolations } from './declared-violations.js';
import type { Played } from './replay-job.js';

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

const MENDABLE: readonly Difference['kind'][] = ['status', 'header', 'body'];

/**
 * @param write writes the scenario
 * @param play plays it to the recorded requests
 */
export async function prove(
  write: (measures: Measures) => ReplayScenario,
  play: (timeline: Timeline) => Promise<Played>,
  names: Anonymiser,
): Promise<ReplayCheck> {
  const pinned = new Set<Exchange>();
  let isLimited = true;
  for (let round = 1; ; round += 1) {
    const replay = write({ pinned, isLimited });
    const check = await checked(replay, play, names);
    if (check.mistakes.length > 0 || round === MOST_ROUNDS) return check;
    const mendable = check.differences.filter(({ kind }) => MENDABLE.includes(kind));
    const unpinned = mendable.flatMap(({ call }) =>
      call && !pinned.has(call.exchange) ? [call.exchange] : [],
    );
    if (unpinned.length === 0) return check;
    // A limit that refuses other requests than the service did is not its limit.
    const hasLimit = isLimited && replay.scenario.rate_limit !== undefined;
    if (hasLimit && mendable.some(({ kind }) => kind === 'status')) isLimited = false;
    else for (const exchange of unpinned) pinned.add(exchange);
  }
}

async function checked(
  { scenario, comments, notes, isThinned }: ReplayScenario,
  play: (timeline: Timeline) => Promise<Played>,
  names: Anonymiser,
): Promise<ReplayCheck> {
  const pairs = new Pairs();
  const found = { scenario, comments, notes, pairs, differences: [] };
  const compiled = compileScenario('replay', scenario);
  if ('mistakes' in compiled) return { ...found, mistakes: compiled.mistakes.map(describe) };
  const { calls, ids } = await play(compiled.timeline);
  for (const [recorded, played] of ids) pairs.match('id', recorded, played);
  const declared = declaredViolations(
    scenario,
    calls.map(({ exchange }) => exchange),
    calls.map(({ call }) => call.exchange),
  );
  const { differences } = compareReplay(calls, names, pairs);
  const thinned = { kind: 'left-out', call: undefined, text: notes.at(-1) ?? '' } as const;
  return { ...found, ...declared, differences: isThinned ? [...differences, thinned] : differences };
}
