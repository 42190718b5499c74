/**
 * Finds violations with one cause. Two rules have the same cause if they judge the same path of the same response, if fields
 * are missing from the same response, or if both findings name the same cause. The first rule shows it, and lists the others.
 */
import { groupBy } from '../../base/group-by.js';
import { isClientRule, type Finding } from '../rule.js';
import { noSuchField } from '../words.js';
import type { RuleReport } from './model.js';

/** A finding of a rule that fails. */
interface Violation {
  readonly rule: string;
  readonly finding: Finding;
}

export interface Cause {
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
export function causesOf(violations: readonly Violation[]): ReadonlyMap<Finding, Cause> {
  const groups = new Map<string, Group>();
  const groupOf = new Map<Finding, Group>();
  for (const { rule, finding } of violations) {
    // Each rule about clients asks for another change of the client.
    if (isClientRule({ id: rule })) continue;
    const signs = signsOf(finding);
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
export class Explained {
  readonly #byCause: ReadonlyMap<string, readonly RuleReport[]>;
  readonly #all: ReadonlySet<RuleReport>;

  constructor(rules: readonly RuleReport[]) {
    const explained = rules.filter(isExplained);
    this.#all = new Set(explained);
    this.#byCause = groupBy(explained, (rule) => causesIn(rule)[0] ?? '');
  }

  has(rule: RuleReport): boolean {
    return this.#all.has(rule);
  }

  by({ id }: RuleReport): readonly RuleReport[] {
    return this.#byCause.get(id) ?? [];
  }
}

const causesIn = ({ findings }: RuleReport): readonly (string | undefined)[] =>
  findings.filter(({ kind }) => kind !== 'observed').map(({ sameCauseAs }) => sameCauseAs);

function isExplained(rule: RuleReport): boolean {
  const causes = causesIn(rule);
  return causes.length > 0 && causes.every((cause) => cause !== undefined);
}

/** Findings with one of these in common have the same cause. */
function signsOf({ cause, path, exchange, alsoIn = [], actual }: Finding): readonly string[] {
  const exchanges = exchange === undefined ? [] : [exchange, ...alsoIn];
  const paths = [
    // Without a path, the value is all that is known: mostly a status.
    path ?? `= ${JSON.stringify(actual)}`,
    // Where a field is missing, often the whole resource is somewhere else.
    ...(actual === noSuchField ? [noSuchField.text] : []),
  ];
  return [
    ...(cause === undefined ? [] : [`cause ${cause}`]),
    ...exchanges.flatMap((sequence) => paths.map((path) => `${sequence} ${path}`)),
  ];
}
