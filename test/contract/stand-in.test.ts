import express from 'express';
import supertest from 'supertest';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Deckhand } from '../../src/adapters/deckhand.js';
import { deckhandMiddleware } from '../../src/adapters/express.js';
import { startServer, type RunningServer } from '../../src/adapters/server.js';
import { wireClient } from '../../src/adapters/wire-client.js';
import { check, fetchTransport, type Report, type Transport } from '../../src/contract/index.js';
import { bodyOfBytes } from '../../src/journal/body.js';
import { scaledPace } from './scaled-pace.js';

const speed = 1000;
const names = new Deckhand().library.names();

/** Every rule is reached: the prompts name scenarios that ask and that fail, whatever the workspace plays. */
async function checked(transport: Transport, origin: string, times = speed): Promise<Report> {
  const { report } = await check(
    {
      baseUrl: `${origin}/api/v1`,
      apiKey: 'deckhand-dev-key',
      otherApiKey: 'deckhand-other-key',
      requestsPerMinute: 0,
      // On this clock, ten minutes are over before a slow machine has looked twice.
      jobTimeout: 24 * 3_600_000,
      questionPrompt: 'Harbour taxis [scenario: asks-a-question]',
      failurePrompt: 'Harbour taxis [scenario: timeout-failure]',
    },
    { transport, pace: scaledPace(times) },
  );
  return report;
}

/** What the scenario says that it breaks is found, and nothing else. */
function expectItsOwnWords(report: Report, deckhand: Deckhand, scenario: string): void {
  const failed = report.rules.filter(({ outcome }) => outcome === 'fail').map(({ id }) => id);
  expect(failed).toEqual(deckhand.library.need(scenario).violates);
  if (failed.length > 0) return;
  // A workspace without access cannot be judged, and says so.
  const reason =
    scenario === 'api-disabled'
      ? 'the key was refused: GET /templates answered 403 to either header'
      : undefined;
  expect(report.reason).toBe(reason);
}

describe('in process', () => {
  test.each(names)(
    'the stand-in that plays %s keeps every promise but those it says it breaks',
    async (scenario) => {
      const deckhand = new Deckhand({ scenario, speed });
      const report = await checked(
        fetchTransport((request) => deckhand.fetch(request)),
        'http://127.0.0.1:4010',
      );
      expectItsOwnWords(report, deckhand, scenario);
    },
  );
});

describe('through supertest', () => {
  test('the stand-in keeps every promise', async () => {
    const deckhand = new Deckhand({ speed });
    const report = await checked(
      supertestTransport(supertest(express().use(deckhandMiddleware(deckhand)))),
      'http://127.0.0.1:4010',
    );
    expectItsOwnWords(report, deckhand, 'happy-path');
  });
});

describe('over HTTP', () => {
  const client = wireClient();
  const servers: RunningServer[] = [];
  afterAll(async () => {
    client.close();
    await Promise.all(servers.map((server) => server.close()));
  });

  // What a connection has a part in; all others are checked in process.
  test.each(['happy-path', 'flaky-network', 'broken-answers', 'rate-limited', 'long-deck', 'awkward-text'])(
    'the stand-in that plays %s keeps every promise but those it says it breaks',
    async (scenario) => {
      const deckhand = new Deckhand({ scenario, speed });
      const server = await startServer(deckhand, { host: '127.0.0.1', port: 0 });
      servers.push(server);
      expectItsOwnWords(await checked(client.transport, server.url), deckhand, scenario);
    },
  );

  describe('the happy path, with every lifecycle', () => {
    // A slow machine that looks away for a moment must not miss a whole state of a job.
    const calm = 150;
    let report: Report;
    beforeAll(async () => {
      const server = await startServer(new Deckhand({ speed: calm }), { host: '127.0.0.1', port: 0 });
      servers.push(server);
      report = await checked(client.transport, server.url, calm);
    });

    test('it takes less than two seconds', () => expect(report.seconds / calm).toBeLessThan(2));

    test('everything documented is reached but the limit', () => {
      const unreached = report.rules.filter(
        ({ level, outcome }) => level === 'must' && outcome === 'not-reached',
      );
      expect(unreached.map(({ id }) => id)).toEqual(['limit/answers-429']);
    });
  });
});

function supertestTransport(agent: ReturnType<typeof supertest>): Transport {
  return async ({ method, url, headers, body }) => {
    const verb = method.toLowerCase() as 'get' | 'post' | 'patch';
    const asking = agent[verb](url.replace(/^https?:\/\/[^/]*/, '')).set(Object.fromEntries(headers));
    const {
      status,
      headers: answered,
      body: bytes,
    } = await asking
      .send(body)
      .buffer(true)
      .parse((response, done) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () => done(null, Buffer.concat(chunks)));
      });
    return {
      response: {
        status,
        headers: Object.entries(answered as Record<string, string>),
        body: bodyOfBytes(bytes as Buffer),
      },
    };
  };
}
