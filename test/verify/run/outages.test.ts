/** A target that stops to respond for a while, or for good: a run neither gives up too early nor waits too long. */
import { describe, expect, test } from 'vitest';
import type { VerifyOptions } from '../../../src/verify/index.js';
import type { OutgoingRequest, RunClock, TransportResult } from '../../../src/journal/transport.js';
import { matchOperation } from '../../../src/judge/model/operation.js';
import { bodyFromText } from '../../../src/journal/body.js';
import { formatFailures } from '../../validation/run-case.js';
import { verifyInVirtualTime, constantLatency } from '../virtual-time-run.js';

type Instead = (request: OutgoingRequest, pace: RunClock) => Promise<TransportResult | undefined>;

const runOver = async (instead: Instead, options: Partial<VerifyOptions> = {}) =>
  (await verifyInVirtualTime([], [], options, { ...constantLatency, instead })).report;

const operationIn = ({ method, url }: OutgoingRequest): string | undefined =>
  matchOperation(method, url)?.operation;

/** Refuses connections for some time, from this request on. */
function refusing(ms: number, from: number): Instead {
  let sent = 0;
  let since: number | undefined;
  return async (_, pace) => {
    if (++sent >= from) since ??= pace.now();
    const isDown = since !== undefined && pace.now() - since < ms;
    return isDown ? { failure: 'unreachable', detail: 'connection refused' } : undefined;
  };
}

describe.each([0, 20])('at %i requests a minute', (requestsPerMinute) => {
  test.each([12, 60, 110])(
    'a target can refuse connections for 9 seconds from request %i on',
    async (from) => {
      const report = await runOver(refusing(9_000, from), { requestsPerMinute });
      expect(report.outcome).toBe('pass');
    },
  );

  test('a target that refuses connections for good ends the run after ten seconds', async () => {
    let downSince = 0;
    let last = 0;
    let sent = 0;
    const report = await runOver(
      async (_, pace) => {
        last = pace.now();
        if (++sent < 40) return undefined;
        downSince ||= last;
        return { failure: 'unreachable', detail: 'connection refused' };
      },
      { requestsPerMinute },
    );
    expect(report.reason).toContain('does not respond: connection refused');
    expect(formatFailures(report)).toEqual([]);
    expect(last - downSince).toBeGreaterThanOrEqual(9_500);
    expect(last - downSince).toBeLessThan(40_000);
  });
});

test.each([502, 503, 504])(
  'the page of a gateway in place of the first creation is no refusal: %i',
  async (status) => {
    let creations = 0;
    const report = await runOver(async (request) => {
      if (operationIn(request) !== 'createPresentation' || ++creations > 2) return undefined;
      const headers = [['content-type', 'text/html']] as const;
      return { response: { status, headers, body: bodyFromText('<html>Bad gateway</html>') } };
    });
    expect(report.outcome).toBe('pass');
    expect(report.rules.find(({ id }) => id === 'create/matches-fetched-presentation')?.outcome).toBe('pass');
  },
);

const timeout: Instead = async ({ timeout: ms }, pace) => {
  await pace.sleep(ms);
  return { failure: 'timeout', detail: 'no complete response' };
};

const hangsInTheBody: Instead = async (request, pace) => {
  await timeout(request, pace);
  const headers = [['content-type', 'application/json']] as const;
  return { failure: 'timeout', response: { status: 200, headers, body: bodyFromText('{"id":') } };
};

/** The minimum of a run has no creation. */
const outcomes: Readonly<Record<string, string>> = { listTemplates: 'error', createPresentation: 'pass' };

describe.each([
  ['hangs', timeout],
  ['hangs in the body', hangsInTheBody],
])('a target that %s', (_, hang) => {
  test.each([
    'listTemplates',
    'startGeneration',
    'getGenerationStatus',
    'sendGenerationMessage',
    'createPresentation',
    'getPresentation',
    'updatePresentation',
  ])('at %s ends the run within a minute, with what was seen', async (operation) => {
    const report = await runOver(async (request, pace) =>
      operationIn(request) === operation ? hang(request, pace) : undefined,
    );
    expect(formatFailures(report)).toEqual([]);
    expect(report.outcome).toBe(outcomes[operation] ?? 'incomplete');
    expect(report.durationSeconds).toBeLessThan(60);
    if (operation === 'listTemplates') return;
    expect(report.rules.find(({ id }) => id === 'operation/accepts-valid-request')?.outcome).toBe('pass');
  });
});
