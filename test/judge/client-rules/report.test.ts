import { describe, expect, it } from 'vitest';
import { clientRules, formatClientReport, Judge, type Report } from '../../../src/judge/index.js';
import type { Exchange } from '../../../src/journal/exchange.js';
import { poll, started, traffic } from '../build-client-journal.js';

const misbehaving = traffic(started, poll(1), poll(4), ...[7, 10, 13, 16].map((at) => poll(at, 'completed')));

function reportOf(exchanges: readonly Exchange[], notes: readonly string[] = []): Report {
  const judge = new Judge({ rules: clientRules });
  for (const exchange of exchanges) judge.add(exchange);
  return judge.report({ tool: { name: 'test', version: '0' }, target: 'x', notes });
}

describe('the report about clients', () => {
  it('passes without violations, and is incomplete without exchanges', () => {
    expect(reportOf(traffic(started, poll(1))).outcome).toBe('pass');
    expect(reportOf([])).toMatchObject({
      outcome: 'incomplete',
      reason: 'the traffic covers no rule',
    });
  });

  it('prints rule, section, evidence and hint', () => {
    expect(formatClientReport(reportOf(misbehaving)).split('\n')).toEqual([
      'FAIL  A client stops polling a completed job',
      '  client/stops-polling-when-completed, sections 3, 4.5',
      '  the client keeps polling job g after status completed [app/1.0, key 1a2b3c4d],',
      '    after #4, #5, #6',
      '    Expected  no poll after completed',
      '    Actual    3 more polls, the last after 9 s',
      expect.stringMatching(/^ {4}Exchange {2}#7 GET \S+\/generate\/g\/status → 200 \(key in/),
      expect.stringMatching(/\d+ ms\), response body:$/),
      '    {',
      '      "generation_id": "g",',
      '      "status": "completed"',
      '    }',
      '  Requests:',
      expect.stringMatching(/^ {4}curl -i .*\/generate\/g\/status$/),
      '  Hint: Stop the timer when the status is completed. That response contains the',
      '    presentation, and GET /presentations/{id} returns it later.',
      '',
      'Client rules: 1 failed, 13 passed; 7 exchanges.',
    ]);
  });

  it('prints when nothing was judged, and the notes', () => {
    expect(formatClientReport(reportOf([]))).toBe('Client rules: none covered; 0 exchanges.');
    expect(formatClientReport(reportOf(traffic(started), ['not judged: 5 older exchanges']))).toMatch(
      /^not judged: 5 older exchanges\n\nClient rules: 0 failed, \d+ passed; 1 exchange\.$/,
    );
  });

  it('prints info, and counts its rule as passed', () => {
    const sent = '{"prompt":"Taxis","templateId":"tpl_a"}';
    expect(formatClientReport(reportOf(traffic({ ...started, sent })))).toMatch(
      /^info {2}client\/request-fields-are-documented: templateId is not in the interface;\n {6}did you mean template_id\? \[.+\n\nClient rules: 0 failed,/,
    );
  });

  it('escapes the user agent of a client', () => {
    const agent = '\u001b[31mred\u0007\n::error::';
    const text = formatClientReport(reportOf(traffic({ ...poll(0), agent, headers: [], status: 401 })));
    expect(text).toContain('\\u001b[31mred');
    expect(text).not.toMatch(/[\u0000-\u0009\u000b-\u001f]/);
  });
});
