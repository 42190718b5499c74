import { stripVTControlCharacters } from 'node:util';
import { expect, test } from 'vitest';
import { RecordLog } from '../../src/cli/record-log.js';
import { rules } from '../../src/contract/index.js';
import { LiveJudge } from '../../src/contract/live-judge.js';
import { journal, poll, presentation, start } from '../contract/exchanges.js';

const long = 'a reason with many places to break '.repeat(6).trim();

test('no line of the log is wider than 80 columns, and nothing of it is lost', () => {
  const lines: string[] = [];
  const log = new RecordLog((text) => lines.push(...stripVTControlCharacters(text).split('\n')));
  const live = new LiveJudge(rules, {}, (found) => log.finding(found));
  const [started, answered] = journal(
    start,
    poll({ status: 'completed', presentation: { ...presentation, is_public: long, created_at: long } }),
  );
  if (!started || !answered) throw new Error('A journal has lost its exchanges.');
  for (const exchange of [started, answered]) live.add(exchange);
  live.flush();
  log.exchange({ ...started, failure: 'timeout', notes: { failure: long } });
  log.proxyResponse('unreachable', long);
  expect(lines.length).toBeGreaterThan(4);
  for (const line of lines) expect(line.length, line).toBeLessThanOrEqual(80);
  expect(
    lines
      .map((line) => line.trim())
      .join(' ')
      .split(long),
  ).toHaveLength(3);
  expect(lines.join(' ')).toMatch(/presentation\/created-at/);
});
