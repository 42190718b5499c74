/** Prints a report for a terminal. The verdict is last, where it stays in view. */
import type { Report } from '../model.js';
import { harmless, neutral } from '../neutral.js';
import type { Block, ReportDocument, Section } from '../document.js';
import { documentOf } from '../sections/document-of.js';
import { countsOf } from '../sections/outcomes.js';
import { blockLines } from './block-lines.js';
import { inlineText, textStyle, type TextOptions, type TextStyle } from './text-style.js';

export function textReport(report: Report, options?: TextOptions): string {
  const style = textStyle(options);
  const document = documentOf(report);
  const { warnings, sections } = document;
  const parts = [
    // At the top, because it decides what the rest is worth.
    warnings.map((line) => style.amber(style.prose(neutral(line)))).join('\n'),
    ...sections.map((section) => sectionText(section, style)),
    [...(style.quiet ? [] : [totals(document, style)]), verdict(document, style)].join('\n'),
  ];
  return harmless(`${parts.filter((part) => part !== '').join('\n\n')}\n`);
}

function sectionText(section: Section, style: TextStyle): string {
  const { title, lead, summary, detail } = section;
  const blocks = section.blocks.filter(({ only }) => only !== 'page');
  if (blocks.length === 0 || (style.quiet && detail !== 'essential')) return '';
  if (detail === 'extra' && !style.verbose)
    return summary === undefined ? '' : style.prose(`${title}: ${summary} (--verbose lists them)`);
  const lines = blocks.flatMap((block, index) => {
    const isApart = isLong(block) || isLong(blocks[index - 1]);
    return [...(isApart ? [''] : []), ...blockLines(block, style)];
  });
  // Each violation says what it is.
  if (style.quiet) return lines.join('\n').trimStart();
  const leads = lead === undefined ? [] : [style.dim(style.prose(`  ${lead}`))];
  return [style.bold(style.prose(title)), ...leads, ...lines].join('\n');
}

const isLong = (block: Block | undefined): boolean =>
  block?.kind === 'rule' || block?.kind === 'job' || block?.kind === 'fold';

/** The number of rules by outcome, then the facts of the run. */
function totals({ summary, facts }: ReportDocument, { prose }: TextStyle): string {
  const counts = countsOf(summary).map(({ count, label }) => `${count} ${label}`);
  return prose(`${counts.join('; ')}\n${facts.map(({ value }) => inlineText(value)).join('; ')}`);
}

function verdict({ outcome, headline }: ReportDocument, { prose, bold, ...colours }: TextStyle): string {
  const colour = { pass: colours.green, fail: colours.red, incomplete: colours.amber, error: colours.red };
  return bold(colour[outcome](prose(neutral(headline))));
}
