/** A rule with its findings: each with expected and actual value, its exchanges, and the commands that show it again. */
import { failureText } from '../../../trace/status-text.js';
import type { CitedExchange, FindingBlock, RuleBlock, Span } from '../document.js';
import { findingWords } from '../finding-words.js';
import { isoTime } from '../iso-time.js';
import type { Acceptance, ExchangeReport, FindingReport, RuleReport } from '../model.js';
import { valueText } from '../value-text.js';
import { RuleRefs } from './rule-refs.js';

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
