import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Deckhand } from '../../src/app/deckhand.js';
import { startServer, type RunningServer } from '../../src/server/server.js';
import { createHttpClient } from '../../src/proxy/http-client.js';
import type { Report } from '../../src/judge/index.js';
import { verify } from '../../src/verify/index.js';
import { fetchTransport, type Transport } from '../../src/journal/transport.js';
import { SteppedClock } from './stepped-clock.js';
import type { ScenarioName } from '../../src/app/scenario-names.js';

const names = new Deckhand().library.names() as ScenarioName[];

/** Every rule is reached: the prompts name scenarios that ask and that fail, whatever the workspace plays. */
async function checked(deckhand: Deckhand, transport: Transport, origin: string): Promise<Report> {
  const clock = new SteppedClock(deckhand);
  const { report } = await verify(
    {
      baseUrl: `${origin}/api/v1`,
      apiKey: 'deckhand-dev-key',
      otherApiKey: 'deckhand-other-key',
      requestsPerMinute: 0,
      questionPrompt: 'Harbour taxis [scenario: asks-a-question]',
      failurePrompt: 'Harbour taxis [scenario: timeout-failure]',
    },
    { transport: clock.during(transport), clock },
  );
  return report;
}

/** The failing rules are exactly those in `violates` of the scenario. */
function expectDeclaredViolations(report: Report, deckhand: Deckhand, scenario: string): void {
  const failed = report.rules.filter(({ outcome }) => outcome === 'fail').map(({ id }) => id);
  expect(failed).toEqual(deckhand.library.getOrThrow(scenario).violates);
  if (failed.length > 0) return;
  expect(report.reason ?? '').toMatch(unjudged[scenario] ?? /^$/);
}

/** Why the run is incomplete: a workspace without access cannot be judged, and a job that hangs shows no end. */
const unjudged: Readonly<Record<string, RegExp>> = {
  'api-disabled':
    /^the target rejects the key: GET \/templates returned 403 with both headers; check the key$/,
  'never-ends': /^job gen_\w+ stayed in status generating /,
};

describe('in process', () => {
  test.each(names)(
    'the mock server with scenario %s breaks exactly the promises that the scenario declares',
    async (scenario) => {
      const deckhand = new Deckhand({ scenario });
      const report = await checked(
        deckhand,
        fetchTransport((request) => deckhand.fetch(request)),
        'http://127.0.0.1:4010',
      );
      expectDeclaredViolations(report, deckhand, scenario);
    },
  );
});

describe('over HTTP', () => {
  const client = createHttpClient();
  const servers: RunningServer[] = [];
  afterAll(async () => {
    client.close();
    await Promise.all(servers.map((server) => server.close()));
  });

  // Scenarios that involve the connection. All others are checked in process.
  test.each<ScenarioName>([
    'happy-path',
    'flaky-network',
    'broken-responses',
    'rate-limited',
    'long-deck',
    'awkward-text',
  ])(
    'the mock server with scenario %s breaks exactly the promises that the scenario declares',
    async (scenario) => {
      const deckhand = new Deckhand({ scenario });
      const server = await startServer(deckhand, { host: '127.0.0.1', port: 0 });
      servers.push(server);
      expectDeclaredViolations(await checked(deckhand, client.transport, server.url), deckhand, scenario);
    },
  );

  describe('the happy path, with every lifecycle', () => {
    let report: Report;
    beforeAll(async () => {
      const deckhand = new Deckhand();
      const server = await startServer(deckhand, { host: '127.0.0.1', port: 0 });
      servers.push(server);
      report = await checked(deckhand, client.transport, server.url);
    });

    test('it takes less than five minutes', () => expect(report.durationSeconds).toBeLessThan(300));

    test('all documented rules are reached except the rate limit and a workspace without API access', () => {
      const unreached = report.rules.filter(
        ({ level, outcome }) => level === 'must' && outcome === 'not-covered',
      );
      expect(unreached.map(({ id }) => id)).toEqual([
        'auth/rejects-key-without-api-access',
        'rate-limit/returns-429',
      ]);
    });
  });
});
