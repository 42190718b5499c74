/** Renders a report for a terminal. The headline is last, where it stays in view. */
import { pluralize } from '../../base/text/pluralize.js';
import { escapeWorkflowCommands, sanitizeText } from '../../base/text/sanitize.js';
import { wrapWords, wrapLine } from '../../base/text/wrap.js';
import type { ExchangeReport, Report, RuleReport } from '../report/report.js';
import { formatCounts, outcomeLabels } from './outcome-labels.js';
import { buildDocument } from './build-document.js';
import { formatFinding } from './format.js';
import { RuleSectionBuilder } from './rule-section.js';
import {
  renderText,
  type ReportBlock,
  type ReportDocument,
  type ReportSection,
  type InlineText,
} from './report-document.js';

export type TextStyle = 'red' | 'yellow' | 'green' | 'dim' | 'bold';

export interface TextOptions {
  /** Default: 80. */
  readonly columns?: number;
  /** Adds colours, such as `styleText` of `node:util`. Default: none. */
  readonly color?: (style: TextStyle, text: string) => string;
  /** Prints also the sections that are collapsed in HTML. Default: false. */
  readonly verbose?: boolean;
  /** Prints only violations and the headline. Default: false. */
  readonly quiet?: boolean;
}

const DEFAULT_COLUMNS = 80;

/** The lines of a value, unless the report is verbose. */
const MAX_VALUE_LINES = 4;

export function formatReport(report: Report, options?: TextOptions): string {
  const printer = new TextPrinter(options);
  return escapeWorkflowCommands(`${printer.report(buildDocument(report)).join('\n')}\n`);
}

/** A rule with its findings, for a message of a failing test. @param exchanges the exchanges of the report */
export const formatRule = (rule: RuleReport, exchanges: readonly ExchangeReport[]): string =>
  formatSection(new RuleSectionBuilder({ rules: [rule], exchanges }).section(rule));

export const formatSection = (section: ReportSection): string =>
  new TextPrinter({}).section(section, '').join('\n');

class TextPrinter {
  readonly #columns: number;
  readonly #paint: NonNullable<TextOptions['color']>;
  readonly #isVerbose: boolean;
  readonly #isQuiet: boolean;

  constructor({
    columns = DEFAULT_COLUMNS,
    color = (_, text) => text,
    verbose = false,
    quiet = false,
  }: TextOptions = {}) {
    this.#columns = Math.max(40, columns);
    this.#paint = color;
    this.#isVerbose = verbose && !quiet;
    this.#isQuiet = quiet;
  }

