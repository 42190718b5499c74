import { expect, test } from 'vitest';
import { textReport } from '../../../src/contract/index.js';
import { valueText } from '../../../src/base/text/value-text.js';
import { fail, pass } from './samples.js';

test('prose fits into 80 columns, and commands stay whole', () => {
  const lines = textReport(fail).split('\n');
  const long = lines.filter((line) => line.length > 80 && !/^ +(?:curl |printf )/.test(line));
  expect(long).toEqual([]);
  expect(lines.some((line) => /^ +curl .{80}/.test(line))).toBe(true);
});

test('a rule that was not reached is in the line of its option, and in a list with verbose', () => {
  expect(textReport(pass)).toContain('  --probe-rate-limit: No request met a rate limit (1 rule)\n');
  expect(textReport(pass, { verbose: true })).toContain('limit/answers-429');
});

test('colours appear only on request', () => {
  expect(textReport(fail)).not.toContain('\u001b');
  const paint = (style: string, text: string): string => `<${style}>${text}</${style}>`;
  expect(textReport(fail, { paint })).toContain('<bold><red>FAIL</red>  tokens_used never decreases');
});

test.each([
  [null, 'null'],
  // A service can send what looks like a description.
  ['any 2xx', '"any 2xx"'],
  [{ id: '1' }, '{"id":"1"}'],
])('the value %j prints as %s', (value, text) => {
  const finding = { kind: 'fail', message: 'm', expected: value, actual: value } as const;
  expect(valueText(finding, 'actual')).toBe(text);
});
