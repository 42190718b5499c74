import { stripVTControlCharacters } from 'node:util';
import { describe, expect, it, vi } from 'vitest';
import { formatJson, formatPretty } from '../../../src/server/log/format-request.js';
import type { Exchange } from '../../../src/journal/exchange.js';

const POLLED: Exchange = {
  sequence: 1,
  startedAt: Date.UTC(2026, 0, 15, 9, 30, 12),
  endedAt: Date.UTC(2026, 0, 15, 9, 30, 12),
  request: { method: 'GET', url: '/api/v1/presentations/generate/gen_1/status', headers: [] },
  response: { status: 200, headers: [['X-Request-Id', 'request-1']] },
  metadata: {
    operationId: 'getGenerationStatus',
    workspaceId: 'ws_dev',
    scenario: 'happy-path',
    generationId: 'gen_1',
    jobStatus: 'generating',
  },
};

const pretty = (change: Partial<Exchange> = {}, durationMs = 1.26): string =>
  stripVTControlCharacters(formatPretty({ ...POLLED, ...change }, durationMs)).replace(
    /^\d\d:\d\d:\d\d /,
    '',
  );
const json = (change: Partial<Exchange> = {}): unknown =>
  JSON.parse(formatJson({ ...POLLED, ...change }, 1.26));

vi.mock('../../../src/base/real-time.js', async (original) => ({
  ...(await original<object>()),
  realNow: () => Date.UTC(2026, 0, 15, 17, 0, 0),
}));

describe('a human-readable log line', () => {
  it('has the time of the panel, the request, the response and the status of the job', () => {
    expect(pretty()).toBe('poll   gen_1 200 generating 1.3 ms');
    expect(stripVTControlCharacters(formatPretty(POLLED, 1))).toMatch(/^09:30:12 poll /);
  });

  it('escapes control characters of the request', () => {
    const url = '/\u001b[2J\u0007\u009b31m\u202e\u2066x\r\ny';
    const { metadata, ...unknown } = POLLED;
    expect(metadata).toBeDefined();
    const line = formatPretty({ ...unknown, request: { ...POLLED.request, method: 'G\u001bET', url } }, 1);
    expect(stripVTControlCharacters(line)).toContain(String.raw`/\u001b[2J\u0007\u009b31m\u202e\u2066x`);
    expect(stripVTControlCharacters(line)).not.toMatch(
      /[\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/,
    );
  });
});

describe('a machine-readable log line', () => {
  it('is one JSON object', () => {
    expect(json()).toEqual({
      time: '2026-01-15T17:00:00.000Z',
      clock: '2026-01-15T09:30:12.000Z',
      method: 'GET',
      url: '/api/v1/presentations/generate/gen_1/status',
      status: 200,
      duration_ms: 1.3,
      request_id: 'request-1',
      operation: 'getGenerationStatus',
      workspace: 'ws_dev',
      scenario: 'happy-path',
      generation_id: 'gen_1',
      job_status: 'generating',
    });
  });
});
