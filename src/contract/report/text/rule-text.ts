/** Prints rules with their findings, for the text report and for messages of failing tests. */
import type { CitedExchange, FindingBlock, RuleBlock } from '../document.js';
import type { ExchangeReport, RuleReport, Report } from '../model.js';
import { neutral, harmless } from '../../../base/text/neutral.js';
import { wordsOf } from '../sections/outcomes.js';
import { ruleBlock } from '../sections/rule-block.js';
import { sectionsText, textStyle, type TextStyle } from './text-style.js';
import { counted } from '../../../base/text/counted.js';
import { filled } from '../../../base/text/wrap.js';

/** Commands are for copying, so they are never broken. A body is cut, so that a finding stays readable. */
const MAX_BODY = 200;

/** @param exchanges the exchanges of the report */
export const ruleText = (rule: RuleReport, exchanges: readonly ExchangeReport[]): string =>
  ruleLines(ruleBlock(rule, exchanges), textStyle()).join('\n');

export function ruleLines(block: RuleBlock, style: TextStyle): readonly string[] {
  const { rule, findings } = block;
  const { reason, more, hint, reading } = rule;
  const { prose, red, amber, bold } = style;
  const colour = rule.outcome === 'fail' || rule.outcome === 'error' ? red : amber;
  return [
    `${colour(bold(wordsOf(rule.outcome).word))}  ${neutral(rule.id)}  (${sectionsText(rule.sections)})`,
    prose(`      ${neutral(rule.title)}`),
    ...(reason === undefined ? [] : [prose(`      ${neutral(reason)}`)]),
    ...findings.flatMap((finding, index) => [...(index === 0 ? [] : ['']), ...findingLines(finding, style)]),
    ...(more === undefined ? [] : [`    and ${more} more`]),
    ...(hint === undefined ? [] : [prose(`    hint: ${neutral(hint)}`)]),
    ...(reading !== undefined && style.verbose
      ? [prose(`    how Deckhand reads the interface: ${neutral(reading)}`)]
      : []),
  ];
}

function findingLines(finding: FindingBlock, style: TextStyle): readonly string[] {
  const { prose, dim } = style;
  const { words, acceptance, values, causes, exchanges, commands } = finding;
  const { at, expected, actual } = values ?? {};
  return [
    prose(`    ${neutral(words)}${acceptance === undefined ? '' : ` (${neutral(acceptance)})`}`),
    ...(at === undefined ? [] : [prose(`      at       ${neutral(at)}`)]),
    ...(expected === undefined ? [] : [valueLine('      expected ', expected, style)]),
    ...(actual === undefined ? [] : [valueLine('      got      ', actual, style)]),
    ...(causes
      ? [prose(`      ${causes.words} ${neutral(causes.rules.map(({ text }) => text).join(', '))}`)]
      : []),
    ...exchanges.flatMap((exchange) => exchangeLines(exchange, style)).map(dim),
    ...(commands.length > 1 ? ['      reproduce:'] : []),
    ...commands.map((command) => `      ${neutral(command)}`),
  ];
}

/** A value or a body. JSON is broken after commas, and all its lines begin below the first. */
function valueLine(start: string, value: string, { columns }: TextStyle): string {
  return filled(start, neutral(value).split(/(?<=[ ,])/), start.length, columns);
}

function exchangeLines(exchange: CitedExchange, style: TextStyle): readonly string[] {
  const { prose } = style;
  const { sequence, method, path, key, result, facts, role, received } = exchange;
  const request = `      #${sequence} ${neutral(`${method} ${path} [${key}] → ${result}`)}`;
  if (role !== undefined) return [prose(`${request} (${role})`)];
  return [
    prose(request),
    prose(`        ${neutral(facts)}`),
    ...(received === undefined
      ? []
      : [
          valueLine(
            '        ',
            received.length > MAX_BODY ? `${received.slice(0, MAX_BODY)}…` : received,
            style,
          ),
        ]),
  ];
}

/** Each broken rule with its evidence and a hint, then the number of rules that were kept. */
export function clientText(report: Pick<Report, 'rules' | 'exchanges' | 'requests' | 'notes'>): string {
  const { rules, requests, notes, exchanges } = report;
  const broken = rules.filter(isBroken);
  const faulty = rules.filter(({ outcome }) => outcome === 'error');
  const kept = rules.filter(({ outcome }) => outcome === 'pass' || outcome === 'observed').length;
  const open = rules.filter(
    ({ outcome, reason }) => outcome === 'not-reached' && /^not judged/.test(reason ?? ''),
  );
  const unjudged =
    open.length === 0 ? '' : `, ${open.length} not judged (${open.map(({ id }) => id).join(', ')})`;
  const judged = counted(requests, 'exchange');
  const totals =
    kept + broken.length === 0
      ? `Client rules: nothing to judge${unjudged} in ${judged}.`
      : `Client rules: ${broken.length} broken, ${kept} kept${unjudged}, in ${judged}.`;
  return harmless(
    [...[...faulty, ...broken].map((rule) => ruleText(rule, exchanges)), ...notes, totals].join('\n\n'),
  );
}

/** Whether a rule is broken. A `should` rule counts; an observation does not. */
export const isBroken = ({ outcome }: Pick<RuleReport, 'outcome'>): boolean =>
  outcome === 'fail' || outcome === 'warn';
