/** Splits a journal; neither part may cause a false positive. */
import { clientRules, judge, serviceRules, type Verdict } from '../../src/judge/index.js';
import type { Exchange } from '../../src/journal/exchange.js';

/** Without the rule about missing keys: a run of `verify` sends requests without one on purpose. */
const rules = [...serviceRules, ...clientRules.filter(({ id }) => id !== 'client/sends-key-in-header')];

/** Rules that may fail for a part, because the other part has the explanation: an accepted title, or a rename with a late effect. */
const EXPLAINED_BY_OTHER_PART: readonly string[] = [
  'operation/accepts-valid-request [updatePresentation]',
  'presentation/matches-job-result',
  'presentation/stable-without-patch',
  'isolation/other-key-cannot-rename-presentation',
];

/** Rules that may warn for a part: the other part has a rename, the id that a lenient service means, or the question before. */
const WARNINGS_EXPLAINED_BY_OTHER_PART: readonly string[] = [
  'presentation/matches-job-result',
  'presentation/id-matches-request',
  'job/reply-advances-job',
];

interface SplitOptions {
  readonly baseUrl: string;
  /** The rules that may warn. */
  readonly warns: readonly string[];
  /** The distance between splits, in exchanges. */
  readonly step?: number;
}

/** Rules that fail for a part, or warn undeclared, but not for the whole journal. */
export function findFalsePositivesInParts(
  journal: readonly Exchange[],
  { baseUrl, warns, step = 3 }: SplitOptions,
): readonly string[] {
  const findIn = (part: readonly Exchange[]) => findViolations(judge(part, { rules, baseUrl }));
  const allowed = new Set([
    ...EXPLAINED_BY_OTHER_PART,
    ...[...WARNINGS_EXPLAINED_BY_OTHER_PART, ...warns].map(formatWarning),
    ...findIn(journal),
  ]);
  const splitPoints = new Map<string, number>();
  // Depends on the length, so that journals are split at different exchanges.
  for (let at = 1 + (journal.length % step); at < journal.length; at += step) {
    for (const id of [journal.slice(0, at), journal.slice(at)].flatMap(findIn))
      if (!allowed.has(id)) splitPoints.set(id, at);
  }
  return [...splitPoints].map(([id, at]) => `${id}, if the journal is split after ${at} exchanges`);
}

const formatWarning = (id: string): string => `${id} (a warning)`;

function findViolations(verdicts: readonly Verdict[]): readonly string[] {
  return verdicts.flatMap(({ outcome, rule, operations }) => {
    if (outcome === 'warn') return [formatWarning(rule.id)];
    if (outcome !== 'fail' && outcome !== 'error') return [];
    return operations
      ? operations.flatMap((own) => (own.outcome === 'fail' ? [`${rule.id} [${own.operation}]`] : []))
      : [rule.id];
  });
}
