/** Text, HTML and Markdown render one document: the same sections, in the same order, with the same texts. */
import { describe, expect, test } from 'vitest';
import { formatGitHubSummary, reporters, formatReport, type Report } from '../../../src/judge/index.js';
import { buildDocument } from '../../../src/judge/render/build-document.js';
import {
  renderText,
  type ReportBlock,
  type ReportSection,
} from '../../../src/judge/render/report-document.js';
import { reportStyle } from '../../../src/generated/report-assets.js';
import { elementsOf, readMarkup, textOf } from '../report/read-markup.js';
import { baseline, fail, incomplete, pass, notCovered } from '../report/samples.js';

/** A report in which no section is empty. */
const everything: Report = {
  ...fail,
  rules: [
    ...fail.rules,
    ...baseline.rules.filter(({ outcome }) => outcome === 'suppressed'),
    ...fail.rules
      .slice(0, 1)
      .map((rule) => ({ ...rule, id: 'client/one', title: 'A client follows one rule' })),
  ],
  baseline: baseline.baseline ?? [],
};

/** Letters and digits only: line breaks, marks and escapes differ between the printers. */
const bare = (text: string): string => text.replace(/[^\p{L}\p{N}]/gu, '');

function page(report: Report): string {
  const root = readMarkup(reporters.html(report).replace(reportStyle.text, ''), ['meta']);
  return elementsOf(root)
    .filter(({ name }) => name === 'main')
    .map(textOf)
    .join('');
}

const printers = {
  text: (report: Report) => formatReport(report, { verbose: true }),
  HTML: page,
  Markdown: (report: Report) =>
    formatGitHubSummary(report).replace(/&#(\d+);/g, (_, digits: string) =>
      String.fromCharCode(Number(digits)),
    ),
} as const;

/** Only a page has bodies. */
const isPrinted = (block: ReportBlock): boolean =>
  block.kind !== 'section' || block.visibility !== 'html-only';

function textsOf(block: ReportBlock): readonly string[] {
  switch (block.kind) {
    case 'section':
      return [block.title, ...block.blocks.filter(isPrinted).flatMap(textsOf)];
    case 'paragraph':
      return [renderText(block.text, String)];
    case 'list':
      return block.items.map((item) => renderText(item, String));
    case 'facts':
      return block.facts.flatMap(([name, value]) => [name, renderText(value, String)]);
    case 'lines':
      return block.lines;
    case 'table':
      return [...block.headers, ...block.rows.flat()];
  }
}

test('violations come first, then coverage, then collapsed sections', () => {
  const { sections } = buildDocument(everything);
  expect(sections.map(({ title, visibility = 'default' }) => `${visibility}: ${title}`)).toEqual([
    'always: Violations',
    'always: Client violations',
    'always: Expired baseline entries',
    'default: Baseline entries without a violation',
    'default: Warnings',
    'default: Not covered',
    'default: Coverage',
    'default: Notes',
    'default: Advice',
    'collapsed: Suppressed by the baseline (1)',
    'collapsed: Timeline',
    'collapsed: Unspecified behavior',
    'collapsed: Operations',
    'collapsed: Created resources (not deleted)',
    'collapsed: Rules not covered',
    'collapsed: Passed rules',
  ]);
});

describe.each(Object.entries({ everything, baseline, fail, incomplete, pass, notCovered }))(
  'the report "%s"',
  (_, report) => {
    test.each(Object.entries(printers))('%s has all texts of all sections in order', (_, print) => {
      const printed = bare(print(report));
      let from = 0;
      for (const section of buildDocument(report).sections) {
        const at = printed.indexOf(bare(section.title), from);
        expect(at, section.title).toBeGreaterThanOrEqual(from);
        expect(textsOf(section).filter((text) => !printed.slice(at).includes(bare(text)))).toEqual([]);
        from = at + 1;
      }
    });
  },
);

const named = (report: Report, title: string): ReportSection | undefined =>
  buildDocument(report).sections.find((section) => section.title === title);
const marked = (section: ReportSection | undefined): readonly ReportSection[] =>
  (section?.blocks ?? []).flatMap((block) => (block.kind === 'section' && block.outcome ? [block] : []));

