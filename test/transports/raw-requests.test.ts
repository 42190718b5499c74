/** Sends odd requests to a real socket. The response to each is HTTP, says what is wrong, and blames the client. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import fc, { cases } from '../fast-check.js';
import { routes } from '../../src/generated/routes.js';
import { validate } from '../../src/generated/validate-full.js';
import { readAnswer, readAnswers, type RawAnswer } from './raw-answer.js';
import { RawConnection } from './raw-connection.js';
import { rawRequest, type Known, type RawRequest } from './raw-requests.js';
import { serve, type TestServer } from '../server/serve.js';

const SEED = 20260115;
const HEADERS = { 'x-api-key': 'deckhand-dev-key', 'content-type': 'application/json' };

let server: TestServer;
let known: Known;

beforeAll(async () => {
  server = await serve();
  server.deckhand.workspace('ws_dev').use('instant');
  // The first request to a page loads all of them.
  await fetch(server.url);
  const job = await start();
  known = { generationId: job.id, presentationId: job.presentation.id };
});
afterAll(() => server.close());

/** Starts a job and returns its state a minute later. */
async function start() {
  const api = `${server.url}/api/v1/presentations/generate`;
  const accepted = await fetch(api, { method: 'POST', headers: HEADERS, body: '{"prompt":"A deck"}' });
  expect(accepted.status).toBe(202);
  const { generation_id: id } = await accepted.json();
  server.deckhand.workspace('ws_dev').clock.advance('1m');
  return { id, ...(await (await fetch(`${api}/${id}/status`, { headers: HEADERS })).json()) };
}

/** Sends the bytes on a connection of their own, and returns all bytes that came back. */
async function exchange(bytes: Uint8Array): Promise<Buffer> {
  const connection = new RawConnection(server.port).send(bytes).end();
  await connection.closed;
  return connection.received;
}

/** The responses to a request and to its surplus bytes, which the server reads as further requests. */
function answersTo(method: string, bytes: Buffer): RawAnswer[] {
  const read = readAnswer(bytes, method, true);
  if (!read) throw new Error(`There is no whole answer: ${bytes.toString('latin1')}`);
  const { answer, rest } = read;
  if (answer.status === 100) return [answer, ...answersTo(method, rest)];
  // The refusal of a connection has a body for every method, because the method is unknown.
  const isRefused = method === 'HEAD' && rest.length > 0 && !rest.toString('latin1').startsWith('HTTP/');
  return isRefused ? readAnswers(bytes, 'GET') : [answer, ...readAnswers(rest, 'GET')];
}

/** The mistakes of a response. */
function faultsOf({ status, headers, body }: RawAnswer, request?: RawRequest): unknown[] {
  if (status >= 500) return [`answers ${status}`];
  const type = headers.get('content-type') ?? '';
  if (body.length === 0 || type.startsWith('text/html')) return [];
  const value = JSON.parse(body.toString());
  if (type === 'application/problem+json') return validate('Problem', value);
  if (type !== 'application/json') return [`has the type ${type}`];
  const path = request?.target.replace(/^\w+:\/\/[^/]*/, '').replace(/\?.*/, '') ?? '';
  const route = routes.find(
    (each) =>
      each.method === request?.method &&
      new RegExp(`^/api/v1${each.path.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(path),
  );
  const response = route?.responses[String(status)];
  return response ? validate(response.schema, value) : [`is JSON, where no operation answers ${status}`];
}

describe('an odd request', () => {
  it('gets a response that is HTTP, fits the contract, and does not blame the service', async () => {
    const statuses = new Set<number>();
    await fc.assert(
      fc.asyncProperty(rawRequest(known), async (request) => {
        const answers = answersTo(request.method, await exchange(request.bytes));
        answers.forEach(({ status }) => statuses.add(status));
        expect(answers.flatMap((response) => faultsOf(response, request))).toEqual([]);
      }),
      { seed: SEED, ...cases(300) },
    );
    // The requests were odd in many ways: most kinds of refusals occurred, and some requests were valid.
    expect([...statuses].sort()).toEqual(
      expect.arrayContaining([200, 201, 202, 400, 401, 404, 405, 409, 415, 431]),
    );
  });

  it('that cannot be parsed is refused or gets no response', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 300 }), async (bytes) => {
        const answers = readAnswers(await exchange(bytes), 'GET');
        expect(answers.flatMap((response) => faultsOf(response))).toEqual([]);
      }),
      { seed: SEED, numRuns: 60 },
    );
  });

  it('does not harm the service', async () => {
    server.deckhand.workspace('ws_dev').use('happy-path');
    expect((await start()).status).toBe('completed');
    expect(({} as Record<string, unknown>)['prompt']).toBeUndefined();
  });
});
