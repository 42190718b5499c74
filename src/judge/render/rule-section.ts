/** The section of a rule: findings, evidence, commands that reproduce them, and the interpretation of the spec. */
import { formatElapsed } from '../../base/text/format-elapsed.js';
import { pluralize } from '../../base/text/pluralize.js';
import { formatValue } from '../../base/text/format-value.js';
import { formatFailure } from '../model/format-result.js';
import { RootCauseIndex } from '../report/root-causes.js';
import type { ExchangeReport, FindingReport, Report, RuleReport } from '../report/report.js';
import {
  code,
  lines,
  list,
  paragraph,
  type ReportBlock,
  type ReportSection,
  type InlineText,
} from './report-document.js';
import { capitalize, formatFinding, formatIsoTime, formatSections, formatSuppression } from './format.js';
import { ReproductionIndex } from './reproduction-index.js';

const JSON_TOKEN = /"(?:[^"\\]|\\[^])*(?:"|$)|[{}[\],:]|[^\s{}[\],:"]+/g;

/** Builds the sections of one report, because a section refers to other rules. */
export class RuleSectionBuilder {
  readonly #exchanges: ReadonlyMap<number, ExchangeReport>;
  readonly #rootCauses: RootCauseIndex;
  readonly #reproductions: ReproductionIndex;

  constructor({ rules, exchanges }: Pick<Report, 'rules' | 'exchanges'>) {
    this.#exchanges = new Map(exchanges.map((exchange) => [exchange.sequence, exchange]));
    this.#rootCauses = new RootCauseIndex(rules);
    this.#reproductions = new ReproductionIndex(rules);
  }