test('the root cause comes first and lists its consequences, and the counts agree', () => {
  const [one, two] = fail.rules.filter(({ outcome }) => outcome === 'fail');
  if (!one || !two) throw new Error('the sample has no two failed rules');
  const following = ['a/one', 'a/two'].map((id) => ({
    ...two,
    id,
    title: `The rule ${id}`,
    findings: two.findings.map((finding) => ({ ...finding, sameCauseAs: one.id })),
  }));
  const rules = [two, ...following, one];
  const report = { ...fail, rules, summary: { ...fail.summary, fail: 4 } };
  const { reason: _, ...whole } = report;
  const blocks = marked(named(report, 'Violations'));
  expect(blocks.map(({ anchor }) => anchor)).toEqual([one.id, two.id]);
  expect(textsOf(blocks[0] as ReportSection)).toEqual(
    expect.arrayContaining(['The rule a/one (a/one)', 'The rule a/two (a/two)']),
  );
  expect(buildDocument(whole).headline).toMatch(/^Fail: 4 rules failed \(2 root causes\)[.;]/);
});

test('rules that are not covered are one line for each flag that helps', () => {
  const notCoveredRule = (id: string, text: string, ...flags: readonly string[]) => ({
    ...pass.rules[0]!,
    id,
    outcome: 'not-covered' as const,
    reason: { text, flags },
  });
  const rules = [
    notCoveredRule('a/one', 'no job with status failed', '--failure-prompt'),
    notCoveredRule('a/two', 'no job with status failed', '--failure-prompt'),
    notCoveredRule('a/three', 'no job with status awaiting_input', '--question-prompt'),
    notCoveredRule('a/four', 'no poll after an accepted reply', '--question-prompt'),
    notCoveredRule('a/five', 'no response in the traffic (2 of 3 bodies are missing)'),
  ];
  expect(textsOf(named({ ...pass, rules }, 'Not covered') as ReportSection).slice(1)).toEqual([
    '--failure-prompt: no job with status failed (2 rules)',
    '--question-prompt: no job with status awaiting_input (1 rule); no poll after an accepted reply (1 rule)',
    '1 more rule: see “Rules not covered” (in text: --verbose)',
  ]);
});

test('a finding shows its rule, its values, each exchange with an open excerpt, and then their requests', () => {
  const [section] = marked(named(fail, 'Violations'));
  const blocks = (section?.blocks ?? []).filter((block) => block.kind !== 'section');
  expect(
    blocks.map((block) => (block.kind === 'facts' ? block.facts.map(([name]) => name).join() : block.kind)),
  ).toEqual([
    'paragraph',
    'paragraph',
    'Expected,Actual,Path',
    'Exchange',
    'lines',
    'Compared with',
    'lines',
    'Effect of',
    'lines',
    'Timing',
    'paragraph',
    'lines',
    'paragraph',
    'list',
  ]);
  // In the order of the exchanges, with the wait before the last one.
  const requests = blocks[11];
  expect(requests?.kind === 'lines' && requests.lines.map((line) => /^\w+/.exec(line)?.[0])).toEqual([
    'curl',
    'curl',
    'sleep',
    'curl',
  ]);
});

test('an excerpt has at most 12 lines, and the field of the finding among them', () => {
  const excerpts = fail.rules.flatMap(({ findings }) =>
    findings.flatMap(({ excerpts: own = {} }) => Object.values(own).map(({ lines }) => lines)),
  );
  expect(excerpts.length).toBeGreaterThan(5);
  expect(excerpts.some((lines) => lines.length === 12)).toBe(true);
  for (const lines of excerpts) expect(lines.length).toBeLessThanOrEqual(12);
  const [warning] = fail.rules.find(({ outcome }) => outcome === 'warn')?.findings ?? [];
  expect(warning?.excerpts?.exchange?.lines.join('\n')).toContain('"updated_at"');
});

test('notes keep their words', () => {
  const notes = ['traffic.har: of 9 entries, ignored: 1', 'client rules: nothing', 'ends here.'];
  expect(textsOf(named({ ...pass, notes }, 'Notes') as ReportSection).slice(1)).toEqual(notes);
});
