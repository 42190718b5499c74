/** The format-independent document of a report, which every format except JSON renders. Strings may come from the target: they are not escaped. */
import type { OutcomeCounts, Report, ReportedOutcome } from '../report/report.js';

export interface ReportDocument {
  readonly outcome: Report['outcome'];
  readonly tool: string;
  readonly target: string;
  readonly headline: string;
  /** Conditions that make the result less reliable. */
  readonly warnings: readonly string[];
  /** The target, start, number of requests and jobs, and duration of the run. */
  readonly facts: readonly InlineText[];
  readonly summary: OutcomeCounts;
  readonly sections: readonly ReportSection[];
  /** Every rule, for formats with one test case a rule. */
  readonly rules: readonly ReportSection[];
}

export interface ReportSection {
  readonly kind: 'section';
  readonly title: string;
  /** Of a rule. Its first block is its id, and the second one its first finding or its reason. */
  readonly outcome?: ReportedOutcome;
  /** The id of a rule, `advice`, `coverage`, `baseline` or `unused-baseline`. Unique in a page. */
  readonly anchor?: string;
  /**
   * `always`: also in a quiet report. `collapsed`: in `<details>` in HTML and Markdown, and only in a verbose text. `html-only`:
   * in `<details>` in HTML only. Default: visible, unless the report is quiet.
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

/** Commands and bodies, which are never wrapped. */
interface CodeBlock {
  readonly kind: 'lines';
  readonly lines: readonly string[];
}

interface Table {
  readonly kind: 'table';
  readonly headers: readonly string[];
  readonly rows: readonly (readonly string[])[];
  /** The indexes of the columns with numbers. */
  readonly alignRight: readonly number[];
}

export type InlineText = string | readonly Inline[];
type Inline = string | { readonly code: string };

export const paragraph = (text: InlineText): Paragraph => ({ kind: 'paragraph', text });
export const list = (items: readonly InlineText[]): List => ({ kind: 'list', items });
export const lines = (all: readonly string[]): CodeBlock => ({ kind: 'lines', lines: all });
export const code = (text: string): InlineText => [{ code: text }];

/** Renders each part of a text. @param renderCode renders a name, a path or a value */
export function renderText(
  text: InlineText,
  renderPlain: (prose: string) => string,
  renderCode: (code: string) => string = renderPlain,
): string {
  const parts = typeof text === 'string' ? [text] : text;
  return parts.map((part) => (typeof part === 'string' ? renderPlain(part) : renderCode(part.code))).join('');
}
