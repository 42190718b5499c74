/**
 * A report as people read it: one tree of sections, made once from the data. Printers print its blocks. Which sections there are,
 * their order, their words and who gets them is decided here alone. Strings may come from the target: they are not escaped.
 */
import type {
  ExchangeReport,
  OutcomeCounts,
  Report,
  RuleOutcome,
  RuleReport,
  JobTimeline,
  RequestEvent,
} from './model.js';

export interface ReportDocument {
  readonly outcome: Report['outcome'];
  readonly tool: string;
  readonly target: string;
  readonly headline: string;
  /** What decides how much the rest is worth. */
  readonly warnings: readonly string[];
  readonly facts: readonly { readonly name: string; readonly value: Text }[];
  readonly summary: OutcomeCounts;
  /** All rules, in the order of the report. */
  readonly rules: readonly RuleRef[];
  readonly sections: readonly Section[];
}

export interface Section {
  readonly id: string;
  readonly title: string;
  /** A sentence below the title. */
  readonly lead?: string;
  /** A few words that stand for the section where it is left out. */
  readonly summary?: string;
  /** `essential`: also in a terminal that shows violations only. `extra`: in a terminal only on request. */
  readonly detail?: 'essential' | 'extra';
  /** Whether a short summary has it closed at first. */
  readonly isFolded?: true;
  readonly blocks: readonly Block[];
}

/** `page`: the block has a page with links and a filter. `lines`: a terminal and Markdown, in place of a block for pages. */
interface Shown {
  readonly only?: 'page' | 'lines';
}

export type Block = ListBlock | EntriesBlock | TableBlock | FoldBlock | RuleBlock | JobBlock;

interface ListBlock extends Shown {
  readonly kind: 'list';
  readonly items: readonly Text[];
}

/** Short headings, each with a few lines. */
export interface EntriesBlock extends Shown {
  readonly kind: 'entries';
  readonly entries: readonly Entry[];
}

export interface Entry extends Line {
  readonly lines: readonly Line[];
}

interface Line {
  readonly text: Text;
  /** The only rule that the line is about. */
  readonly rule?: RuleRef;
}

export interface TableBlock extends Shown {
  readonly kind: 'table';
  /** `figures`: numbers, with one text in the first column. */
  readonly look: 'figures' | 'texts';
  readonly heads: readonly { readonly name: string; readonly short?: string }[];
  readonly rows: readonly { readonly rule?: RuleRef; readonly cells: readonly Text[] }[];
}

/** Blocks that a page has closed at first. */
export interface FoldBlock extends Shown {
  readonly kind: 'fold';
  readonly id?: string;
  readonly title: string;
  /** How much of something was seen, as a bar. */
  readonly seen?: { readonly seen: number; readonly partly: number; readonly all: number };
  /** The rules inside. */
  readonly rules?: readonly RuleRef[];
  readonly blocks: readonly Block[];
}

export interface RuleBlock extends Shown {
  readonly kind: 'rule';
  readonly rule: RuleRef;
  readonly findings: readonly FindingBlock[];
}

export interface FindingBlock {
  readonly words: string;
  readonly acceptance?: string;
  /** `at`: their place in the body. */
  readonly values?: { readonly at?: string; readonly expected: string; readonly actual: string };
  /** `also breaks job/one, job/other` */
  readonly causes?: { readonly words: string; readonly rules: readonly Span[] };
  readonly exchanges: readonly CitedExchange[];
  readonly commands: readonly string[];
}

/** What an exchange got, when it took place, and how to find it elsewhere. `role`: what it shows, if it is not the evidence. */
export interface CitedExchange extends ExchangeReport {
  readonly result: string;
  readonly facts: string;
  readonly role?: string;
}

export interface JobBlock extends Shown {
  readonly kind: 'job';
  readonly title: Text;
  /** The states of the job in their order. */
  readonly moves?: string;
  /** What the times count from. */
  readonly lead: string;
  /** In order of time. A string stands for requests that are left out. */
  readonly events: readonly (EventLine | string)[];
  /** Of a job: what a chart shows. */
  readonly chart?: JobTimeline;
  /** Whether a page shows the events at first. */
  readonly isOpen: boolean;
}

export interface EventLine {
  readonly event: RequestEvent;
  readonly at: string;
  readonly request: string;
  readonly result: string;
}

/** A rule with the place where a page shows it. */
export interface RuleRef extends RuleReport {
  /** An id that is safe and unique in a page. */
  readonly anchor: string;
  /** The anchor of what shows the rule: its own, or that of the rule with the same cause. */
  readonly target?: string;
}

export type Text = string | readonly Inline[];
export type Inline = string | Span | { readonly sections: readonly string[] };

export interface Span {
  readonly text: string;
  readonly isCode?: true;
  /** The anchor that it leads to. */
  readonly target?: string;
  readonly mark?: Mark;
}

/** A shape for an outcome, or for how much was seen. */
export type Mark = RuleOutcome | 'partly' | 'hidden';
