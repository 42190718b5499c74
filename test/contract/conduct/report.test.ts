import { describe, expect, it } from 'vitest';
import { conductReport, conductText, judgeConduct } from '../../../src/contract/index.js';
import { poll, started, traffic } from './traffic.js';

const misbehaving = traffic(started, poll(1), poll(4), ...[7, 10, 13, 16].map((at) => poll(at, 'completed')));
const reportOf = (exchanges: ReturnType<typeof traffic>, dropped = 0) =>
  conductReport(judgeConduct(exchanges), { exchanges: exchanges.length, dropped });

describe('the report on clients', () => {
  it('has the worst of all outcomes, and a note at every exchange that shows it', () => {
    const report = reportOf(misbehaving, 3);
    expect(report).toMatchObject({ outcome: 'fail', exchanges: 7, dropped: 3 });
    expect(report.notes).toEqual(
      [4, 5, 6, 7].map((exchange) => ({
        exchange,
        rule: 'client/stops-when-completed',
        kind: 'fail',
        message: 'job g is polled on after this client saw it completed',
      })),
    );
  });

  it('is a pass when nothing is wrong, and not reached when nothing was said', () => {
    expect(reportOf(traffic(started, poll(1))).outcome).toBe('pass');
    expect(reportOf([]).outcome).toBe('not-reached');
  });

  it('reads as rule, section, evidence and hint', () => {
    const text = conductText(reportOf(misbehaving), (sequence) => `poll of ${sequence}`);
    expect(text).toBe(`FAIL  client/stops-when-completed  (sections 3, 4.5)
      A client stops polling once it has seen the job completed
    job g is polled on after this client saw it completed
      expected no poll after completed
      got      3 more, the last 9 s after it
      by       app/1.0, key 1a2b3c4d
      #4 poll of 4
      #5 poll of 5
      #6 poll of 6
      #7 poll of 7
    hint: Clear the timer when the status is completed. The presentation is in that very view, and stays at GET /presentations/{id}.

Client conduct: 1 rule is broken, 12 kept, in 7 exchanges.`);
  });

  it('says when there was nothing to judge, and what the journal no longer has', () => {
    expect(conductText(reportOf([]))).toBe('Client conduct: nothing to judge in 0 exchanges.');
    expect(conductText(reportOf(traffic(started), 5))).toMatch(
      /^Client conduct: nothing wrong; \d+ rules were kept in 1 exchange \(5 older ones are no longer in the journal\)\.$/,
    );
  });

  it('shows what a client calls itself as text, whatever it is', () => {
    const agent = '\u001b[31mred\u0007\n::error::';
    const text = conductText(reportOf(traffic({ ...poll(0), agent, headers: [], status: 401 })));
    expect(text).toContain('\\u001b[31mred');
    expect(text).not.toMatch(/[\u0000-\u0009\u000b-\u001f]/);
  });
});
