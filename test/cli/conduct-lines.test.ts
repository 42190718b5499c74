import { stripVTControlCharacters } from 'node:util';
import { describe, expect, it } from 'vitest';
import { conductLines } from '../../src/cli/conduct-lines.js';
import { poll, started, traffic } from '../contract/conduct/traffic.js';

const loop = Array.from({ length: 30 }, (_, index) => poll(1 + index / 10));
const lines = (style: 'pretty' | 'json', exchanges = traffic(started, ...loop), tightLoop?: number) => {
  const see = conductLines({ style, ...(tightLoop !== undefined && { tightLoop }) });
  return exchanges.flatMap((exchange) => see(exchange));
};

describe('the lines on clients in the log', () => {
  it('are one for each rule and client, whatever it goes on doing', () => {
    expect(lines('pretty').map(stripVTControlCharacters)).toEqual([
      'client client/never-polls-in-a-tight-loop (section 4.5): job g is polled in a tight loop [app/1.0, key 1a2b3c4d] #2, #3, #4, #5, #6, #7, #8\n' +
        '       Wait a few seconds between polls, from the end of one to the begin of the next.',
    ]);
    const two = [...loop, ...loop.map((one) => ({ ...one, at: one.at + 0.05, agent: 'cron/2' }))];
    const both = traffic(started, ...two.toSorted((one, other) => one.at - other.at));
    expect(lines('pretty', both)).toHaveLength(2);
  });

  it('are an object each for machines', () => {
    expect(lines('json').map((line) => JSON.parse(line))).toEqual([
      {
        time: expect.stringMatching(/^\d{4}-.+Z$/),
        conduct: 'client/never-polls-in-a-tight-loop',
        sections: ['4.5'],
        level: 'must',
        kind: 'fail',
        message: 'job g is polled in a tight loop',
        client: 'app/1.0, key 1a2b3c4d',
        exchanges: [2, 3, 4, 5, 6, 7, 8],
        hint: expect.any(String),
      },
    ]);
  });

  it('go by the bound', () => {
    expect(lines('pretty', traffic(started, ...loop), 50)).toEqual([]);
  });

  it('show what a client calls itself as text', () => {
    const [line = ''] = lines(
      'pretty',
      traffic({ ...poll(0), agent: '\u001b]0;owned\u0007', status: 401, headers: [] }),
    );
    expect(line).toContain('\\u001b]0;owned\\u0007');
  });
});
