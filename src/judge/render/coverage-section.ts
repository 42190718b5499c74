/** The coverage of a run in lines: its profile, gaps, and topics that are not covered. */
import type { CoverageGap, CoverageReport } from '../coverage.js';
import type { Report } from '../report/report.js';
import { formatList } from './format.js';

/** The topic of the gap with the reason why a run ended early. */
const ENDED_EARLY = 'run';

export function formatCoverage({ coverage, reason = '' }: Report): readonly string[] {
  const { profile, gaps } = coverage;
  const skipped = gaps.filter(({ causedBy }) => causedBy === ENDED_EARLY).map(({ topic }) => topic);
  // The headline already has the reason why the run ended.
  const others = gaps.filter(
    ({ topic, reason: why, causedBy }) =>
      causedBy !== ENDED_EARLY && !(topic === ENDED_EARLY && reason.includes(why)),
  );
  const { name, required, added, waived } = profile;
  const uncovered = formatUncovered(coverage);
  return [
    name === 'recording'
      ? 'recording profile: a complete recording with at least one judged exchange'
      : `${name} profile: ${formatList(required)}`,
    ...(added.length > 0 ? [`also required (--require): ${formatList(added)}`] : []),
    ...(waived.length > 0 ? [`may be uncovered (--allow-uncovered): ${formatList(waived)}`] : []),
    ...others.map((gap) => `missing: ${formatGap(gap)}`),
    ...(skipped.length > 0
      ? [
          `missing: ${formatList(skipped)}: the run ended before ${skipped.length === 1 ? 'it was' : 'they were'} covered`,
        ]
      : []),
    ...(uncovered === undefined ? [] : [uncovered]),
  ];
}

/** `not covered: create (--create-body)`; `undefined` if everything is covered. */
export function formatUncovered({ uncovered, missingData = [] }: CoverageReport): string | undefined {
  const topics = uncovered.map(({ topic, flags }) => (flags === '' ? topic : `${topic} (${flags})`));
  const texts = [...missingData, ...(topics.length > 0 ? [`not covered: ${topics.join(', ')}`] : [])];
  return texts.length === 0 ? undefined : texts.join('; ');
}

function formatGap({ topic, reason, flags, causedBy }: CoverageGap): string {
  if (causedBy !== undefined) return `${topic}, because of ${causedBy}`;
  return `${topic}: ${reason}${flags === undefined ? '' : ` (${flags})`}`;
}
