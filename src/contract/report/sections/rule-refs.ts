/** The rules of a report with the places where a page shows them. An id is an anchor only if it is harmless and unique. */
import { showsACause } from '../causes.js';
import type { RuleRef } from '../document.js';
import type { RuleReport } from '../model.js';

const RULE_ID = /^[a-z0-9-]+\/[a-z0-9-]+$/;

/** Kept rules are in the list of all rules only. */
const isEntered = (rule: RuleReport): boolean => rule.outcome !== 'pass' && showsACause(rule);

export class RuleRefs {
  readonly #byRule = new Map<RuleReport, RuleRef>();
  readonly #anchorById = new Map<string, string>();

  constructor(rules: readonly RuleReport[]) {
    const anchors = rules.map((rule, index) => {
      const isFree = RULE_ID.test(rule.id) && !this.#anchorById.has(rule.id);
      const anchor = isFree ? rule.id : `rule-${index}`;
      if (isEntered(rule)) this.#anchorById.set(rule.id, anchor);
      return anchor;
    });
    for (const [index, rule] of rules.entries()) {
      const anchor = anchors[index] ?? '';
      const target = isEntered(rule) ? anchor : this.anchorOf(causeOf(rule));
      this.#byRule.set(rule, { ...rule, anchor, ...(target !== undefined && { target }) });
    }
  }

  of(rule: RuleReport): RuleRef {
    const ref = this.#byRule.get(rule);
    if (!ref) throw new Error(`${rule.id} is not in the report`);
    return ref;
  }

  /** The anchor of a rule that a finding names, if it has one. */
  anchorOf(id: string | undefined): string | undefined {
    return id === undefined ? undefined : this.#anchorById.get(id);
  }
}

const causeOf = ({ findings }: RuleReport): string | undefined =>
  findings.find(({ sameCauseAs }) => sameCauseAs !== undefined)?.sameCauseAs;
