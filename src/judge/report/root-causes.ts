/**
 * Finds violations with one cause. Two rules have the same cause if they judge the same path of the same response, if fields
 * are missing from the same response, or if both findings name the same cause. The first rule shows it, and lists the others.
 */
import { groupBy } from '../../base/group-by.js';
import { isClientRule, type Finding } from '../rule.js';
import { MISSING_FIELD } from '../description.js';
import type { RuleReport } from './report.js';

/** A finding of a rule that fails. */
interface Violation {
  readonly rule: string;
  readonly finding: Finding;
}

export interface RootCause {
  /** The rule that shows the cause. */
  readonly shownBy: string;
  /** The other rules. */
  readonly others: readonly string[];
}

interface Group {
  readonly shownBy: string;
  readonly first: Finding;
  readonly others: Set<string>;
}

/** @param violations in the order of the report */
export function groupByRootCause(violations: readonly Violation[]): ReadonlyMap<Finding, RootCause> {
  const groups = new Map<string, Group>();
  const groupOf = new Map<Finding, Group>();
  for (const { rule, finding } of violations) {
    // Client rules are never grouped: each needs its own fix.
    if (isClientRule({ id: rule })) continue;
    const signs = causeKeys(finding);
    const known = signs.map((sign) => groups.get(sign)).find((group) => group !== undefined);
    const group = known ?? { shownBy: rule, first: finding, others: new Set<string>() };
    if (group.shownBy !== rule) group.others.add(rule);
    groupOf.set(finding, group);
    for (const sign of signs) if (!groups.has(sign)) groups.set(sign, group);
  }
  return new Map(
    [...groupOf]
      .filter(([finding, { first, others }]) => others.size > 0 || finding !== first)
      .map(([finding, { shownBy, others }]) => [finding, { shownBy, others: [...others] }]),
  );
}

/** The rules of a report whose findings all have a cause that another rule shows. They are listed under that rule. */
export class RootCauseIndex {
  readonly #byCause: ReadonlyMap<string, readonly RuleReport[]>;
  readonly #all: ReadonlySet<RuleReport>;

  constructor(rules: readonly RuleReport[]) {
    const explained = rules.filter(isExplained);
    this.#all = new Set(explained);
    this.#byCause = groupBy(explained, (rule) => causesIn(rule)[0] ?? '');
  }

  isConsequence(rule: RuleReport): boolean {
    return this.#all.has(rule);
  }

  consequencesOf({ id }: RuleReport): readonly RuleReport[] {
    return this.#byCause.get(id) ?? [];
  }
}

const causesIn = ({ findings }: RuleReport): readonly (string | undefined)[] =>
  findings.filter(({ kind }) => kind !== 'info').map(({ sameCauseAs }) => sameCauseAs);

function isExplained(rule: RuleReport): boolean {
  const causes = causesIn(rule);
  return causes.length > 0 && causes.every((cause) => cause !== undefined);
}

/** Findings with one of these in common have the same cause. */
function causeKeys({ cause, path, exchange, otherExchanges = [], actual }: Finding): readonly string[] {
  const exchanges = exchange === undefined ? [] : [exchange, ...otherExchanges];
  const paths = [
    // Without a path, the value is all that is known: mostly a status.
    path ?? `= ${JSON.stringify(actual)}`,
    // Where a field is missing, often the whole resource is somewhere else.
    ...(actual === MISSING_FIELD ? [MISSING_FIELD.text] : []),
  ];
  return [
    ...(cause === undefined ? [] : [`cause ${cause}`]),
    ...exchanges.flatMap((sequence) => paths.map((path) => `${sequence} ${path}`)),
  ];
}
