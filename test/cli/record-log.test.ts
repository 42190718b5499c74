import { stripVTControlCharacters } from 'node:util';
import { expect, test } from 'vitest';
import { RecordLog } from '../../src/cli/record.js';
import { rules } from '../../src/contract/index.js';
import { LiveJudge } from '../../src/contract/live-judge.js';
import { journal, poll, presentation, start } from '../contract/exchanges.js';

const long = 'a reason with many places to break '.repeat(6).trim();

test('the log has a line for each violation, broken exchange and response of the proxy', () => {
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
  expect(lines.join(' ').split(long)).toHaveLength(3);
  expect(lines.join(' ')).toMatch(/presentation\/created-at/);
});
