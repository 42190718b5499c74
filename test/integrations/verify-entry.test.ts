import { expect, test } from 'vitest';
import { formatReport, judge, verify } from '../../src/integrations/verify.js';
import { toHar } from '../../src/journal/har.js';
import { journal, poll, presentation, start } from '../judge/build-journal.js';
import { Deckhand } from '../../src/app/deckhand.js';

const deckhand = new Deckhand();

test('verify sends requests through the fetch of the options, and returns a report', async () => {
  const report = await verify({
    baseUrl: 'https://staging.example/api/v1',
    apiKey: 'deckhand-dev-key',
    readOnly: true,
    requestsPerMinute: 0,
    fetch: (request) => deckhand.fetch(request),
  });
  expect(report.outcome).toBe('pass');
  expect(report.coverage.profile.name).toBe('read-only');
  expect(formatReport(report, 'text')).toMatch(/^.*Pass \(read-only profile/m);
});

test('judge reads a HAR file', () => {
  const exchanges = journal(
    start,
    poll({ status: 'completed', presentation }),
    poll({ status: 'generating' }),
  );
  const report = judge(JSON.parse(JSON.stringify(toHar(exchanges, { name: 'test', version: '1' }))));
  expect(report.outcome).toBe('fail');
  expect(report.rules.filter(({ outcome }) => outcome === 'fail').map(({ id }) => id)).toContain(
    'job/terminal-status-is-final',
  );
  const entry = {
    rule: 'job/terminal-status-is-final',
    reason: 'It is being fixed.',
    owner: 'team decks',
    expires: '2999-01-01',
  };
  const suppressed = judge(JSON.parse(JSON.stringify(toHar(exchanges, { name: 'test', version: '1' }))), {
    baseline: [entry],
  });
  expect(suppressed.baseline).toMatchObject([{ state: 'active' }]);
});

test('wrong input gets an error that says what is expected', async () => {
  expect(() => judge('{"log": {}}')).toThrow('This is not a HAR file: it has no log.entries.');
  expect(() => judge({ log: { entries: [] } }, { baseline: [{ rule: 'job/failing' } as never] })).toThrow(
    'baseline/0: The entry has no reason.',
  );
  const report = judge({ log: { entries: [] } });
  expect(report.outcome).toBe('incomplete');
  expect(() => formatReport(report, 'pdf' as never)).toThrow('The report format "pdf" is unknown.');
});
