/**
 * Known violations: which findings a baseline accepts, and which of its entries have had their day. Knows verdicts and
 * the day of the run; not where the entries came from.
 */
import type { OperationId } from '../generated/routes.js';
import type { Finding, Verdict } from './rule.js';
import type { Acceptance, BaselineReport } from './report/model.js';

/** One known violation. Without `message` and `operation` it is everything that the rule finds. */
export interface BaselineEntry extends Acceptance {
  readonly rule: string;
  /** A part of the finding's message. */
  readonly message?: string;
  /** The operation that the finding is about. */
  readonly operation?: OperationId;
}

export interface Baseline {
  readonly entries: readonly BaselineEntry[];
  /** The moment of the run, in ms since 1970: an entry holds to the end of its day in UTC. */
  readonly now: number;
}

export interface Settlement {
  readonly acceptanceOf: (rule: string, finding: Finding) => Acceptance | undefined;
  /** What became of each entry, in their order. */
  readonly entries: readonly BaselineReport[];
}

/** @param isWhole whether the run came to its end: of a broken one nobody can say what no longer occurs */
export function settle(
  { entries, now }: Baseline,
  verdicts: readonly Verdict[],
  operationOf: (sequence: number) => OperationId | undefined,
  isWhole: boolean,
): Settlement {
  const today = new Date(now).toISOString().slice(0, 10);
  const matches = (entry: BaselineEntry, rule: string, finding: Finding): boolean =>
    entry.rule === rule &&
    finding.kind === 'fail' &&
    (entry.message === undefined || finding.message.includes(entry.message)) &&
    (entry.operation === undefined || entry.operation === operationOf(finding.exchange ?? -1));
  const stateOf = (entry: BaselineEntry): BaselineReport['state'] => {
    if (entry.expires < today) return 'expired';
    const verdict = verdicts.find(({ rule }) => rule.id === entry.rule);
    if (verdict?.findings.some((finding) => matches(entry, entry.rule, finding))) return 'holds';
    return isWhole && isJudged(verdict) ? 'gone' : 'not-judged';
  };
  const settled = entries.map((entry): BaselineReport => ({ ...entry, state: stateOf(entry) }));
  const holding = settled.flatMap(({ state }, index) => (state === 'holds' ? (entries[index] ?? []) : []));
  return {
    acceptanceOf: (rule, finding) => {
      const entry = holding.find((candidate) => matches(candidate, rule, finding));
      return entry && { reason: entry.reason, owner: entry.owner, expires: entry.expires };
    },
    entries: settled,
  };
}

function isJudged(verdict: Verdict | undefined): boolean {
  return verdict !== undefined && verdict.outcome !== 'not-reached' && verdict.outcome !== 'error';
}

/** Why entries fail the run, in one line; `undefined` when they do not. */
export function baselineTrouble(entries: readonly BaselineReport[]): string | undefined {
  const count = (state: BaselineReport['state']) => entries.filter((entry) => entry.state === state).length;
  const [expired, gone] = [count('expired'), count('gone')];
  const entriesOf = (number: number) => `${number} ${number === 1 ? 'entry' : 'entries'} of the baseline`;
  const parts = [
    ...(expired > 0 ? [`${entriesOf(expired)} expired`] : []),
    ...(gone > 0 ? [`${entriesOf(gone)} no longer ${gone === 1 ? 'occurs' : 'occur'}`] : []),
  ];
  return parts.length > 0 ? parts.join(', ') : undefined;
}

/** What there is to say of an entry that fails the run, or that could not be judged; `undefined` when it holds. */
export function entryTrouble({ state, expires }: BaselineReport): string | undefined {
  if (state === 'expired')
    return `its entry in the baseline expired on ${expires}: mend it, or agree on a new date`;
  if (state === 'gone') return 'it no longer occurs: take its entry out of the baseline';
  if (state === 'not-judged') return 'this run could not tell whether it still occurs; its entry stays';
  return undefined;
}
