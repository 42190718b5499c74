/** Prints the blocks of a section for a terminal. */
import type { Block, EventLine, JobBlock, RuleRef, TableBlock } from '../document.js';
import { neutral } from '../../../base/text/neutral.js';
import { wrappedLines } from '../../../base/text/wrap.js';
import { inlineText, type TextStyle } from './text-style.js';
import { ruleLines } from './rule-text.js';

export function blockLines(block: Block, style: TextStyle): readonly string[] {
  const { prose } = style;
  switch (block.kind) {
    case 'list':
      return block.items.map((item) => prose(`  ${inlineText(item)}`));
    case 'entries':
      return block.entries.flatMap((entry) => [
        prose(`  ${inlineText(entry.text)}${idOf(entry.rule, style)}`),
        ...entry.lines.map(({ text, rule }) => prose(`    ${inlineText(text)}${idOf(rule, style)}`)),
      ]);
    case 'table':
      return tableLines(block, style);
    case 'fold':
      if (!style.verbose) return [`${neutral(block.title)} (--verbose lists them)`];
      return [neutral(block.title), ...block.blocks.flatMap((inner) => ['', ...blockLines(inner, style)])];
    case 'rule':
      return ruleLines(block, style);
    case 'job':
      return jobLines(block, style);
  }
}

const idOf = (rule: RuleRef | undefined, { verbose }: TextStyle): string =>
  rule && verbose ? ` ${neutral(rule.id)}` : '';

/** The last columns are left out if they are wider than the terminal. */
function tableLines({ heads, rows }: TableBlock, { columns, dim }: TextStyle): readonly string[] {
  const lines = [
    heads.map(({ name, short = name }) => short),
    ...rows.map(({ cells }) => cells.map(inlineText)),
  ];
  const widths = heads.map((_, column) => Math.max(...lines.map((cells) => cells[column]?.length ?? 0)));
  let width = 0;
  const fitting = widths.filter((wide) => (width += wide + 2) <= columns);
  const [head = '', ...others] = lines.map((cells) =>
    fitting
      .map((wide, column) =>
        column === 0 ? (cells[0] ?? '').padEnd(wide) : (cells[column] ?? '').padStart(wide),
      )
      .join('  '),
  );
  return [dim(head), ...others].map((line) => `  ${line}`);
}

/** Events in a report that is not verbose: from the start, and again from the end. */
const MAX_EVENTS = 12;
/** The widths of the number of the exchange, the time, and both with the mark. */
const [NUMBER, TIME, INDENT] = [6, 10, 19] as const;
const BLANK = ' '.repeat(INDENT);

export function jobLines({ title, moves, lead, events }: JobBlock, style: TextStyle): readonly string[] {
  const lines = events.map((event) =>
    typeof event === 'string' ? `${BLANK}… ${neutral(event)} …` : eventText(event, style),
  );
  const hidden = style.verbose ? 0 : Math.max(0, lines.length - 2 * MAX_EVENTS - 1);
  const gap = hidden === 0 ? [] : [`${BLANK}… ${hidden} more (--verbose) …`];
  const shown =
    hidden === 0 ? lines : [...lines.slice(0, MAX_EVENTS), ...gap, ...lines.slice(MAX_EVENTS + hidden)];
  return [
    style.prose(inlineText(title)),
    ...(moves === undefined ? [] : [style.prose(`  ${neutral(moves)}`)]),
    style.dim(style.prose(`  ${lead}`)),
    ...shown,
  ];
}

function eventText({ event, at, request, result }: EventLine, { columns, amber }: TextStyle): string {
  const words = wrappedLines(neutral(`${request} → ${result}`), columns - INDENT).replaceAll(
    '\n',
    `\n${BLANK}`,
  );
  const text = `${`#${event.exchange}`.padStart(NUMBER)}${` ${at}`.padStart(TIME)} ${event.isTrouble ? '!' : ' '} ${words}`;
  return event.isTrouble ? amber(text) : text;
}