  /**
   * The sections of rules that no other rule explains, first those that explain the most others.
   * @param isBrief whether their evidence is collapsed
   */
  sections(rules: readonly RuleReport[], isBrief = false): readonly ReportSection[] {
    return rules
      .filter((rule) => !this.#rootCauses.isConsequence(rule))
      .toSorted((one, two) => this.#weight(two) - this.#weight(one))
      .map((rule) => this.section(rule, isBrief));
  }

  /** @param isBrief whether the evidence is collapsed */
  section(rule: RuleReport, isBrief = false): ReportSection {
    const { id, title, sections, outcome, reason, hint, interpretation, omittedFindings = 0 } = rule;
    const [first, ...others] = rule.findings.filter(({ severity }) => severity !== 'info');
    const evidence = first ? this.#evidence(first, isBrief) : [];
    return {
      kind: 'section',
      title: capitalize(title),
      outcome,
      anchor: id,
      blocks: [
        paragraph([{ code: id }, `, ${formatSections(sections)}`]),
        ...(reason === undefined ? [] : [paragraph(capitalize(reason))]),
        ...(first ? [paragraph(formatFindingParagraph(first, outcome))] : []),
        ...(isBrief ? collapse('Evidence', evidence) : evidence),
        ...this.#consequences(rule),
        ...(hint === undefined ? [] : [paragraph(`Hint: ${hint}`)]),
        ...collapse(pluralize(others.length + omittedFindings, 'more finding'), [
          ...others.flatMap((finding) => [
            paragraph(formatFindingParagraph(finding, outcome)),
            ...this.#evidence(finding, true),
          ]),
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
    return [
      paragraph('Same root cause:'),
      list(consequences.map(({ id, title }) => [`${capitalize(title)} (`, { code: id }, ')'])),
    ];
  }

  #evidence(finding: FindingReport, isCollapsed: boolean): readonly ReportBlock[] {
    const { expected, actual, bodyPath, sameCauseAs } = finding;
    const cited = sameCauseAs === undefined ? this.#citedExchanges(finding) : [];
    const [decisive] = cited;
    const responseBody = decisive?.[1].responseBody;
    const facts: (readonly [string, InlineText])[] = [
      ...(bodyPath === undefined ? [] : [['Path', code(bodyPath)] as const]),
      ...(expected === undefined && actual === undefined
        ? []
        : [
            ['Expected', code(formatValue(finding, 'expected'))] as const,
            ['Actual', code(formatValue(finding, 'actual'))] as const,
          ]),
      ...cited.map(([name, exchange]) => [name, formatExchange(exchange)] as const),
      // With a path, the values already show what is wrong with the body.
      ...(bodyPath !== undefined || responseBody === undefined
        ? []
        : [['Response', code(responseBody)] as const]),
      ...(sameCauseAs === undefined ? [] : [['Same root cause as', code(sameCauseAs)] as const]),
    ];
    return [
      ...(facts.length === 0 ? [] : [{ kind: 'facts', facts } as const]),
      ...(sameCauseAs === undefined ? this.#reproductions.blocks(finding, isCollapsed) : []),
      ...cited.flatMap(([, exchange]) => bodySections(exchange)),
    ];
  }

  /** The exchange of the finding, the one that it is compared with, and the request whose effect it shows. */
  #citedExchanges({
    exchange,
    comparedWith,
    effectOf,
  }: FindingReport): readonly (readonly [name: string, ExchangeReport])[] {
    const citations = [
      ['Exchange', exchange],
      ['Compared with', comparedWith],
      ['Effect of', effectOf],
    ] as const;
    return citations.flatMap(([name, sequence = -1], index) => {
      const isDuplicate = citations.slice(0, index).some(([, other]) => other === sequence);
      const cited = this.#exchanges.get(sequence);
      return cited && !isDuplicate ? [[name, cited] as const] : [];
    });
  }
}

const collapse = (title: string, blocks: readonly ReportBlock[]): readonly ReportSection[] =>
  blocks.length === 0 ? [] : [{ kind: 'section', title, visibility: 'collapsed', blocks }];

/** A rule with a violation can have warnings, too. */
function formatFindingParagraph(finding: FindingReport, outcome: RuleReport['outcome']): string {
  const sentence = capitalize(formatFinding(finding));
  const text = finding.severity === 'warn' && outcome !== 'warn' ? `Warning: ${sentence}` : sentence;
  return finding.suppression ? `${text} (${formatSuppression(finding.suppression)})` : text;
}

/** The request, its result, and how to find it elsewhere. */
function formatExchange({
  sequence,
  method,
  path,
  key,
  status,
  failure,
  startedAt,
  durationMs,
  requestId,
  source,
}: ExchangeReport): InlineText {
  const result = failure === undefined ? String(status ?? 'no response') : formatFailure(failure, status);
  const facts = [
    key,
    formatIsoTime(startedAt),
    formatElapsed(durationMs),
    ...(requestId === undefined ? [] : [`request id ${requestId}`]),
    ...(source === undefined ? [] : [source]),
  ];
  return [`#${sequence} `, { code: `${method} ${path}` }, ` → ${result} (${facts.join(', ')})`];
}

function bodySections({ sequence, requestBody, responseBody }: ExchangeReport): readonly ReportSection[] {
  const bodies = [
    ['Request', requestBody],
    ['Response', responseBody],
  ] as const;
  return bodies.flatMap(([side, text]) =>
    text === undefined
      ? []
      : [
          {
            kind: 'section',
            title: `${side} body of #${sequence}`,
            visibility: 'html-only',
            blocks: [lines(formatBody(text))],
          },
        ],
  );
}

/** JSON with a line for each field and item and unchanged tokens, also if it is truncated. Any other text is one line. */
export function formatBody(text: string): readonly string[] {
  if (!/^\s*[[{]/.test(text)) return [text];
  const lines = [''];
  let depth = 0;
  const startLine = (): number => lines.push('  '.repeat(Math.min(depth, 20)));
  for (const [part] of text.matchAll(JSON_TOKEN)) {
    if (part === '}' || part === ']') {
      depth = Math.max(0, depth - 1);
      startLine();
    }
    lines[lines.length - 1] += part === ':' ? ': ' : part;
    if (part === '{' || part === '[') depth++;
    if (part === '{' || part === '[' || part === ',') startLine();
  }
  return lines;
}
