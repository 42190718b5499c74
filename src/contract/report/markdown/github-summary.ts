/** Prints a report as Markdown for GitHub: the summary of a workflow step, or any other place with GitHub's Markdown. */
import type { Block, FindingBlock, ReportDocument, RuleBlock, RuleRef, Section } from '../document.js';
import type { Report } from '../model.js';
import { documentOf } from '../sections/document-of.js';
import { countsOf, runSigns } from '../sections/outcomes.js';
import { jobLines } from '../text/block-lines.js';
import { neutral } from '../../../base/text/neutral.js';
import { textStyle } from '../text/text-style.js';
import { block as codeBlock, code, details, inline, plain, table } from './markdown.js';

/** Far below GitHub's limit of 1 MiB, so the summary stays readable. */
const maxCharacters = 240_000;

export interface SummaryOptions {
  /** The HTML report of the same run: its file, and the address at which people find it. */
  readonly page?: { readonly file: string; readonly url: string };
}

export function githubSummary(report: Report, { page }: SummaryOptions = {}): string {
  const document = documentOf(report);
  const link =
    page && `All exchanges are in ${code(page.file)}, in the [artifacts of this run](${page.url}).`;
  const parts = [
    ...headParts(document),
    ...(link === undefined ? [] : [link]),
    ...document.sections.flatMap(sectionParts),
  ];
  return `${bounded(parts).join('\n\n')}\n`;
}

function headParts({ outcome, headline, warnings, facts, summary }: ReportDocument): readonly string[] {
  const counts = countsOf(summary);
  return [
    `## ${runSigns[outcome]} ${plain(headline)}`,
    ...warnings.map((line) => `> ${plain(line)}`),
    facts.map(({ value }) => inline(value)).join(', '),
    table(
      counts.map(({ sign, label }) => `${sign} ${label}`),
      [counts.map(({ count }) => String(count))],
    ),
  ];
}

/** Keeps complete parts only: a cut part could end inside a code block. */
function bounded(parts: readonly string[]): readonly string[] {
  let remaining = maxCharacters;
  const kept = parts.filter((part) => (remaining -= part.length) > 0);
  return kept.length === parts.length
    ? kept
    : [...kept, '_This summary is incomplete. The other report formats contain everything._'];
}

function sectionParts({ title, lead, summary, isFolded, blocks }: Section): readonly string[] {
  const shown = blocks.filter(({ only }) => only !== 'page');
  if (shown.length === 0) return [];
  const parts = [...(lead === undefined ? [] : [plain(lead)]), ...shown.map(blockPart)];
  if (!isFolded) return [`### ${plain(title)}`, ...parts];
  return [details(plain(summary === undefined ? title : `${title} (${summary})`), parts.join('\n\n'))];
}

const idOf = (rule: RuleRef | undefined): string =>
  rule ? ` ${inline([{ text: rule.id, isCode: true }])}` : '';

function blockPart(block: Block): string {
  switch (block.kind) {
    case 'list':
      return block.items.map((item) => `- ${inline(item)}`).join('\n');
    case 'entries':
      return block.entries
        .flatMap((entry) => [
          `- ${inline(entry.text)}${idOf(entry.rule)}`,
          ...entry.lines.map(({ text, rule }) => `  - ${inline(text)}${idOf(rule)}`),
        ])
        .join('\n');
    case 'table':
      return table(
        block.heads.map(({ name }) => plain(name)),
        block.rows.map(({ cells }) => cells.map(inline)),
      );
    case 'fold':
      return `_${plain(block.title)}: in the other report formats_`;
    case 'rule': {
      const { title, sections } = block.rule;
      return details(`<b>${plain(title)}</b> ${inline([{ sections }])}`, ruleParts(block));
    }
    case 'job':
      return codeBlock(jobLines(block, textStyle()));
  }
}

/** A rule with its findings, as Markdown. */
function ruleParts({ rule, findings }: RuleBlock): string {
  const { id, reason, more, hint, reading } = rule;
  return [
    code(id),
    ...(reason === undefined ? [] : [plain(reason)]),
    ...findings.flatMap(findingParts),
    ...(more === undefined ? [] : [`And ${more} more.`]),
    ...(hint === undefined ? [] : [`<b>Hint:</b> ${plain(hint)}`]),
    ...(reading === undefined ? [] : [`<b>How Deckhand reads the interface:</b> ${plain(reading)}`]),
  ].join('\n\n');
}

function findingParts({ words, acceptance, values, causes, exchanges, commands }: FindingBlock): string[] {
  const lines = [
    `- ${plain(words)}${acceptance === undefined ? '' : ` (${plain(acceptance)})`}`,
    ...(values?.at === undefined ? [] : [`  - At ${code(values.at)}`]),
    ...(values ? [`  - Expected ${code(values.expected)}`, `  - Got ${code(values.actual)}`] : []),
    ...(causes ? [`  - ${plain(causes.words)} ${inline(causes.rules)}`] : []),
    ...exchanges.map(
      ({ sequence, method, path, key, result, facts, role }) =>
        `  - ${plain(`#${sequence}`)} ${code(`${method} ${path}`)}, ${plain(key)} → ${plain(result)}, ${plain(facts)}${role === undefined ? '' : ` (${plain(role)})`}`,
    ),
  ];
  return [lines.join('\n'), ...(commands.length === 0 ? [] : [codeBlock(commands.map(neutral))])];
}