  report(document: ReportDocument): readonly string[] {
    const { outcome, warnings, sections, facts, summary, headline } = document;
    // A target that could not be judged gets the reason only.
    const isBare =
      outcome === 'error' && !this.#isVerbose && !sections.some(({ visibility }) => visibility === 'always');
    const visible = isBare ? [] : sections.filter((section) => this.#isVisible(section));
    const collapsed = sections.filter(({ visibility }) => visibility === 'collapsed' && !this.#isVerbose);
    const more = `--verbose adds: ${collapsed.map(({ title }) => title.toLowerCase()).join(', ')}`;
    return [
      // At the top, because they can make the result unreliable.
      ...warnings.map((line) => this.#paint('yellow', this.#prose(line, ''))),
      ...(warnings.length === 0 || visible.length === 0 ? [] : ['']),
      ...visible.flatMap((section) => [...this.section(section, ''), '']),
      ...(this.#isQuiet || isBare
        ? []
        : [
            ...(collapsed.length === 0 ? [] : [this.#prose(more, ''), '']),
            this.#prose(formatCounts(summary), ''),
            this.#prose(facts.map(inline).join(', '), ''),
          ]),
      this.#paint('bold', this.#paint(colors[outcome], this.#prose(headline, ''))),
    ];
  }

  section({ title, outcome, blocks }: ReportSection, indent: string): readonly string[] {
    if (!outcome) return [this.#paint('bold', this.#prose(title, indent)), ...this.#blocks(blocks, indent)];
    const { heading: label } = outcomeLabels[outcome];
    const head = this.#prose(title, `${indent}${label}  `);
    const painted = this.#paint(outcome === 'fail' || outcome === 'error' ? 'red' : 'yellow', label);
    return [
      this.#paint('bold', `${indent}${painted}${head.slice(indent.length + label.length)}`),
      ...this.#blocks(blocks, `${indent}  `),
    ];
  }

  #isVisible({ visibility }: ReportSection): boolean {
    if (visibility === 'html-only') return false;
    if (this.#isQuiet) return visibility === 'always';
    return visibility !== 'collapsed' || this.#isVerbose;
  }

  #blocks(blocks: readonly ReportBlock[], indent: string): readonly string[] {
    return blocks.flatMap((block, index) => {
      if (block.kind !== 'section') return this.#block(block, indent);
      if (block.visibility !== undefined && !this.#isVisible(block)) return [];
      return [...(index === 0 ? [] : ['']), ...this.section(block, block.outcome ? indent : `${indent}  `)];
    });
  }

  #block(block: Exclude<ReportBlock, ReportSection>, indent: string): readonly string[] {
    switch (block.kind) {
      case 'paragraph':
        return [this.#prose(inline(block.text), indent)];
      case 'list':
        return block.items.map((item) => this.#prose(inline(item), `${indent}  `));
      case 'facts': {
        const width = Math.max(...block.facts.map(([name]) => name.length));
        return block.facts.map(([name, value]) =>
          this.#value(`${indent}  ${name.padEnd(width)}  `, inline(value)),
        );
      }
      case 'lines':
        return block.lines.map((line) => `${indent}  ${sanitizeText(line)}`);
      case 'table':
        return this.#table(block, `${indent}  `);
    }
  }

  /** @param start the indent and the label before the text on the first line */
  #prose(text: string, start: string): string {
    return wrapLine(start + sanitizeText(text), start.length + 2, this.#columns);
  }

  /** Wraps JSON after commas, with all its lines aligned. */
  #value(start: string, value: string): string {
    const lines = wrapWords(start, value.split(/(?<=[ ,])/), start.length, this.#columns).split('\n');
    if (this.#isVerbose || lines.length <= MAX_VALUE_LINES) return lines.join('\n');
    return `${lines.slice(0, MAX_VALUE_LINES).join('\n')}…`;
  }

  /** Wraps the last column. */
  #table(
    { headers, rows, alignRight }: Extract<ReportBlock, { kind: 'table' }>,
    indent: string,
  ): readonly string[] {
    const all = [headers, ...rows].map((cells) => cells.map((cell) => sanitizeText(cell)));
    const widths = headers.map((_, column) => Math.max(...all.map((cells) => cells[column]?.length ?? 0)));
    return all.map((cells, row) => {
      const start = cells.slice(0, -1).map((cell, column) => {
        return alignRight.includes(column)
          ? cell.padStart(widths[column] ?? 0)
          : cell.padEnd(widths[column] ?? 0);
      });
      const before = `${indent}${start.join('  ')}  `;
      const line = wrapWords(before, (cells.at(-1) ?? '').split(/(?<= )/), before.length, this.#columns);
      return row === 0 ? this.#paint('dim', line) : line;
    });
  }
}

const colors: Readonly<Record<Report['outcome'], TextStyle>> = {
  pass: 'green',
  fail: 'red',
  incomplete: 'yellow',
  error: 'red',
};

const inline = (text: InlineText): string => renderText(text, sanitizeText);

/** Failed client rules with evidence and hint, then findings that are info, then the counts. */
export function formatClientReport(
  report: Pick<Report, 'rules' | 'exchanges' | 'requests' | 'notes'>,
): string {
  const { rules, requests, notes } = report;
  const failed = rules.filter(isViolated);
  const withError = rules.filter(({ outcome }) => outcome === 'error');
  const passed = rules.filter(({ outcome }) => outcome === 'pass' || outcome === 'info').length;
  // The traffic has requests for these rules, but an option is missing that lets them be judged.
  const withheld = rules.filter(
    ({ outcome, reason }) => outcome === 'not-covered' && reason !== undefined && reason.flags.length > 0,
  );
  const notCovered =
    withheld.length === 0
      ? ''
      : `, ${withheld.length} not covered (${withheld.map(({ id }) => id).join(', ')})`;
  const counts = passed + failed.length === 0 ? 'none covered' : `${failed.length} failed, ${passed} passed`;
  const totals = `Client rules: ${counts}${notCovered}; ${pluralize(requests, 'exchange')}.`;
  const sections = new RuleSectionBuilder(report).sections([...withError, ...failed]);
  const info = rules.flatMap(({ id, findings }) =>
    findings
      .filter(({ severity }) => severity === 'info')
      .map((finding) => wrapLine(sanitizeText(`info  ${id}: ${formatFinding(finding)}`), 6, DEFAULT_COLUMNS)),
  );
  return escapeWorkflowCommands([...sections.map(formatSection), ...info, ...notes, totals].join('\n\n'));
}

/** Whether a rule is violated: also a `should` rule, whose outcome is `warn`. */
export const isViolated = ({ outcome }: Pick<RuleReport, 'outcome'>): boolean =>
  outcome === 'fail' || outcome === 'warn';
