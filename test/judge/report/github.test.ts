import { RootCauseIndex } from '../../../src/judge/report/root-causes.js';
import { expect, test } from 'vitest';
import { formatGitHubSummary, reporters } from '../../../src/judge/index.js';
import { hostileReport } from './hostile.js';
import { baseline, fail, pass, notCovered } from './samples.js';

const samples = { pass, fail, notCovered, baseline, hostile: hostileReport };

/** The workflow commands that GitHub's runner finds in an output: `::name …::` at the start of a line, `##[name]` anywhere. */
function commandsIn(output: string): readonly string[] {
  return output.split(/\r\n|\r|\n/).flatMap((line) => {
    const modern = /^\s*::(\S+?)(?: .*?)?::/.exec(line)?.[1];
    const old = /##\[?(\w*)[[\]]/.exec(line)?.[0];
    return [...(modern === undefined ? [] : [modern]), ...(old === undefined ? [] : [old])];
  });
}

test('a hostile string creates no further annotation', () => {
  const commands = commandsIn(reporters.github(hostileReport));
  const explained = new RootCauseIndex(hostileReport.rules);
  const broken = hostileReport.rules
    .filter(({ outcome }) => outcome === 'fail' || outcome === 'error')
    .filter((rule) => !explained.isConsequence(rule)).length;
  expect(commands).toEqual([
    // The headline, each rule, and the baseline.
    ...Array.from({ length: 2 + broken }, () => 'error'),
    // The connection, the rule with a warning, and the unused baseline entry.
    'warning',
    'warning',
    'warning',
    'notice',
  ]);
});

test('no other output contains a command of a build server', () => {
  for (const report of Object.values(samples)) {
    for (const format of ['text', 'json', 'junit', 'html'] as const) {
      expect(commandsIn(reporters[format](report))).toEqual([]);
    }
    expect(commandsIn(formatGitHubSummary(report))).toEqual([]);
  }
});

test('an annotation is one line with the title of its rule and escaped values', () => {
  const [first] = reporters.github({ ...fail, reason: '100% of it, at: 12:30' }).split('\n');
  expect(first).toBe(
    '::error title=deckhand::Fail: 4 rules failed (3 root causes); incomplete: 100%25 of it, at: 12:30.',
  );
  const second = reporters.github(fail).split('\n')[1];
  expect(second).toMatch(/^::error title=job\/tokens-used-never-decreases%2C section 2\.2::/);
  expect(second).toContain('%0AExpected at least 310%0AActual 12%0APath tokens_used%0AExchange #5 GET ');
});

test('the last annotation has the number of rules that GitHub does not show', () => {
  const [rule] = fail.rules;
  if (!rule) throw new Error('the sample has no rule');
  const rules = Array.from({ length: 40 }, (_, index) => ({ ...rule, id: `job/rule-${index}` }));
  const { reason: _, connection: __, ...rest } = { ...fail, coverage: pass.coverage, gatewayResponses: [] };
  const lines = reporters
    .github({ ...rest, rules })
    .trimEnd()
    .split('\n');
  expect(lines).toHaveLength(10);
  expect(lines.at(-1)).toBe('::error title=and 32 more::The step summary lists all of them.');
});

/** Markdown without code blocks and code spans. */
function interpreted(markdown: string): string {
  const lines: string[] = [];
  let fence: string | undefined;
  for (const line of markdown.split('\n')) {
    // A fence has no other backtick in its line. Otherwise it is a code span.
    const mark = /^(`{3,})[^`]*$/.exec(line)?.[1];
    if (fence === undefined && mark !== undefined) fence = mark;
    else if (fence !== undefined && line === fence) fence = undefined;
    else if (fence === undefined) lines.push(line.replace(/(?<!`)(`+)(?!`)(.*?)(?<!`)\1(?!`)/g, ''));
  }
  expect(fence).toBeUndefined();
  return lines.join('\n');
}

test('a hostile string in the summary is code or escaped', () => {
  const text = interpreted(formatGitHubSummary(hostileReport));
  const tags = new Set([...text.matchAll(/<[^>]*>?/g)].map(([tag]) => tag));
  expect([...tags].sort()).toEqual(['</details>', '</summary>', '<details>', '<summary>']);
  expect(text).not.toMatch(/`|\]\(|!\[|@owned|\*\*|__|~~|https:\/\/|www\.|\$|:owned:/);
  const opened = text.match(/<details>/g)?.length;
  expect(text.match(/<\/details>/g)).toHaveLength(opened ?? 0);
});

test('a summary stays below the limit of GitHub and has only complete parts', () => {
  const rules = Array.from({ length: 60 }, () => hostileReport.rules).flat();
  const text = formatGitHubSummary({ ...hostileReport, rules });
  expect(text.length).toBeLessThan(300_000);
  expect(text).toContain('This summary is incomplete');
  expect(() => interpreted(text)).not.toThrow();
});

test('the summary leads to the HTML report among the artifacts of the run, if there is one', () => {
  const page = { file: 'deckhand-report/report.html', url: 'https://ci.example/runs/7#artifacts' };
  const link =
    '`deckhand-report/report.html`, in the [artifacts of this run](https://ci.example/runs/7#artifacts)';
  expect(formatGitHubSummary(fail, { htmlReport: page })).toContain(link);
  expect(formatGitHubSummary(fail)).not.toContain('artifacts of this run');
});
