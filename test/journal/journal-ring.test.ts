import { describe, expect, it } from 'vitest';
import type { Exchange } from '../../src/journal/exchange.js';
import { RawExchange, type WireExchange } from '../../src/journal/raw-exchange.js';
import {
  JournalRing,
  truncateBody,
  MAX_STORED_BODY_BYTES,
  type RingLimits,
} from '../../src/journal/journal-ring.js';
import { Redactor } from '../../src/journal/redact/redactor.js';
import { wireExchange } from '../service/wire-exchange.js';

const bounded = (limits: Partial<RingLimits> = {}): JournalRing =>
  new JournalRing(undefined, { maxExchanges: 1000, maxBytes: 10_000_000, ...limits });

/** An exchange whose two bodies have this length together. */
function exchange(sequence: number, length = 20): Exchange {
  const part = 'x'.repeat(length / 2);
  return {
    sequence,
    startedAt: sequence,
    endedAt: sequence,
    request: { method: 'POST', url: '/', headers: [], body: { text: part, bytes: part.length } },
    response: { status: 200, headers: [], body: { text: part, bytes: part.length } },
  };
}

const redactorWithKey = () => new Redactor([{ key: 'key-12345', mark: '[redacted 01234567]' }]);

function raw(sequence: number, change: Partial<WireExchange>, redactor = redactorWithKey()): RawExchange {
  const served = { sequence, startedAt: 0, status: 200, clockChanged: false, metadata: {} };
  return new RawExchange(served, wireExchange({ endedAt: 0, url: '', ...change }), 0, redactor);
}

const fill = (ring: JournalRing, count: number, from = 1) => {
  for (let sequence = from; sequence < from + count; sequence += 1) ring.add(exchange(sequence));
};
const sequences = (ring: JournalRing) => ring.exchanges().map(({ sequence }) => sequence);

describe('a journal', () => {
  it('limits the bytes of all bodies together', () => {
    const ring = bounded({ maxBytes: 65 });
    fill(ring, 5);
    expect(sequences(ring)).toEqual([3, 4, 5]);
    ring.add(exchange(6, 60));
    expect(sequences(ring)).toEqual([6]);
    expect(ring.evicted).toBe(5);
  });

  it.each([
    ['of requests', { requestHeaders: ['x-large', 'x'.repeat(1000)] }],
    ['of responses', { responseHeaders: ['x-large', 'x'.repeat(1000)] }],
    ['in addresses', { url: `/?${'x'.repeat(1000)}` }],
  ])('limits the bytes %s, also after they were read and redacted', (_, change) => {
    const ring = bounded({ maxBytes: 3_300 });
    for (let sequence = 1; sequence <= 20; sequence += 1) {
      ring.add(raw(sequence, { responseHeaders: [], requestHeaders: [], ...change }));
      ring.exchanges();
    }
    expect(sequences(ring)).toEqual([18, 19, 20]);
    ring.load(ring.exchanges(), 0);
    ring.add(raw(21, change));
    expect(ring.size).toBe(3);
  });

  it('contains no key of any of its exchanges, also in earlier ones', () => {
    const redactor = redactorWithKey();
    const ring = new JournalRing(redactor);
    const text = '{"prompt":"Use key-12345 and key-other"}';
    const body = { text, bytes: text.length };
    ring.add(raw(1, { requestBody: body }, redactor));
    expect(ring.exchanges()[0]?.request.body?.text).toBe(
      '{"prompt":"Use [redacted 01234567] and key-other"}',
    );
    ring.add(raw(2, { requestBody: body, requestHeaders: ['x-api-key', 'key-other'] }, redactor));
    for (const { request } of ring.exchanges())
      expect(request.body?.text).toBe('{"prompt":"Use [redacted 01234567] and [redacted]"}');
    expect(ring.exchanges()[0]).toBe(ring.exchanges()[0]);
  });

  it('is empty after it was cleared', () => {
    const ring = bounded({ maxExchanges: 2 });
    fill(ring, 5);
    ring.clear();
    expect([sequences(ring), ring.evicted]).toEqual([[], 0]);
    fill(ring, 3, 6);
    expect([sequences(ring), ring.evicted]).toEqual([[7, 8], 1]);
  });
});

describe('a stored body', () => {
  const bytesOf = (text: string) => new TextEncoder().encode(text).length;
  const stored = (text: string) => truncateBody(text, bytesOf(text));

  it('is truncated above 64 kB, and keeps its original size', () => {
    expect(stored('x'.repeat(MAX_STORED_BODY_BYTES + 1))).toEqual({
      text: 'x'.repeat(MAX_STORED_BODY_BYTES),
      bytes: MAX_STORED_BODY_BYTES + 1,
      truncated: true,
    });
  });

  it('has at most 64 kB in any script', () => {
    expect(bytesOf(stored('語'.repeat(80_000)).text)).toBeLessThanOrEqual(MAX_STORED_BODY_BYTES);
  });

  it('is truncated between two characters', () => {
    expect(stored(`x${'🚢'.repeat(40_000)}`).text).not.toMatch(/[\ud800-\udbff]$/);
  });
});
