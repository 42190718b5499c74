import { expect, test } from 'vitest';
import { formatGitHubSummary, reporters } from '../../../src/judge/index.js';
import { fail, pass } from './samples.js';

const formats = [
  ['text', 'txt', reporters.text],
  ['json', 'json', reporters.json],
  ['junit', 'xml', reporters.junit],
  ['github', 'annotations.txt', reporters.github],
  ['github summary', 'md', formatGitHubSummary],
] as const;

const samples = { pass, fail } as const;

for (const [name, report] of Object.entries(samples)) {
  test.each(formats)(`the ${name} report as %s equals the stored file`, async (_, ending, reporter) => {
    await expect(reporter(report)).toMatchFileSnapshot(`golden/${name}.${ending}`);
  });
}
