/** What a recording lacks is said, and accuses nobody. */
import { expect, test } from 'vitest';
import type { Report } from '../../src/contract/index.js';
import { entry, harText, judge, key, session } from './judged-session.js';

test.each([
  ['without a request', { startedDateTime: '2026-01-01T00:00:00Z', time: 1 }],
  ['that is null', null],
])('an entry %s makes a recording incomplete, and is not counted as another service', async (_, broken) => {
  const text = harText([...session(), broken, broken] as object[]);
  const { code, report, stderr } = await judge('a.har', { 'a.har': text });
  expect(code).toBe(2);
  expect(report.reason).toMatch(/a\.har: 2 entries could not be read$/);
  expect(stderr).not.toContain('other services');
  expect(report.notes.join('\n')).not.toContain('other services');
  expect(report.notes.join('\n')).toContain('a.har: entry 5 was skipped');
});

test('an entry of another service is ignored, also a broken one', async () => {
  const other = { request: { method: 'GET', url: 'https://cdn.example/a.js' }, response: { status: 'x' } };
  const { code, report } = await judge('a.har', { 'a.har': harText([...session(), other]) });
  expect(code).toBe(0);
  expect(report.notes.join()).toContain('a.har: of 5 entries, ignored: 1 of other services');
});

const ruleIn = (report: Report, id: string) => report.rules.find((rule) => rule.id === id);

test('a recording without request headers accuses no client, says what it lacks, and withholds the rules', async () => {
  const entries = [...session(), entry(5, 'GET', '/templates', 401, {})];
  for (const { request } of entries) request.headers = [];
  const { code, report, stderr } = await judge('a.har', { 'a.har': harText(entries) });
  expect(report.rules.filter(({ outcome }) => outcome === 'fail').map(({ id }) => id)).toEqual([]);
  expect(code).toBe(0);
  const lack = 'the headers of 5 of 5 requests are missing';
  expect(stderr).toContain(lack);
  for (const id of [
    'client/says-that-it-sends-json',
    'client/sends-the-key-in-a-header',
    'client/sends-one-key-at-a-time',
  ]) {
    expect(ruleIn(report, id)).toMatchObject({ outcome: 'not-reached' });
    expect(ruleIn(report, id)?.reason).toContain(lack);
  }
});

test.each(['request', 'response'] as const)(
  'a wrong base64 mark in the %s of a recording of Deckhand is a missing body, not a bug in Deckhand',
  async (side) => {
    const entries = session().map((each, index) => ({
      ...each,
      _deckhand: {
        sequence: index + 1,
        startedAt: Date.UTC(2026, 0, 1) + index * 5000,
        endedAt: Date.UTC(2026, 0, 1) + index * 5000 + 20,
        answered: true,
        ...((side === 'response' || index === 0) && { [side]: { bytes: 9, encoding: 'base64' } }),
      },
    }));
    for (const { request, response } of entries) {
      if (side === 'response') Object.assign(response.content, { text: '{ü', encoding: 'base64' });
      else if (request.postData) Object.assign(request.postData, { text: '{ü' });
    }
    const { report } = await judge('a.har', { 'a.har': harText(entries) });
    expect(report.rules.filter(({ outcome }) => outcome === 'error' || outcome === 'fail')).toEqual([]);
    expect(report.evidence.missingParts?.join()).toContain(`${side} bod`);
  },
);

test('a 304 is a response of the service: it is judged, and not blamed on a cache', async () => {
  const unchanged = entry(2, 'GET', '/templates', 304, '');
  const { code, report } = await judge('a.har', { 'a.har': harText([...session(), unchanged]) });
  expect(code).toBe(0);
  expect(report.requests).toBe(5);
  expect(report.timeline.others.events.map(({ result }) => result)).toEqual(['304']);
  expect(report.notes.join()).not.toContain('cache');
});

test('a service that refuses an unusual content type of a client is not accused of it', async () => {
  const entries = session();
  const refused = entry(-1, 'POST', '/presentations/generate', 415, {}, { prompt: 'Taxis' });
  refused.request.headers = [key, { name: 'Content-Type', value: 'application/vnd.api+json' }];
  const { report } = await judge('a.har', { 'a.har': harText([refused, refused, refused, ...entries]) });
  const failed = report.rules.filter(({ outcome }) => outcome === 'fail').map(({ id }) => id);
  expect(failed.filter((id) => !id.startsWith('client/'))).toEqual([]);
  expect(failed).toContain('client/says-that-it-sends-json');
});
