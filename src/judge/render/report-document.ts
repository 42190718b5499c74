/**
 * Format-independent document of a report. Every renderer except JSON prints it. Which sections there are, their order and
 * their words is decided where the tree is made. Strings may come from the target: they are not escaped.
 */
import type { OutcomeCounts, Report, ReportedOutcome } from '../report/report.js';

export interface ReportDocument {
  readonly outcome: Report['outcome'];
  readonly tool: string;
  readonly target: string;
  readonly headline: string;
  /** What decides how much the rest is worth. */
  readonly warnings: readonly string[];
  /** The target, the time and the cost of the run. */
  readonly facts: readonly InlineText[];
  readonly summary: OutcomeCounts;
  readonly sections: readonly ReportSection[];
  /** Each rule, also those that no section shows, for formats with one case a rule. */
  readonly rules: readonly ReportSection[];
}

export interface ReportSection {
  readonly kind: 'section';
  readonly title: string;
  /** Of a rule. Its blocks begin with a paragraph of its id and one of its first finding, or its reason. */
  readonly outcome?: ReportedOutcome;
  /** The id of a rule, which is unique in a page, or `baseline` or `minimum`. */
  readonly anchor?: string;
  /**
   * `finding`: also a quiet report has it. `folded`: closed in a page and in Markdown, and only a verbose text has it. `page`:
   * closed in a page, and nowhere else. Default: shown, unless the report is quiet.
   */
  readonly visibility?: 'always' | 'collapsed' | 'html-only';
  readonly blocks: readonly ReportBlock[];
}

export type ReportBlock = ReportSection | Paragraph | List | DefinitionList | CodeBlock | Table;

interface Paragraph {
  readonly kind: 'paragraph';
  readonly text: InlineText;
}

interface List {
  readonly kind: 'list';
  readonly items: readonly InlineText[];
}

/** Values with their names. */
interface DefinitionList {
  readonly kind: 'facts';
  readonly facts: readonly (readonly [name: string, value: InlineText])[];
}

/** Commands, bodies and requests, which no printer breaks or reflows. */
interface CodeBlock {
  readonly kind: 'lines';
  readonly lines: readonly string[];
}

/** Figures, with a text in the first column. */
interface Table {
  readonly kind: 'table';
  readonly headers: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

export type InlineText = string | readonly Inline[];
type Inline = string | { readonly code: string };

export const paragraph = (text: InlineText): Paragraph => ({ kind: 'paragraph', text });
export const list = (items: readonly InlineText[]): List => ({ kind: 'list', items });
export const lines = (all: readonly string[]): CodeBlock => ({ kind: 'lines', lines: all });
export const code = (text: string): InlineText => [{ code: text }];

/** Prints each part of a text. @param renderCode prints a name, a path or a value */
export function renderText(
  text: InlineText,
  renderPlain: (prose: string) => string,
  renderCode: (code: string) => string = renderPlain,
): string {
  const parts = typeof text === 'string' ? [text] : text;
  return parts.map((part) => (typeof part === 'string' ? renderPlain(part) : renderCode(part.code))).join('');
}
