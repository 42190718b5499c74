/** Share of rules not covered on conforming services, without an explanation. */
import type { Report } from '../../src/judge/index.js';
import type { ConformingVariant } from '../variants/variant.js';

/** At most this share may stay unreached. */
export const MAX_NOT_COVERED_SHARE = 0.05;

export interface RuleCoverage {
  readonly names: readonly string[];
  readonly unreached: readonly string[];
  readonly share: number;
}

/** Observations of open points do not count. A rate limit and a key without API access need options. */
const needsOptions = (id: string): boolean =>
  ['rate-limit/returns-429', 'auth/rejects-key-without-api-access'].includes(id);

export function computeRuleCoverage(
  liberties: readonly ConformingVariant[],
  { rules }: Report,
): RuleCoverage {
  const judging = rules.filter(({ level, id }) => level !== 'may' && !needsOptions(id));
  const reasons = liberties.flatMap(({ notCovered = [] }) => notCovered);
  const unreached = judging
    .filter(({ outcome, id }) => outcome === 'not-covered' && !isCited(id, reasons))
    .map(({ id }) => id);
  return {
    names: liberties.map(({ id }) => id),
    unreached,
    share: unreached.length / judging.length,
  };
}

/** @returns one sentence for a document, and one line for each service above the aim */
export function formatRuleCoverage(
  what: string,
  depths: readonly RuleCoverage[],
): { summary: string; lines: string[] } {
  const mean = depths.reduce((sum, { share }) => sum + share, 0) / depths.length;
  const above = depths.filter(({ share }) => share > MAX_NOT_COVERED_SHARE);
  const lines = above.map(
    ({ names, share, unreached }) =>
      `SHALLOW ${percent(share)} ${names.join(' + ')}: ${unreached.join(', ')}`,
  );
  const summary = `Of the rules, ${percent(mean)} stay unreached on average without a reason in the service, over ${depths.length} ${what}; for ${above.length} of these more than ${percent(MAX_NOT_COVERED_SHARE)}.`;
  return { summary, lines };
}

const percent = (share: number): string => `${(100 * share).toFixed(1)} %`;

/** Whether a rule id matches one of the patterns. */
function isCited(id: string, patterns: readonly string[]): boolean {
  return patterns.some((pattern) => {
    const [start = '', end] = pattern.split('*');
    return end === undefined ? id === pattern : id.startsWith(start) && id.endsWith(end);
  });
}
