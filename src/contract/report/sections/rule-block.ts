/** A rule with the place where a page shows it, and its findings: values, exchanges, and the commands that show it again. */
import { valueText } from '../../../base/text/value-text.js';
import { showsACause } from '../causes.js';
import type { RuleRef, CitedExchange, FindingBlock, RuleBlock, Span } from '../document.js';
import type { RuleReport, Acceptance, ExchangeReport, FindingReport } from '../model.js';
import { failureText } from '../../../trace/status-text.js';
import { findingWords } from '../finding-words.js';
import { isoTime } from '../times.js';

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

/** @param exchanges the exchanges that findings cite */
export function ruleBlock(
  rule: RuleReport,
  exchanges: readonly ExchangeReport[],
  refs = new RuleRefs([rule]),
): RuleBlock {
  const findings = rule.findings
    .filter(({ kind }) => kind !== 'observed')
    .map((finding) => findingBlock(finding, rule.outcome === 'warn', exchanges, refs));
  return { kind: 'rule', rule: refs.of(rule), findings };
}

function findingBlock(
  finding: FindingReport,
  isOfWarning: boolean,
  exchanges: readonly ExchangeReport[],
  refs: RuleRefs,
): FindingBlock {
  const { kind, expected, actual, path, accepted, sameCauseAs, alsoBreaks = [], reproduce, curl } = finding;
  // A rule with a violation can have warnings, too.
  const isOnlyWarned = kind === 'warn' && !isOfWarning;
  const link = (id: string): Span => {
    const target = refs.anchorOf(id);
    return { text: id, isCode: true, ...(target !== undefined && { target }) };
  };
  const commands = reproduce ?? (curl === undefined ? [] : [curl]);
  return {
    words: `${isOnlyWarned ? 'warning: ' : ''}${findingWords(finding)}`,
    ...(accepted && { acceptance: acceptanceText(accepted) }),
    ...((expected !== undefined || actual !== undefined) && {
      values: {
        ...(path !== undefined && { at: path }),
        expected: valueText(finding, 'expected'),
        actual: valueText(finding, 'actual'),
      },
    }),
    ...(sameCauseAs !== undefined
      ? { causes: { words: 'same cause as', rules: [link(sameCauseAs)] } }
      : alsoBreaks.length > 0 && { causes: { words: 'also breaks', rules: alsoBreaks.map(link) } }),
    // The rule that shows the cause shows its evidence, too.
    exchanges: sameCauseAs === undefined ? citedBy(finding, exchanges) : [],
    commands: sameCauseAs === undefined ? commands : [],
  };
}

export const acceptanceText = ({ expires, owner, reason }: Acceptance): string =>
  `accepted until ${expires} by ${owner}: ${reason}`;

function citedBy(
  { exchange, compared, about }: FindingReport,
  exchanges: readonly ExchangeReport[],
): readonly CitedExchange[] {
  const cited: readonly (readonly [number | undefined, { readonly role?: string }])[] = [
    [compared, { role: 'shows the expected value' }],
    [about, { role: 'the request with this effect' }],
    [exchange, {}],
  ];
  return cited.flatMap(([wanted, role]) =>
    exchanges
      .filter(({ sequence }) => sequence === wanted)
      .map((one) => ({ ...one, result: resultText(one), facts: factsText(one), ...role })),
  );
}

const factsText = ({ time, took, requestId, source }: ExchangeReport): string =>
  [
    isoTime(time),
    `took ${took < 10_000 ? `${Math.round(took)} ms` : `${(took / 1000).toFixed(1)} s`}`,
    ...(requestId === undefined ? [] : [`request id ${requestId}`]),
    ...(source === undefined ? [] : [source]),
  ].join(', ');

/** `200`, `a reset connection after the head (200)`, `a timeout`. */
const resultText = ({ status, failure }: ExchangeReport): string =>
  failure === undefined ? String(status ?? 'no response') : failureText(failure, status);
