import { expect, test } from 'vitest';
import { formatReport } from '../../../src/judge/index.js';
import { formatValue } from '../../../src/base/text/format-value.js';
import { fail, pass } from '../report/samples.js';

test('prose fits into 80 columns, and commands stay whole', () => {
  const lines = formatReport(fail).split('\n');
  const long = lines.filter((line) => line.length > 80 && !/^ +(?:curl |printf |")/.test(line));
  expect(long).toEqual([]);
  expect(lines.some((line) => /^ +curl .{80}/.test(line))).toBe(true);
});

test('a rule that is not covered is in the line of its flag, and in a list with verbose', () => {
  expect(formatReport(pass)).toContain('  --probe-rate-limit: no rate limit response (1 rule)\n');
  expect(formatReport(pass, { verbose: true })).toContain('rate-limit/returns-429');
});

test('each warning is printed with its reason, also beside a violation or another warning', () => {
  const warn = (message: string) => ({
    severity: 'warn' as const,
    message,
    exchange: 3,
    downgrade: `${message} proves nothing`,
  });
  const rules = fail.rules.map((rule, index) => {
    if (index === 0) return { ...rule, findings: [...rule.findings, warn('one')] };
    if (rule.outcome !== 'warn') return rule;
    return { ...rule, findings: [...rule.findings, warn('two'), warn('three')] };
  });
  const text = formatReport({ ...fail, rules });
  for (const message of ['one', 'two', 'three'])
    expect(text).toContain(`    ${message} (warning only: ${message} proves nothing), #3\n`);
});

test('there are colors only on request', () => {
  expect(formatReport(fail)).not.toContain('\u001b');
  const paint = (style: string, text: string): string => `<${style}>${text}</${style}>`;
  expect(formatReport(fail, { color: paint })).toContain(
    '<bold><red>FAIL</red>  tokens_used never decreases',
  );
});

test.each([
  [null, 'null'],
  // A service can send what looks like a description.
  ['any 2xx', '"any 2xx"'],
  [{ id: '1' }, '{"id":"1"}'],
])('the value %j prints as %s', (value, text) => {
  const finding = { severity: 'fail', message: 'm', expected: value, actual: value } as const;
  expect(formatValue(finding, 'actual')).toBe(text);
});
