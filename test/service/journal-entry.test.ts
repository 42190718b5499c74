import { describe, expect, it } from 'vitest';
import fc from '../fast-check.js';
import type { Exchange } from '../../src/journal/exchange.js';
import { keepBody } from '../../src/journal/ring.js';
import { EPOCH, Stage } from './stage.js';

interface Sent {
  readonly key: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly path?: string;
  readonly body?: string;
}

/** Sends a request and enters it into the journal, as a transport does. */
async function recorded({
  key,
  headers = { 'x-api-key': key },
  path = '/templates',
  body,
}: Sent): Promise<Exchange> {
  const stage = new Stage();
  const method = body === undefined ? 'GET' : 'POST';
  const answer = await stage.answer({ method, path: path.split('?', 1)[0]!, body }, headers);
  return stage.deckhand.service.record(
    {
      endedAt: stage.at + 5,
      request: {
        method,
        url: `/api/v1${path}`,
        headers: Object.entries(headers),
        ...(body !== undefined && { body: keepBody(body, body.length) }),
      },
      response: {
        status: answer.status,
        headers: Object.entries(answer.headers),
        body: keepBody(answer.body, answer.body.length),
      },
    },
    answer,
  );
}

/** Keys as people paste them, of whatever can stand in a header and in a path, signs with a meaning in patterns included. */
const keys = fc.string({ unit: fc.constantFrom(...'abcXYZ0189-_.+=~$&*()[]'), minLength: 8, maxLength: 40 });

describe('an entry of the journal', () => {
  it('has what went over the wire, in the time of the workspace', async () => {
    expect(await recorded({ key: 'deckhand-dev-key' })).toMatchObject({
      startedAt: EPOCH,
      endedAt: EPOCH + 5,
      request: { method: 'GET', url: '/api/v1/templates' },
      response: { status: 200 },
      notes: { operationId: 'listTemplates', workspaceId: 'ws_dev', scenario: 'happy-path' },
    });
  });

  it('tells two keys apart, and gives neither away', async () => {
    const markOf = async (key: string) => (await recorded({ key })).request.headers[0]?.[1];
    const [one, other] = [await markOf('deckhand-dev-key'), await markOf('deckhand-other-key')];
    expect(one).toMatch(/^\[redacted [0-9a-f]{8}\]$/);
    expect(other).not.toBe(one);
    expect(await markOf('deckhand-dev-key')).toBe(one);
  });

  it('never ends before it began, whatever was done to the clock', async () => {
    const stage = new Stage();
    const answer = await stage.answer({}, { 'x-api-key': 'deckhand-dev-key' });
    await stage.deckhand.service.reset('ws_dev', EPOCH - 60_000);
    const { startedAt, endedAt } = stage.deckhand.service.record(
      { endedAt: EPOCH - 59_000, request: { method: 'GET', url: '/', headers: [] }, failure: 'aborted' },
      answer,
    );
    expect(endedAt).toBe(startedAt);
  });
});

describe('no key is in the journal', () => {
  const found = async (sent: Sent) => JSON.stringify(await recorded(sent)).includes(sent.key);

  it('that came in a header, an address or a body', async () => {
    const header = fc.constantFrom(
      (key: string) => ({ 'x-api-key': key }),
      (key: string) => ({ authorization: `Bearer ${key}` }),
      (key: string) => ({ authorization: `bearer ${key}`, 'x-api-key': key }),
    );
    await fc.assert(
      fc.asyncProperty(keys, header, fc.boolean(), async (key, headersOf, isStart) => {
        const headers = { ...headersOf(key), 'content-type': 'application/json' };
        const sent: Sent = isStart
          ? {
              key,
              headers,
              path: '/presentations/generate',
              body: JSON.stringify({ prompt: `Use ${key}`, [key]: 1 }),
            }
          : { key, headers, path: `/presentations/${key}?key=${key}` };
        expect(await found(sent)).toBe(false);
      }),
    );
  });

  it('that opens a workspace and is sent where it does not belong', async () => {
    const key = 'deckhand-dev-key';
    const headers = { 'x-api-key': key, 'content-type': 'application/json' };
    expect(await found({ key, headers, path: `/presentations/${key}` })).toBe(false);
    const body = JSON.stringify({ prompt: 'Tides', template_id: key });
    expect(await found({ key, headers, path: '/presentations/generate', body })).toBe(false);
  });

  it('that came in both headers, one key in each', async () => {
    const headers = { authorization: 'Bearer first-secret', 'x-api-key': 'second-secret' };
    const text = JSON.stringify(await recorded({ key: 'first-secret', headers }));
    expect(text).not.toMatch(/first-secret|second-secret/);
  });

  it('that came in the address alone, where nobody looks for it', async () => {
    expect(
      await found({ key: 'deckhand-dev-key', headers: {}, path: '/templates?api_key=deckhand-dev-key' }),
    ).toBe(false);
  });

  it('that came without its scheme', async () => {
    expect(await found({ key: 'bare-secret', headers: { authorization: 'bare-secret' } })).toBe(false);
  });

  it('that was sent to a path that there is not', async () => {
    const key = 'deckhand-dev-key';
    expect(await found({ key, path: '/nothing' })).toBe(false);
    expect(await found({ key, path: `/nothing?key=${key}` })).toBe(false);
  });

  it.each(['referer', 'x-request-id', 'user-agent'])('that came in the header %s, too', async (name) => {
    const key = 'deckhand-dev-key';
    const headers = { 'x-api-key': key, [name]: `https://app.test/?key=${key}` };
    expect(await found({ key, headers })).toBe(false);
  });

  it('that is the name of the request, which the answer repeats', async () => {
    const key = 'deckhand-dev-key';
    const stage = new Stage();
    const answer = await stage.answer({ path: '/presentations/x', requestId: key }, { 'x-api-key': key });
    const exchange = stage.deckhand.service.record(
      {
        endedAt: stage.at,
        request: { method: 'GET', url: '/', headers: [] },
        response: {
          status: answer.status,
          headers: Object.entries(answer.headers),
          body: keepBody(answer.body, 1),
        },
      },
      answer,
    );
    expect(JSON.stringify(exchange)).not.toContain(key);
  });
});
