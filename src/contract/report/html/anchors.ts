/** The ids of rules and of sections of the interface as targets of links. An id is used only if it is harmless and unique. */
import type { Report, RuleReport } from '../model.js';
import { showsACause } from '../causes.js';

const RULE_ID = /^[a-z0-9-]+\/[a-z0-9-]+$/;
const SECTION = /^\d+(?:\.\d+)*$/;

/** The outcomes whose rules have an entry of their own; others are in the list of all rules only. */
const entered: readonly string[] = ['fail', 'error', 'accepted', 'warn', 'observed', 'not-reached'];

/** Whether the rule has a card or an entry in one of the sections before the list of all rules. */
export const hasEntry = (rule: RuleReport): boolean => entered.includes(rule.outcome) && showsACause(rule);

export class Anchors {
  readonly #byRule = new Map<RuleReport, string>();
  readonly #byId = new Map<string, string>();

  constructor({ rules }: Pick<Report, 'rules'>) {
    for (const [index, rule] of rules.entries()) {
      const isFree = RULE_ID.test(rule.id) && !this.#byId.has(rule.id);
      const anchor = isFree ? rule.id : `rule-${index}`;
      this.#byRule.set(rule, anchor);
      if (hasEntry(rule)) this.#byId.set(rule.id, anchor);
    }
  }

  /** The id of the entry of a rule. */
  of(rule: RuleReport): string {
    return this.#byRule.get(rule) ?? '';
  }

  /** The id of the entry of a rule that a finding names. */
  named(id: string): string | undefined {
    return this.#byId.get(id);
  }
}

/** @param index the place of the section in the list of all rules */
export function sectionAnchor(section: string, index: number): string {
  return SECTION.test(section) ? `section-${section}` : `part-${index}`;
}
