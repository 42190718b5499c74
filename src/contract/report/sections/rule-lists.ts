/** The sections that list rules: open points with observations, unreached rules, and all rules by section of the interface. */
import { counted } from '../../../base/counted.js';
import { groupBy } from '../../../base/group-by.js';
import type { FoldBlock, Inline, RuleRef, Section } from '../document.js';
import { findingWords } from '../finding-words.js';
import type { Report, RuleReport } from '../model.js';
import { wordsOf } from './outcomes.js';
import type { RuleRefs } from './rule-block.js';

const ruleWords = ({ title, sections }: RuleReport): readonly Inline[] => [title, ' ', { sections }];

export function openSection({ rules }: Report, refs: RuleRefs): Section {
  const entries = rules
    .filter(({ outcome }) => outcome === 'observed')
    .map((rule) => ({
      text: ruleWords(rule),
      rule: refs.of(rule),
      lines: [
        ...rule.findings.map((finding) => ({ text: findingWords(finding) })),
        ...(rule.more === undefined ? [] : [{ text: `and ${rule.more} more` }]),
      ],
    }));
  return {
    id: 'open',
    title: 'Open points of the interface, and the behaviour of this service',
    lead: 'These observations are neither right nor wrong. They can help the owners of the API to document it.',
    summary: counted(entries.length, 'open point'),
    ...(!isJudged(rules) && { detail: 'extra' }),
    isFolded: true,
    blocks: [{ kind: 'entries', entries }],
  };
}

export function notReachedSection({ rules }: Report, refs: RuleRefs): Section {
  const unreached = rules.filter(({ outcome }) => outcome === 'not-reached');
  const groups = [...groupBy(unreached, ({ reason = '' }) => reason)];
  const entries = groups.map(([reason, group]) => ({
    text: reason,
    lines: group.map((rule) => ({ text: ruleWords(rule), rule: refs.of(rule) })),
  }));
  return {
    id: 'not-reached',
    title: 'Not reached',
    lead: 'The traffic has no evidence for these rules, so they have no verdict.',
    // Without any verdict, the number of unreached rules does not help.
    ...(isJudged(rules) && {
      summary: `${counted(unreached.length, 'rule')}, for ${counted(groups.length, 'reason')}`,
    }),
    detail: 'extra',
    isFolded: true,
    blocks: [{ kind: 'entries', entries }],
  };
}

const isJudged = (rules: readonly RuleReport[]): boolean =>
  rules.some(({ outcome }) => !['observed', 'not-reached', 'error'].includes(outcome));

const SECTION = /^\d+(?:\.\d+)*$/;

/** A rule is in the list of each of its sections. Sections are in the order of the interface. */
export function allRulesSection(rules: readonly RuleRef[]): Section {
  const pairs = rules.flatMap((rule) => [...new Set(rule.sections)].map((section) => ({ section, rule })));
  const groups = [...groupBy(pairs, ({ section }) => section)]
    .map(([section, group]) => [section, group.map(({ rule }) => rule)] as const)
    .toSorted(([one], [other]) => one.localeCompare(other, 'en', { numeric: true }));
  return {
    id: 'rules',
    title: 'All rules, by section of the interface',
    lead: 'A rule that rests on several sections is in the list of each.',
    detail: 'extra',
    blocks: groups.map(([section, group], index) => ({
      kind: 'fold',
      only: 'page',
      id: SECTION.test(section) ? `section-${section}` : `part-${index}`,
      title: `§\u00a0${section}`,
      rules: group,
      blocks: [rulesTable(group)],
    })),
  };
}

const rulesTable = (rules: readonly RuleRef[]): FoldBlock['blocks'][number] => ({
  kind: 'table',
  look: 'texts',
  heads: [{ name: 'Outcome' }, { name: 'Rule' }, { name: 'Section' }],
  rows: rules.map((rule) => {
    const { id, title, sections, outcome, anchor, target } = rule;
    return {
      rule,
      cells: [
        [{ text: wordsOf(outcome).label, mark: outcome }],
        [{ text: title, ...(target === anchor && { target }) }, ' ', { text: id, isCode: true }],
        sections.join(', '),
      ],
    };
  }),
});
