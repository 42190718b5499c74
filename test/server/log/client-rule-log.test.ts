import { stripVTControlCharacters } from 'node:util';
import { describe, expect, it } from 'vitest';
import { ClientRuleLog } from '../../../src/server/log/client-rule-log.js';
import { poll, started, traffic } from '../../judge/build-client-journal.js';

const loop = Array.from({ length: 30 }, (_, index) => poll(1 + index / 10));
function lines(style: 'pretty' | 'json', exchanges = traffic(started, ...loop)): readonly string[] {
  const written: string[] = [];
  const judge = new ClientRuleLog({
    style,
    basePath: '/api/v1',
    write: (line) => written.push(line),
    onBug: (error) => {
      throw error;
    },
  });
  for (const exchange of exchanges) judge.add(exchange);
  judge.close();
  return written;
}

describe('the log of client rule violations', () => {
  it('has one line for each rule and client, however often the client violates the rule', () => {
    expect(lines('pretty').map(stripVTControlCharacters)).toEqual([
      'client client/no-tight-polling-loop (section 4.5): the client polls job g in a\n       tight loop [app/1.0, key 1a2b3c4d] #2, #3, #4, #5, #6, #7, #8\n' +
        '       Wait a few seconds between the end of a poll and the start of the next.',
    ]);
    const two = [...loop, ...loop.map((one) => ({ ...one, at: one.at + 0.05, agent: 'cron/2' }))];
    const both = traffic(started, ...two.toSorted((one, other) => one.at - other.at));
    expect(lines('pretty', both)).toHaveLength(2);
  });

  it('names a field in another case than the documented one, once', () => {
    const start = { ...started, sent: '{"prompt":"Taxis","templateId":"tpl_a"}' };
    const written = lines('json', traffic(start, { ...start, at: 5 })).map((line) => JSON.parse(line));
    expect(written).toMatchObject([
      { severity: 'info', message: 'templateId is not in the interface; did you mean template_id?' },
    ]);
  });

  it('sanitizes the name of a client', () => {
    const [line = ''] = lines(
      'pretty',
      traffic({ ...poll(0), agent: '\u001b]0;owned\u0007', status: 401, headers: [] }),
    );
    expect(line).toContain('\\u001b]0;owned\\u0007');
  });
});
