/** Computes the coverage of a run: the gaps in its profile, and the uncovered topics. Pure. */
import {
  coverageTopics,
  type CoverageGap,
  type CoverageProfile,
  type CoverageReport,
  type CoverageTopic,
  type UncoveredTopic,
} from '../../judge/coverage.js';
import { isTerminal } from '../../judge/model/call.js';
import {
  coverageTopicDefinitions,
  findGap,
  hasOnlyServerErrors,
  type GapReason,
  type RunEvidence,
} from './coverage-topics.js';

const isCoverageTopic = (name: string): name is CoverageTopic =>
  (coverageTopics as readonly string[]).includes(name);

/** @param stopped why the run ended early */
export function computeCoverage(seen: RunEvidence, minimum: CoverageProfile, stopped?: string): CoverageReport {
  const missing = requiredTopics(seen, minimum).flatMap((name): readonly CoverageGap[] => {
    const gap = isCoverageTopic(name) ? findGap(name, seen) : findRuleGap(name, seen);
    if (!gap) return [];
    const { isFinal, flags, ...rest } = gap;
    const isCut = stopped !== undefined && isFinal !== true;
    const helpful = flags.filter((flag) => seen.givenFlags?.has(flag) !== true);
    return [{ topic: name, ...rest, flags: helpful, ...(isCut && { causedBy: 'run' }) }];
  });
  const run = stopped === undefined ? [] : [{ topic: 'run', reason: stopped, flags: [] }];
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
  return { reason: `the rule ${id} could not be judged (${verdict?.reason?.text ?? 'not run'})`, flags: [] };
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
    return [{ topic, flags: (isHelped && gap?.flags) || [] }];
  });
}
