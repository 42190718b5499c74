/**
 * Finds violations with one cause. Two rules have the same cause if they judge the same path of the same response, if fields
 * are missing from the same response, or if both findings name the same cause. The first rule shows it, and lists the others.
 */
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

/** Whether a rule has a finding that no other rule shows with its own. */
export const showsACause = ({ findings }: RuleReport): boolean => {
  const listed = findings.filter(({ kind }) => kind !== 'observed');
  return listed.length === 0 || listed.some(({ sameCauseAs }) => sameCauseAs === undefined);
};

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
