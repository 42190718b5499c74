import { describe, expect, it } from 'vitest';
import { conductReport, conductText, judgeConduct } from '../../../src/contract/index.js';
import { poll, started, traffic } from './traffic.js';

const misbehaving = traffic(started, poll(1), poll(4), ...[7, 10, 13, 16].map((at) => poll(at, 'completed')));
const reportOf = (exchanges: ReturnType<typeof traffic>, dropped = 0) =>
  conductReport(judgeConduct(exchanges), { exchanges: exchanges.length, dropped });

describe('the report about clients', () => {
  it('has the worst of all outcomes, and a note for each cited exchange', () => {
    const report = reportOf(misbehaving, 3);
    expect(report).toMatchObject({ outcome: 'fail', exchanges: 7, dropped: 3 });
    expect(report.notes).toEqual(
      [4, 5, 6, 7].map((exchange) => ({
        exchange,
        rule: 'client/stops-when-completed',
        kind: 'fail',
        message: 'the client keeps polling job g after status completed',
      })),
    );
  });

  it('passes without violations, and is not reached without exchanges', () => {
    expect(reportOf(traffic(started, poll(1))).outcome).toBe('pass');
    expect(reportOf([]).outcome).toBe('not-reached');
  });

  it('prints rule, section, evidence and hint', () => {
    const text = conductText(reportOf(misbehaving), (sequence) => `poll of ${sequence}`);
    expect(text).toBe(`FAIL  client/stops-when-completed  (sections 3, 4.5)
      A client stops polling a completed job
    the client keeps polling job g after status completed
      expected no poll after completed
      got      3 more, the last 9 s after it
      by       app/1.0, key 1a2b3c4d
      #4 poll of 4
      #5 poll of 5
      #6 poll of 6
      #7 poll of 7
    hint: Stop the timer when the status is completed. That view contains the presentation, and GET /presentations/{id} returns it later.

Client rules: 1 broken, 13 kept, in 7 exchanges.`);
  });

  it('prints when nothing was judged, and how many exchanges the journal dropped', () => {
    expect(conductText(reportOf([]))).toBe('Client rules: nothing to judge in 0 exchanges.');
    expect(conductText(reportOf(traffic(started), 5))).toMatch(
      /^Client rules: 0 broken, \d+ kept, in 1 exchange \(the journal dropped 5 older exchanges\)\.$/,
    );
  });

  it('escapes the user agent of a client', () => {
    const agent = '\u001b[31mred\u0007\n::error::';
    const text = conductText(reportOf(traffic({ ...poll(0), agent, headers: [], status: 401 })));
    expect(text).toContain('\\u001b[31mred');
    expect(text).not.toMatch(/[\u0000-\u0009\u000b-\u001f]/);
  });
});
