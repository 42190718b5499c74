/** The coverage of a run in lines: its profile, gaps, and topics that are not covered. */
import { formatList } from '../../base/text/format-list.js';
import type { CoverageGap, CoverageProfile, CoverageReport } from '../coverage.js';
import type { Report } from '../report/report.js';

/** The topic of the gap with the reason why a run ended early. */
const ENDED_EARLY = 'run';

const profileLabels: Readonly<Record<CoverageProfile['name'], string>> = {
  full: 'Full profile',
  'read-only': 'Read-only profile',
  smoke: 'Smoke profile',
  recording: 'Recording profile',
};

export function formatCoverage({ coverage, outcome }: Report): readonly string[] {
  const { profile, gaps, missingData = [] } = coverage;
  const skipped = gaps.filter(({ causedBy }) => causedBy === ENDED_EARLY).map(({ topic }) => topic);
  // The headline has the reason why a run ended early, unless it has an error instead.
  const others = gaps.filter(
    ({ topic, causedBy }) => causedBy !== ENDED_EARLY && (topic !== ENDED_EARLY || outcome === 'error'),
  );
  const { name, required, added, waived } = profile;
  const uncovered = formatTopics(coverage);
  return [
    `${profileLabels[name]}: ${name === 'recording' ? 'a complete recording with at least one judged exchange' : formatList(required)}`,
    ...(added.length > 0 ? [`Also required (--require): ${formatList(added)}`] : []),
    ...(waived.length > 0 ? [`May be uncovered (--allow-uncovered): ${formatList(waived)}`] : []),
    ...others.map((gap) => `Missing: ${formatGap(gap)}`),
    ...(skipped.length > 0
      ? [
          `Missing: ${formatList(skipped)}: the run ended before ${skipped.length === 1 ? 'it was' : 'they were'} covered`,
        ]
      : []),
    ...missingData,
    ...(uncovered === undefined ? [] : [`Not covered: ${uncovered}`]),
  ];
}

/** `not covered: create (--create-body)`; `undefined` if everything is covered. */
export function formatUncovered(coverage: CoverageReport): string | undefined {
  const { missingData = [] } = coverage;
  const topics = formatTopics(coverage);
  const texts = [...missingData, ...(topics === undefined ? [] : [`not covered: ${topics}`])];
  return texts.length === 0 ? undefined : texts.join('; ');
}

function formatTopics({ uncovered }: CoverageReport): string | undefined {
  return uncovered.length === 0
    ? undefined
    : uncovered.map(({ topic, flags }) => `${topic}${formatFlags(flags)}`).join(', ');
}

function formatGap({ topic, reason, flags, causedBy }: CoverageGap): string {
  if (causedBy !== undefined) return `${topic}, because of ${causedBy}`;
  return `${topic}: ${reason}${formatFlags(flags)}`;
}

const formatFlags = (flags: readonly string[]): string =>
  flags.length === 0 ? '' : ` (${flags.join(', ')})`;
