/** The section of a rule: findings with the exchanges that they cite, and the interpretation of the spec. */
import { formatElapsed } from '../../base/text/format-elapsed.js';
import { pluralize } from '../../base/text/pluralize.js';
import { formatValue } from '../../base/text/format-value.js';
import { formatFailure } from '../model/format-result.js';
import { splitBody } from '../report/body-lines.js';
import type { BodyExcerpt, ExchangeReport, FindingReport, Report, RuleReport } from '../report/report.js';
import { RootCauseIndex } from '../report/root-causes.js';
import { buildRequestLines } from './request-lines.js';
import {
  code,
  lines,
  list,
  paragraph,
  type ReportBlock,
  type ReportSection,
  type InlineText,
} from './report-document.js';
import {
  formatFinding,
  formatIsoTime,
  formatReason,
  formatSections,
  formatSuppression,
  formatTiming,
  formatUncoveredOperations,
} from './format.js';

interface CitedExchange {
  readonly name: string;
  readonly exchange: ExchangeReport;
  readonly excerpt: BodyExcerpt | undefined;
}

/** Builds the sections of one report, because a section refers to other rules. */
export class RuleSectionBuilder {
  readonly #exchanges: ReadonlyMap<number, ExchangeReport>;
  readonly #rootCauses: RootCauseIndex;

  constructor({ rules, exchanges }: Pick<Report, 'rules' | 'exchanges'>) {
    this.#exchanges = new Map(exchanges.map((exchange) => [exchange.sequence, exchange]));
    this.#rootCauses = new RootCauseIndex(rules);
  }

  /** The sections of rules that no other rule explains, first those that explain the most others. */
  sections(rules: readonly RuleReport[]): readonly ReportSection[] {
    return rules
      .filter((rule) => !this.#rootCauses.isConsequence(rule))
      .toSorted((one, two) => this.#weight(two) - this.#weight(one))
      .map((rule) => this.section(rule));
  }

  section(rule: RuleReport): ReportSection {
    const { id, title, sections, outcome, reason, hint, interpretation, omittedFindings = 0 } = rule;
    const uncovered = formatUncoveredOperations(rule);
    const [first, ...others] = rule.findings.filter(({ severity }) => severity !== 'info');
    return {
      kind: 'section',
      title,
      outcome,
      anchor: id,
      blocks: [
        paragraph([{ code: id }, `, ${formatSections(first?.sections ?? sections)}`]),
        ...(reason === undefined ? [] : [paragraph(formatReason(reason))]),
        ...(first ? this.#finding(first, outcome) : []),
        ...listWarnings(others),
        ...this.#consequences(rule),
        ...(uncovered === undefined || reason ? [] : [paragraph(`Not covered: ${uncovered}`)]),
        ...(hint === undefined ? [] : [paragraph(`Hint: ${hint}`)]),
        ...collapse(pluralize(others.length + omittedFindings, 'more finding'), [
          ...others.flatMap((finding) => this.#finding(finding, outcome)),
          ...(omittedFindings > 0 ? [paragraph(`${pluralize(omittedFindings, 'finding')} not listed`)] : []),
        ]),
        ...collapse(
          'Interpretation of the spec',
          interpretation === undefined ? [] : [paragraph(interpretation)],
        ),
      ],
    };
  }

  #weight(rule: RuleReport): number {
    return rule.outcome === 'error' ? -1 : this.#rootCauses.consequencesOf(rule).length;
  }

  #consequences(rule: RuleReport): readonly ReportBlock[] {
    const consequences = this.#rootCauses.consequencesOf(rule);
    if (consequences.length === 0) return [];
    return [paragraph('Same root cause:'), list(consequences.map(formatConsequence))];
  }

  /** What is wrong, the values, the exchanges with the part of the body that shows it, and their requests. */
  #finding(finding: FindingReport, outcome: RuleReport['outcome']): readonly ReportBlock[] {
    const { expected, actual, bodyPath, sameCauseAs, timing } = finding;
    const cited = sameCauseAs === undefined ? this.#citedExchanges(finding) : [];
    const requests = buildRequestLines(
      cited.map(({ exchange }) => exchange),
      finding,
    );
    return [
      paragraph(formatFindingParagraph(finding, outcome)),
      ...facts([
        ...(expected === undefined && actual === undefined
          ? []
          : [
              ['Expected', code(formatValue(finding, 'expected'))] as const,
              ['Actual', code(formatValue(finding, 'actual'))] as const,
            ]),
        ...(bodyPath === undefined ? [] : [['Path', code(bodyPath)] as const]),
        ...(sameCauseAs === undefined ? [] : [['Same root cause as', code(sameCauseAs)] as const]),
      ]),
      ...cited.flatMap(({ name, exchange, excerpt }) => [
        ...facts([[name, formatExchange(exchange, excerpt)]]),
        ...(excerpt ? [lines(excerpt.lines)] : []),
      ]),
      ...facts(cited.length > 1 && timing ? [['Timing', formatTiming(timing)]] : []),
      ...(requests ? [paragraph(requests.title), lines(requests.lines)] : []),
      ...cited.flatMap(({ exchange, excerpt }) => bodySections(exchange, excerpt)),
    ];
  }

  /** The exchange of the finding, the one that it is compared with, and the request whose effect it shows. */
  #citedExchanges({
    exchange,
    comparedWith,
    effectOf,
    isCauseUncertain,
    excerpts,
  }: FindingReport): readonly CitedExchange[] {
    const citations = [
      ['Exchange', exchange, excerpts?.exchange],
      ['Compared with', comparedWith, excerpts?.comparedWith],
      [isCauseUncertain ? 'Possible cause' : 'Effect of', effectOf, excerpts?.effectOf],
    ] as const;
    return citations.flatMap(([name, sequence = -1, excerpt], index) => {
      const isDuplicate = citations.slice(0, index).some(([, other]) => other === sequence);
      const cited = this.#exchanges.get(sequence);
      return cited && !isDuplicate ? [{ name, exchange: cited, excerpt }] : [];
    });
  }
}

