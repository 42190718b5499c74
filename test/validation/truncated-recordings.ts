/** Splits a journal; neither part may cause a false positive. */
import { clientRules, judge, serviceRules, type Verdict } from '../../src/judge/index.js';
import type { Exchange } from '../../src/journal/exchange.js';

/** Without the rule about missing keys: a run of `verify` sends requests without one on purpose. */
const rules = [...serviceRules, ...clientRules.filter(({ id }) => id !== 'client/sends-key-in-header')];

/** Rules that may fail for a part, because the other part has the explanation: an accepted title, or a rename with a late effect. */
const EXPLAINED_BY_OTHER_PART: ReadonlySet<string> = new Set([
  'operation/accepts-valid-request [updatePresentation]',
  'presentation/matches-job-result',
  'presentation/stable-without-patch',
  'isolation/other-key-cannot-rename-presentation',
]);

/**
 * Rules that fail for a part, but not for the whole journal.
 * @param step the distance between splits, in exchanges
 */
export function findFalsePositivesInParts(
  journal: readonly Exchange[],
  baseUrl?: string,
  step = 3,
): readonly string[] {
  const options = baseUrl === undefined ? { rules } : { rules, baseUrl };
  const inWhole = new Set(findFailures(judge(journal, options)));
  const splitPoints = new Map<string, number>();
  // Depends on the length, so that journals are split at different exchanges.
  for (let at = 1 + (journal.length % step); at < journal.length; at += step) {
    const parts = [journal.slice(0, at), journal.slice(at)];
    const failed = parts.flatMap((part) => findFailures(judge(part, options)));
    for (const id of failed)
      if (!inWhole.has(id) && !EXPLAINED_BY_OTHER_PART.has(id)) splitPoints.set(id, at);
  }
  return [...splitPoints].map(([id, at]) => `${id}, if the journal is split after ${at} exchanges`);
}

function findFailures(verdicts: readonly Verdict[]): readonly string[] {
  return verdicts
    .filter(
      ({ outcome, rule }) => outcome === 'fail' || (outcome === 'warn' && rule.id.startsWith('client/')),
    )
    .flatMap(({ rule, operations }) =>
      operations
        ? operations.flatMap((own) => (own.outcome === 'fail' ? [`${rule.id} [${own.operation}]`] : []))
        : [rule.id],
    );
}
