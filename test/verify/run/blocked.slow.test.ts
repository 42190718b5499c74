import { describe, expect, test } from 'vitest';
import type { Report } from '../../../src/judge/index.js';
import { keys } from '../../reference-service/handle.js';
import type { Call, ServiceHooks, RawResponse } from '../../reference-service/hooks.js';
import { formatFailures } from '../../validation/run-case.js';
import { verifyInVirtualTime } from '../virtual-time-run.js';

/** A gateway that blocks every request after this number of requests without a valid key. */
function blocking(after: number, status: number, isPage: boolean): ServiceHooks {
  const valid: readonly (string | undefined)[] = Object.values(keys);
  let wrong = 0;
  return {
    editRawResponse(original: RawResponse, { key }: Call): RawResponse {
      if (wrong >= after)
        return {
          ...original,
          status,
          headers: { 'content-type': isPage ? 'text/html' : 'application/json' },
          body: Buffer.from(isPage ? '<html>Blocked</html>' : '{"error":"blocked"}'),
        };
      if (!valid.includes(key)) wrong++;
      return original;
    },
  };
}

const cases = [1, 6, 18, 30].flatMap((after) =>
  [403, 429].flatMap((status) => [true, false].map((isPage) => ({ after, status, isPage }))),
);

describe('a service that blocks an address after wrong keys', () => {
  test.each(cases)('is not accused: $after wrong keys, $status, page: $isPage', async (one) => {
    const { report } = await verifyInVirtualTime([blocking(one.after, one.status, one.isPage)]);
    expect(formatFailures(report)).toEqual([]);
    if (one.after < 18) expect(report.outcome).toBe('incomplete');
  });

  test('ends the requests without a valid key, and is named', async () => {
    const { report } = await verifyInVirtualTime([blocking(32, 403, true)]);
    expect(report.outcome).toBe('pass');
    expect(report.notes.join()).toMatch(
      /blocked requests after invalid keys \(403\); \d+ of them were not sent/,
    );
  });
});

/** A gateway that blocks the address for some time after this number of requests without a valid key, again and again. */
function blockingFor(ms: number, after: number, status: number): ServiceHooks {
  const valid: readonly (string | undefined)[] = Object.values(keys);
  let [wrong, until] = [0, 0];
  return {
    editRawResponse(original: RawResponse, { key, store }: Call): RawResponse {
      if (store.now() < until) return { ...original, status, body: Buffer.from('{"error":"blocked"}') };
      if (!valid.includes(key) && ++wrong >= after) [wrong, until] = [0, store.now() + ms];
      return original;
    },
  };
}

const passing = [500, 20_000, 50_000, 600_000].flatMap((ms) =>
  [1, 3, 5, 10].flatMap((after) =>
    [401, 403].flatMap((status) => [0, 20].map((rate) => ({ ms, after, status, rate }))),
  ),
);

test.each(passing)(
  'a block of $ms ms after $after wrong keys is not accused: $status, $rate requests a minute',
  async ({ ms, after, status, rate }) => {
    const { report } = await verifyInVirtualTime([blockingFor(ms, after, status)], [], {
      requestsPerMinute: rate,
    });
    // A short block can meet the starts with the long prompt only.
    expect(formatFailures(report, ['start/accepts-unicode-and-long-prompts'])).toEqual([]);
    expect(['pass', 'incomplete']).toContain(report.outcome);
  },
);

/** A service that moved: every request gets a redirect. */
const moved = (location: string, status: number): ServiceHooks => ({
  editRawResponse: (original) => ({ ...original, status, headers: { location }, body: Buffer.alloc(0) }),
});

const judged = async (variation: ServiceHooks): Promise<Report> =>
  (await verifyInVirtualTime([variation])).report;

describe('a base address that redirects', () => {
  test.each([301, 308])('is not accused, and the final address is named: %s', async (status) => {
    const report = await judged(moved('https://new.example/api/v1/templates', status));
    expect(formatFailures(report)).toEqual([]);
    expect(report.outcome).toBe('error');
    expect(report.reason).toContain('use https://new.example/api/v1');
  });

  test('can redirect within its origin', async () => {
    const report = await judged(moved('/v2/api/v1/templates/', 301));
    expect(formatFailures(report)).toEqual([]);
    expect(report.reason).toContain('use http://plain.example/v2/api/v1');
  });
});

/** A mock server: every key that begins with `sandbox-` opens a workspace. */
const sandboxes: ServiceHooks = {
  authenticate: (original, { key, store }) =>
    original ?? (key?.startsWith('sandbox-') ? store.workspaces[0] : undefined),
};

test('a mock server with a sandbox key is not accused: its altered keys open other sandboxes', async () => {
  const { report } = await verifyInVirtualTime([sandboxes], [], { apiKey: 'sandbox-x' });
  expect(report.outcome).toBe('error');
  expect(report.reason).toMatch(/opens a sandbox for every key like this one, .*use another key/);
});
