/** Text, HTML and Markdown print the same sections, with the same findings, unless a block says that it is for one of them only. */
import { describe, expect, test } from 'vitest';
import { githubSummary, reporters, textReport, type Report } from '../../../src/contract/index.js';
import type { Block, FindingBlock, Section, Text } from '../../../src/contract/report/document.js';
import { documentOf } from '../../../src/contract/report/sections/document-of.js';
import { largeReport } from './large-report.js';
import { elementsOf, readMarkup, textOf } from './read-markup.js';
import { baseline, fail, incomplete, pass, unreached } from './samples.js';
import { reportScript, reportStyle } from '../../../src/generated/report-files.js';

/** A report in which every section has something to show. */
const everything: Report = {
  ...fail,
  rules: [
    ...fail.rules,
    ...baseline.rules.filter(({ outcome }) => outcome === 'accepted'),
    ...fail.rules
      .slice(0, 1)
      .map((rule) => ({ ...rule, id: 'client/one', title: 'A client keeps one rule' })),
  ],
  baseline: baseline.baseline ?? [],
};

const { sections } = documentOf(everything);

/** Letters and digits only: line breaks, marks and escapes differ between the printers. */
const bare = (text: string): string => text.replace(/[^\p{L}\p{N}]/gu, '');

function page(report: Report): string {
  const html = reporters.html(report).replace(reportScript.text, '').replace(reportStyle.text, '');
  const root = readMarkup(html, ['meta', 'br', 'input']);
  const main = elementsOf(root).find(({ name }) => name === 'main');
  return main ? textOf(main) : '';
}

const entities = (text: string): string =>
  text.replace(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)));

const printers = {
  text: { print: (report: Report) => textReport(report, { verbose: true }), only: 'lines' },
  HTML: { print: page, only: 'page' },
  Markdown: { print: (report: Report) => entities(githubSummary(report)), only: 'lines' },
} as const;

const printedBy = (section: Section, only: 'lines' | 'page'): readonly Block[] =>
  section.blocks.filter((block) => block.only === undefined || block.only === only);

test('the sample has a block of each kind, and all sections', () => {
  const kinds = new Set(sections.flatMap(({ blocks }) => blocks.map(({ kind }) => kind)));
  expect([...kinds].sort()).toEqual(['entries', 'fold', 'job', 'list', 'rule', 'table']);
  expect(sections.map(({ id }) => id)).toEqual([
    'timeline',
    'broken',
    'clients',
    'baseline',
    'accepted',
    'warnings',
    'open',
    'not-reached',
    'coverage',
    'operations',
    'left',
    'notes',
    'evidence',
    'rules',
  ]);
});

test('only the list of all rules is for pages alone', () => {
  const pagesOnly = sections.filter(({ blocks }) => blocks.every(({ only }) => only === 'page'));
  expect(pagesOnly.map(({ id }) => id)).toEqual(['rules']);
});

test.each(Object.entries(printers))(
  '%s prints each section in order, unless it says otherwise',
  (_, { print, only }) => {
    const printed = bare(print(everything));
    let from = 0;
    for (const section of sections) {
      if (printedBy(section, only).length === 0) {
        expect(printed).not.toContain(bare(section.title));
        continue;
      }
      const at = printed.indexOf(bare(section.title), from);
      expect(at, section.title).toBeGreaterThanOrEqual(from);
      if (section.lead !== undefined) expect(printed.slice(at)).toContain(bare(section.lead));
      from = at + 1;
    }
  },
);

describe.each(Object.entries({ everything, baseline, fail, incomplete, pass, unreached }))(
  'the report "%s"',
  (name, report) => {
    test.each(Object.entries(printers))('%s prints all words of each block', (_, { print, only }) => {
      const printed = bare(print(report));
      const words = documentOf(report).sections.flatMap((section) => [
        ...(printedBy(section, only).length === 0 ? [] : [section.title]),
        ...printedBy(section, only).flatMap(wordsOf),
      ]);
      expect(words.length).toBeGreaterThan(name === 'everything' ? 60 : 10);
      expect(words.filter((text) => !printed.includes(bare(text)))).toEqual([]);
    });
  },
);

test('a terminal that is not verbose names what it leaves out, and shows each violation', () => {
  const text = textReport(everything);
  const quiet = textReport(everything, { quiet: true });
  for (const { title, summary, detail, blocks } of sections) {
    expect(text.includes(title), title).toBe(detail !== 'extra' || summary !== undefined);
    for (const block of blocks)
      if (block.kind === 'rule') {
        expect(text).toContain(block.rule.id);
        expect(quiet.includes(`${block.rule.id}  (`)).toBe(
          detail === 'essential' || isAlsoBroken(block.rule.id),
        );
      }
  }
});

/** The known violation of the sample has the id of a broken rule. */
const isAlsoBroken = (id: string): boolean =>
  everything.rules.some((rule) => rule.id === id && rule.outcome === 'fail');

test('more jobs than a page shows at first are folded there, and named elsewhere', () => {
  const report: Report = { ...fail, timeline: largeReport.timeline };
  const html = page(report);
  expect(html).toContain('gen_99');
  for (const text of [html, githubSummary(report), textReport(report, { verbose: true })])
    expect(text).toContain(`${largeReport.timeline.jobs.length - 10} more jobs`);
  expect(githubSummary(report)).not.toContain('gen_99');
});

const inline = (text: Text): readonly string[] =>
  typeof text === 'string'
    ? [text]
    : text.flatMap((part) =>
        typeof part === 'string' ? [part] : 'sections' in part ? part.sections : [part.text],
      );

function wordsOf(block: Block): readonly string[] {
  switch (block.kind) {
    case 'list':
      return block.items.flatMap(inline);
    case 'entries':
      return block.entries.flatMap(({ text, rule, lines }) => [
        ...inline(text),
        ...(rule ? [rule.id] : []),
        ...lines.flatMap(({ text: line, rule: about }) => [...inline(line), ...(about ? [about.id] : [])]),
      ]);
    case 'table':
      return block.rows.flatMap(({ cells }) => cells.flatMap(inline));
    case 'fold':
      return [block.title];
    case 'rule': {
      const { rule, findings } = block;
      const { reason = '', hint = '', reading = '' } = rule;
      return [
        rule.id,
        rule.title,
        ...rule.sections,
        reason,
        hint,
        reading,
        ...findings.flatMap(wordsOfFinding),
      ];
    }
    case 'job':
      return [
        ...inline(block.title),
        block.moves ?? '',
        block.lead,
        ...block.events.flatMap((event) =>
          typeof event === 'string' ? [event] : [event.at, event.request, event.result],
        ),
      ];
  }
}

function wordsOfFinding({
  words,
  acceptance = '',
  values,
  causes,
  exchanges,
  commands,
}: FindingBlock): readonly string[] {
  return [
    words,
    acceptance,
    ...(values ? [values.at ?? '', values.expected, values.actual] : []),
    ...(causes ? [causes.words, ...causes.rules.map(({ text }) => text)] : []),
    ...exchanges.flatMap(({ sequence, method, path, key, result, role = '', facts }) =>
      // What another exchange shows is enough in a terminal.
      [`#${sequence}`, method, path, key, result, role, role === '' ? facts : ''],
    ),
    ...commands,
  ];
}
