/** Splits a journal; neither part may cause a false positive. */
import { clientRules, judge, serviceRules, type Verdict } from '../../src/judge/index.js';
import type { Exchange } from '../../src/journal/exchange.js';

/** A run sends requests without a key on purpose, and a part of it may not show that it is a run. */
const all = [...serviceRules, ...clientRules.filter(({ id }) => id !== 'client/sends-key-in-header')];

/**
 * Rules that fail for a part of some services, because what explains it is in the other part: a title that the service accepts, a
 * rename without a response that takes effect much later, and two presentations with one id.
 */
const EXPLAINED_BY_OTHER_PART: ReadonlySet<string> = new Set([
  'operation/update-presentation',
  'presentation/matches-job-result',
  'presentation/stable-without-patch',
  'isolation/other-key-cannot-rename-presentation',
]);

/**
 * Rules that fail for a part, but not for the whole journal.
 * @param step the distance between cuts, in exchanges
 */
export function findFalsePositivesInParts(
  journal: readonly Exchange[],
  baseUrl?: string,
  step = 3,
): readonly string[] {
  const options = baseUrl === undefined ? { rules: all } : { rules: all, baseUrl };
  const whole = new Set(brokenIn(judge(journal, options)));
  const found = new Map<string, number>();
  // Journals of other lengths are cut elsewhere.
  for (let at = 1 + (journal.length % step); at < journal.length; at += step) {
    const parts = [journal.slice(0, at), journal.slice(at)];
    const broken = parts.flatMap((part) => brokenIn(judge(part, options)));
    for (const id of broken) if (!whole.has(id) && !EXPLAINED_BY_OTHER_PART.has(id)) found.set(id, at);
  }
  return [...found].map(([id, at]) => `${id}, when the journal is cut after ${at} exchanges`);
}

function brokenIn(verdicts: readonly Verdict[]): readonly string[] {
  return verdicts
    .filter(
      ({ outcome, rule }) => outcome === 'fail' || (outcome === 'warn' && rule.id.startsWith('client/')),
    )
    .map(({ rule }) => rule.id);
}

/** A verdict as a string, for comparisons. */
export const verdictText = ({ rule, outcome, findings, reason }: Verdict): string =>
  JSON.stringify([rule.id, outcome, findings, reason]);
