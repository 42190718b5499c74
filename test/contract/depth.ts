/** Measures how much of an honest service is judged: the share of rules that stay unreached without a reason in the service. */
import type { Report } from '../../src/contract/index.js';
import type { Liberty } from '../liberties/liberty.js';

/** At most this share may stay unreached. */
export const AIM = 0.05;

export interface Depth {
  readonly names: readonly string[];
  readonly unreached: readonly string[];
  readonly share: number;
}

/** Observations of open points do not count. A rate limit and a key without API access need options. */
const needsMore = (id: string): boolean => ['limit/answers-429', 'keys/api-access-is-needed'].includes(id);

export function depthOf(liberties: readonly Liberty[], { rules }: Report): Depth {
  const judging = rules.filter(({ level, id }) => level !== 'may' && !needsMore(id));
  const reasons = liberties.flatMap(({ unreached = [] }) => unreached);
  const unreached = judging
    .filter(({ outcome, id }) => outcome === 'not-reached' && !isCited(id, reasons))
    .map(({ id }) => id);
  return {
    names: liberties.map(({ id }) => id),
    unreached,
    share: unreached.length / judging.length,
  };
}

/** @returns one sentence for a document, and one line for each service above the aim */
export function depthText(what: string, depths: readonly Depth[]): { summary: string; lines: string[] } {
  const mean = depths.reduce((sum, { share }) => sum + share, 0) / depths.length;
  const above = depths.filter(({ share }) => share > AIM);
  const lines = above.map(
    ({ names, share, unreached }) =>
      `SHALLOW ${percent(share)} ${names.join(' + ')}: ${unreached.join(', ')}`,
  );
  const summary = `Of the rules, ${percent(mean)} stay unreached on average without a reason in the service, over ${depths.length} ${what}; for ${above.length} of these more than ${percent(AIM)}.`;
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
