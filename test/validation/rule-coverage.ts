/** Share of rules not covered on conforming services, without an explanation. */
import type { Report } from '../../src/judge/index.js';
import type { ConformingVariant } from '../variants/variant.js';

/** The share of rules that may be not covered without an explanation. */
const MAX_NOT_COVERED_SHARE = 0.05;

export interface RuleCoverage {
  readonly names: readonly string[];
  readonly notCovered: readonly string[];
  readonly share: number;
}

/** Rules that need options of `verify`: a rate limit, and a key without API access. */
const needsOptions = (id: string): boolean =>
  ['rate-limit/returns-429', 'auth/rejects-key-without-api-access'].includes(id);

export function computeRuleCoverage(variants: readonly ConformingVariant[], { rules }: Report): RuleCoverage {
  const required = rules.filter(({ level, id }) => level !== 'may' && !needsOptions(id));
  const explained = variants.flatMap(({ notCovered = [] }) => notCovered);
  const notCovered = required
    .filter(({ outcome, id }) => outcome === 'not-covered' && !matchesPattern(id, explained))
    .map(({ id }) => id);
  return {
    names: variants.map(({ id }) => id),
    notCovered,
    share: notCovered.length / required.length,
  };
}

/** @returns one sentence for a document, and one line for each service above the limit */
export function formatRuleCoverage(
  what: string,
  coverages: readonly RuleCoverage[],
): { summary: string; lines: string[] } {
  const mean = coverages.reduce((sum, { share }) => sum + share, 0) / coverages.length;
  const above = coverages.filter(({ share }) => share > MAX_NOT_COVERED_SHARE);
  const lines = above.map(
    ({ names, share, notCovered }) =>
      `LOW COVERAGE ${percent(share)} ${names.join(' + ')}: ${notCovered.join(', ')}`,
  );
  const summary = `On average, ${percent(mean)} of the rules are not covered without an explanation, over ${coverages.length} ${what}; for ${above.length} of these more than ${percent(MAX_NOT_COVERED_SHARE)}.`;
  return { summary, lines };
}

const percent = (share: number): string => `${(100 * share).toFixed(1)} %`;

/** Whether a rule id matches one of the patterns. */
function matchesPattern(id: string, patterns: readonly string[]): boolean {
  return patterns.some((pattern) => {
    const [start = '', end] = pattern.split('*');
    return end === undefined ? id === pattern : id.startsWith(start) && id.endsWith(end);
  });
}
