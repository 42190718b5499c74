/** Groups findings with one root cause: the same path of one response, fields missing from one response, or the same named cause. */
import { groupBy } from '../../base/group-by.js';
import { isClientRule, type Finding } from '../rule.js';
import { MISSING_FIELD } from '../description.js';
import type { RuleReport } from './report.js';

interface RuleFinding {
  readonly rule: string;
  readonly finding: Finding;
}

export interface RootCause {
  /** The first rule: it reports the cause and lists the others. */
  readonly shownBy: string;
  /** The other rules that fail for this cause. */
  readonly others: readonly string[];
}

interface Group {
  readonly shownBy: string;
  readonly first: Finding;
  readonly others: Set<string>;
}

/** @param violations in the order of the report */
export function groupByRootCause(violations: readonly RuleFinding[]): ReadonlyMap<Finding, RootCause> {
  const groups = new Map<string, Group>();
  const groupOf = new Map<Finding, Group>();
  for (const { rule, finding } of violations) {
    // Client rules are never grouped: each needs its own fix.
    if (isClientRule({ id: rule })) continue;
    const keys = getCauseKeys(finding);
    const existing = keys.map((key) => groups.get(key)).find((group) => group !== undefined);
    const group = existing ?? { shownBy: rule, first: finding, others: new Set<string>() };
    if (group.shownBy !== rule) group.others.add(rule);
    groupOf.set(finding, group);
    for (const key of keys) if (!groups.has(key)) groups.set(key, group);
  }
  return new Map(
    [...groupOf]
      .filter(([finding, { first, others }]) => others.size > 0 || finding !== first)
      .map(([finding, { shownBy, others }]) => [finding, { shownBy, others: [...others] }]),
  );
}

/** The rules whose findings all have a root cause that another rule reports. They are listed under that rule. */
export class RootCauseIndex {
  readonly #byCause: ReadonlyMap<string, readonly RuleReport[]>;
  readonly #all: ReadonlySet<RuleReport>;

  constructor(rules: readonly RuleReport[]) {
    const consequences = rules.filter(isConsequence);
    this.#all = new Set(consequences);
    this.#byCause = groupBy(consequences, (rule) => getCauses(rule)[0] ?? '');
  }

  isConsequence(rule: RuleReport): boolean {
    return this.#all.has(rule);
  }

  consequencesOf({ id }: RuleReport): readonly RuleReport[] {
    return this.#byCause.get(id) ?? [];
  }
}

const getCauses = ({ findings }: RuleReport): readonly (string | undefined)[] =>
  findings.filter(({ severity }) => severity !== 'info').map(({ sameCauseAs }) => sameCauseAs);

function isConsequence(rule: RuleReport): boolean {
  const causes = getCauses(rule);
  return causes.length > 0 && causes.every((cause) => cause !== undefined);
}

/** Findings with one of these keys in common have the same cause. */
function getCauseKeys({ cause, path, exchange, otherExchanges = [], actual }: Finding): readonly string[] {
  const exchanges = exchange === undefined ? [] : [exchange, ...otherExchanges];
  const paths = [
    // Without a path, the value identifies the cause: mostly a status.
    path ?? `= ${JSON.stringify(actual)}`,
    // If one field is missing, often the whole resource is nested elsewhere.
    ...(actual === MISSING_FIELD ? [MISSING_FIELD.text] : []),
  ];
  return [
    ...(cause === undefined ? [] : [`cause ${cause}`]),
    ...exchanges.flatMap((sequence) => paths.map((path) => `${sequence} ${path}`)),
  ];
}
