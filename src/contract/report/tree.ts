/**
 * A report as people read it: one tree of sections, which every format but JSON prints. Which sections there are, their order and
 * their words is decided where the tree is made. Strings may come from the target: they are not escaped.
 */
import type { OutcomeCounts, Report, RuleOutcome } from './model.js';

export interface ReportTree {
  readonly outcome: Report['outcome'];
  readonly tool: string;
  readonly target: string;
  readonly headline: string;
  /** What decides how much the rest is worth. */
  readonly warnings: readonly string[];
  /** The target, the time and the cost of the run. */
  readonly facts: readonly Text[];
  readonly summary: OutcomeCounts;
  readonly sections: readonly Section[];
  /** Each rule, also those that no section shows, for formats with one case a rule. */
  readonly rules: readonly Section[];
}

export interface Section {
  readonly kind: 'section';
  readonly title: string;
  /** Of a rule. Its blocks begin with a paragraph of its id and one of its first finding, or its reason. */
  readonly mark?: RuleOutcome;
  /** The id of a rule, which is unique in a page, or `baseline` or `minimum`. */
  readonly anchor?: string;
  /**
   * `finding`: also a quiet report has it. `folded`: closed in a page and in Markdown, and only a verbose text has it. `page`:
   * closed in a page, and nowhere else. Default: shown, unless the report is quiet.
   */
  readonly show?: 'finding' | 'folded' | 'page';
  readonly blocks: readonly Block[];
}

export type Block = Section | Paragraph | List | Facts | Lines | Table;

interface Paragraph {
  readonly kind: 'paragraph';
  readonly text: Text;
}

interface List {
  readonly kind: 'list';
  readonly items: readonly Text[];
}

/** Values with their names. */
interface Facts {
  readonly kind: 'facts';
  readonly facts: readonly (readonly [name: string, value: Text])[];
}

/** Commands, bodies and requests, which no printer breaks or reflows. */
interface Lines {
  readonly kind: 'lines';
  readonly lines: readonly string[];
}

/** Figures, with a text in the first column. */
interface Table {
  readonly kind: 'table';
  readonly heads: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

export type Text = string | readonly Inline[];
type Inline = string | { readonly code: string };

export const paragraph = (text: Text): Paragraph => ({ kind: 'paragraph', text });
export const list = (items: readonly Text[]): List => ({ kind: 'list', items });
export const lines = (all: readonly string[]): Lines => ({ kind: 'lines', lines: all });
export const code = (text: string): Text => [{ code: text }];

/** Prints each part of a text. @param ofCode prints a name, a path or a value */
export function printText(
  text: Text,
  ofProse: (prose: string) => string,
  ofCode: (code: string) => string = ofProse,
): string {
  const parts = typeof text === 'string' ? [text] : text;
  return parts.map((part) => (typeof part === 'string' ? ofProse(part) : ofCode(part.code))).join('');
}