/** The sentences of further warnings: their details may be collapsed, their reasons are not. */
function listWarnings(others: readonly FindingReport[]): readonly ReportBlock[] {
  const warnings = others.filter(({ severity }) => severity === 'warn');
  if (warnings.length === 0) return [];
  return [
    paragraph('Also warned:'),
    list(
      warnings.map((finding) => {
        const where = finding.exchange === undefined ? '' : `, #${finding.exchange}`;
        return `${formatFinding(finding)}${where}`;
      }),
    ),
  ];
}

const facts = (entries: readonly (readonly [name: string, value: InlineText])[]): readonly ReportBlock[] =>
  entries.length === 0 ? [] : [{ kind: 'facts', facts: entries }];

const collapse = (title: string, blocks: readonly ReportBlock[]): readonly ReportSection[] =>
  blocks.length === 0 ? [] : [{ kind: 'section', title, visibility: 'collapsed', blocks }];

/** A rule that only warns for the same cause says why it warns. */
function formatConsequence({ id, title, outcome, findings }: RuleReport): InlineText {
  const warning = outcome === 'warn' ? findings.find(({ severity }) => severity === 'warn') : undefined;
  return [`${title} (`, { code: id }, `)${warning ? `: ${formatFinding(warning)}` : ''}`];
}

/** A rule with a violation can have warnings, too. */
function formatFindingParagraph(finding: FindingReport, outcome: RuleReport['outcome']): string {
  const sentence = formatFinding(finding);
  const text = finding.severity === 'warn' && outcome !== 'warn' ? `Warning: ${sentence}` : sentence;
  return finding.suppression ? `${text} (${formatSuppression(finding.suppression)})` : text;
}

/** The request, its result, and how to find it elsewhere. */
function formatExchange(
  { sequence, method, path, key, status, failure, startedAt, durationMs, requestId, source }: ExchangeReport,
  excerpt: BodyExcerpt | undefined,
): InlineText {
  const result = failure === undefined ? String(status ?? 'no response') : formatFailure(failure, status);
  const details = [
    key,
    formatIsoTime(startedAt),
    formatElapsed(durationMs),
    ...(requestId === undefined ? [] : [`request id ${requestId}`]),
    ...(source === undefined ? [] : [source]),
  ];
  const end = excerpt === undefined ? '' : `, ${excerpt.side} body:`;
  return [`#${sequence} `, { code: `${method} ${path}` }, ` → ${result} (${details.join(', ')})${end}`];
}

/** The bodies of which a finding shows only a part, or nothing. */
function bodySections(
  { sequence, requestBody, responseBody }: ExchangeReport,
  excerpt: BodyExcerpt | undefined,
): readonly ReportSection[] {
  const bodies = [
    ['request', requestBody],
    ['response', responseBody],
  ] as const;
  return bodies.flatMap(([side, text]) => {
    if (text === undefined) return [];
    const all = splitBody(text).map((line) => line.text);
    if (excerpt?.side === side && excerpt.lines.length === all.length) return [];
    return [
      {
        kind: 'section',
        title: `${side === 'request' ? 'Request' : 'Response'} body of #${sequence}`,
        visibility: 'html-only',
        blocks: [lines(all)],
      },
    ];
  });
}
