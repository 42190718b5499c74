/** Requests that Chromium lists twice, because a service worker forwarded them. */
import { describe, expect, it } from 'vitest';
import { judge } from '../../../src/integrations/verify.js';
import { fromHar } from '../../../src/journal/read-har.js';
import { browserHar, pollEntry, startEntry, type BrowserEntry } from '../../recorders/browser-har.js';
import { JOB, RECORDED_AT } from '../../replay/recorded-traffic.js';

const viaWorker = { _fetchedViaServiceWorker: true, _transferSize: 0 };
const outer = (entry: BrowserEntry, response: object = {}): BrowserEntry => ({
  ...entry,
  time: 100,
  response: { ...viaWorker, ...response },
});
const inner = (entry: BrowserEntry, more: Partial<BrowserEntry> = {}): BrowserEntry => ({
  ...entry,
  at: entry.at + 30,
  time: 40,
  entry: { pageref: undefined },
  ...more,
});

const startsOf = (...entries: readonly BrowserEntry[]): number[] =>
  fromHar(browserHar(entries)).exchanges.map(({ startedAt }) => startedAt - RECORDED_AT);

describe('a request that a service worker forwarded', () => {
  const start = startEntry(1000);

  it.each([
    ['before its inner entry', [outer(start), inner(start)]],
    ['after its inner entry', [inner(start), outer(start)]],
    [
      'in the form of another tool',
      [outer(start, { _fetchedViaServiceWorker: undefined, fromServiceWorker: true }), inner(start)],
    ],
  ])('counts once, listed %s', (_where, entries) => {
    expect(startsOf(...entries)).toEqual([1030]);
    expect(fromHar(browserHar(entries)).forwardedTwice).toBe(1);
  });

  it('keeps the page and the body of its outer entry', () => {
    const [exchange] = fromHar(browserHar([outer(start), inner(start, { sent: undefined })])).exchanges;
    expect(exchange).toMatchObject({
      pageref: 'page_1',
      request: { body: { text: '{"prompt":"A pitch"}' } },
    });
  });

  it.each([
    ['another method', { request: 'GET /presentations/generate', sent: undefined }],
    ['another address', { request: 'POST /presentations/generate?trace=1' }],
    ['another body', { sent: { prompt: 'Another' } }],
    ['an earlier time', { at: 900 }],
    ['a later time', { at: 1200 }],
    ['a later end', { time: 400 }],
  ])('counts although there is a request with %s', (_what, other) => {
    expect(startsOf(outer(start), inner(start, other))).toContain(1000);
  });

  it('counts alone, unless the worker had the response', () => {
    expect(startsOf(outer(start))).toEqual([1000]);
    expect(startsOf(outer(start, { _serviceWorkerResponseSource: 'network' }))).toEqual([1000]);
    for (const source of ['cache-storage', 'http-cache', 'fallback-code'])
      expect(startsOf(outer(start, { _serviceWorkerResponseSource: source }))).toEqual([]);
    expect(startsOf(outer(start, { _responseCacheStorageCacheName: 'v1' }))).toEqual([]);
  });

  it('counts once if the page gave it up, and the worker continued', () => {
    const givenUp = outer({ ...start, status: 0 }, { _error: 'net::ERR_ABORTED' });
    expect(startsOf(givenUp, inner(start, { time: 400 }))).toEqual([1030]);
  });

  it('counts as often as the worker sent it', () => {
    const failed = inner(start, { status: 503 });
    expect(startsOf(outer(start), failed, inner(start, { at: 1050 }))).toEqual([1030, 1050]);
  });

  it('is one request to the judge, so that a client that polls on is seen', () => {
    const polls = [0, 3000, 6000, 9000].map((at) => pollEntry(at + 3000, { status: 'failed', error: 'No' }));
    const entries = [startEntry(0), ...polls].flatMap((entry) => [outer(entry), inner(entry)]);
    const { rules } = judge(browserHar(entries));
    expect(rules.filter(({ outcome }) => outcome === 'fail').map(({ id }) => id)).toContain(
      'client/stops-polling-when-failed',
    );
    expect(fromHar(browserHar(entries)).exchanges).toHaveLength(5);
  });
});

describe('an entry that was not on the wire', () => {
  it.each([
    ['an internal redirect', { headers: [{ name: 'Non-Authoritative-Reason', value: 'HSTS' }], status: 307 }],
    ['a response from the disk', { response: { fromDiskCache: true } }],
    ['a prefetched response', { response: { fromPrefetchCache: true } }],
  ])('does not count: %s', (_what, more) => {
    expect(
      startsOf(
        pollEntry(0, { status: 'generating' }, more),
        pollEntry(10, { status: 'generating' }, {}, JOB),
      ),
    ).toEqual([10]);
  });
});
