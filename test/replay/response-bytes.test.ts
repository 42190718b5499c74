/** The bytes, headers, times and connection failures that a client of a replay receives over a socket. */
import { readFileSync } from 'node:fs';
import { setImmediate as turn } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { createDeckhandServer, type DeckhandServer } from '../../src/integrations/server.js';
import { bodyFromBytes } from '../../src/journal/body.js';
import type { Exchange, HeaderPairs } from '../../src/journal/exchange.js';
import { toHar } from '../../src/journal/har.js';
import { RawConnection, requestText } from '../transports/raw-connection.js';
import { exchangesOf, RECORDED_AT, type RecordedExchangeSpec } from './recorded-traffic.js';
import { realNow } from '../../src/base/real-time.js';

const servers: DeckhandServer[] = [];

afterEach(() => Promise.all(servers.splice(0).map((server) => server.close())));

async function serve(exchanges: readonly Exchange[]): Promise<number> {
  const server = createDeckhandServer({
    replay: toHar(exchanges, { name: 'test', version: '1' }),
    config: false,
  });
  servers.push(server);
  return Number(new URL(await server.listen(0)).port);
}

interface Wire {
  readonly head: string;
  readonly body: Buffer;
  readonly isReset: boolean;
}

/** Sends a request, and collects the bytes until the connection ends. */
async function receive(port: number): Promise<Wire> {
  const client = new RawConnection(port).send(
    `GET /api/v1/templates HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nConnection: close\r\nX-Api-Key: deckhand-dev-key\r\nIf-None-Match: "1"\r\n\r\n`,
  );
  await client.closed;
  const bytes = client.all();
  const at = bytes.indexOf('\r\n\r\n');
  return {
    head: bytes.subarray(0, Math.max(0, at)).toString('latin1'),
    body: at < 0 ? bytes : bytes.subarray(at + 4),
    isReset: client.isReset,
  };
}

const templates = (more: Partial<RecordedExchangeSpec>): RecordedExchangeSpec => ({
  at: 0,
  request: 'GET /templates',
  status: 200,
  body: { templates: [] },
  ...more,
});

async function replayOf(more: Partial<RecordedExchangeSpec>): Promise<Wire> {
  return receive(await serve(exchangesOf([templates(more)])));
}

const exact = (text: string | Uint8Array): Partial<RecordedExchangeSpec> => ({
  wire: bodyFromBytes(typeof text === 'string' ? new TextEncoder().encode(text) : text),
});

describe('the bytes of a replay', () => {
  it.each([
    ['a byte order mark', '\uFEFF{"templates":[]}'],
    ['integers of 20 digits', '{"templates":[{"id":12345678901234567890}]}'],
  ])('keep %s', async (_name, text) => {
    const { body } = await replayOf(exact(text));
    expect(body.toString('utf8')).toBe(text);
  });
});

describe('a replayed response without a body', () => {
  it.each([100, 101, 103, 199, 204, 205, 304])('has none for the status %i', async (status) => {
    const { head, body } = await replayOf({
      ...exact('{"templates":[]}'),
      status,
      headers: [
        ['Content-Length', '16'],
        ['X-Region', 'eu-1'],
      ],
      sentHeaders: [['if-none-match', '"1"']],
      took: 20,
    });
    expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} [^]*X-Region: eu-1`));
    expect(head).not.toContain('Content-Length: 16');
    expect(body.toString().replace(/^0\r\n\r\n$/, '')).toBe('');
  });

  it('ends the connection after an informational response, because no final one follows', async () => {
    const port = await serve(exchangesOf([templates({ status: 101 })]));
    const client = new RawConnection(port).send(requestText('GET', '/api/v1/templates'));
    await client.closed;
    expect(client.all().toString()).toMatch(/^HTTP\/1\.1 101 [^]*\r\n\r\n$/);
  });

  it('is played although a recorder noted a body that it did not save', async () => {
    const { head } = await replayOf({ status: 204, wire: { text: '', bytes: 16, truncated: true } });
    expect(head).toMatch(/^HTTP\/1\.1 204 /);
  });
});

describe('the headers of a replay', () => {
  it('keeps the reason phrase, and all headers but those of the connection', async () => {
    const { head } = await replayOf({
      reason: 'Fine With Us',
      headers: [
        ['Content-Type', 'application/json'],
        ['X-Region', 'eu-1'],
        ['x-region', 'eu-2'],
        ['Set-Cookie', 'sid=1; Path=/; Domain=staging.example.com; Secure; HttpOnly; SameSite=None'],
        ['Connection', 'keep-alive'],
        ['Transfer-Encoding', 'chunked'],
        ['Strict-Transport-Security', 'max-age=1'],
        ['Alt-Svc', 'h3=":443"'],
        ['Access-Control-Allow-Origin', 'https://app.example.com'],
      ],
    });
    const lines = head.split('\r\n').filter((line) => !/^(?:connection|keep-alive):/i.test(line));
    expect(lines).toEqual([
      'HTTP/1.1 200 Fine With Us',
      'Content-Type: application/json',
      'X-Region: eu-1',
      'x-region: eu-2',
      'Set-Cookie: sid=1; Path=/; HttpOnly',
      'Content-Length: 16',
    ]);
  });

  it.each<[string, HeaderPairs, string[]]>([
    ['of a gateway', [['Proxy-Status', 'cdn; error=timeout']], ['Proxy-Status: cdn; error=timeout']],
    ['that a recorder joined', [['X-Trace', 'one\ntwo']], ['X-Trace: one', 'X-Trace: two']],
    ['in UTF-8', [['X-Title', 'Größe 日本']], ['X-Title: Größe 日本']],
    [
      'of reports and isolation',
      [
        ['Reporting-Endpoints', 'a="/r"'],
        ['Cross-Origin-Opener-Policy', 'same-origin'],
      ],
      ['Reporting-Endpoints: a="/r"', 'Cross-Origin-Opener-Policy: same-origin'],
    ],
    [
      'of an encoding that Deckhand cannot decode',
      [['Content-Encoding', 'snappy']],
      ['Content-Encoding: snappy'],
    ],
    ['of an encoding that the recorder decoded', [['Content-Encoding', 'br']], []],
  ])('plays headers %s', async (_what, headers, expected) => {
    const { head } = await replayOf({ headers });
    const names = headers.map(([name]) => `${name}:`);
    const lines = Buffer.from(head, 'latin1').toString('utf8').split('\r\n');
    expect(lines.filter((line) => names.some((name) => line.startsWith(name)))).toEqual(expected);
  });

  it('drops only the headers that the page lists', async () => {
    const page = readFileSync(new URL('../../docs/record.md', import.meta.url), 'utf8');
    const [, list = ''] = /^Headers are played, but for these:\n\n([^]*?)\n\n/m.exec(page) ?? [];
    // Each item has a reason, a colon, and the headers.
    const dropped = list
      .split('\n- ')
      .flatMap((item) => item.slice(item.indexOf(': ')).match(/(?<=`)[\w*:-]+(?=`)/g) ?? []);
    expect(dropped).toContain('Service-Worker-Allowed');
    const played = [
      'Age',
      'Cross-Origin-Resource-Policy',
      'ETag',
      'Link',
      'NEL',
      'Report-To',
      'Server-Timing',
      'Vary',
      'Via',
      'WWW-Authenticate',
      'X-Content-Type-Options',
      'X-Frame-Options',
    ];
    const names = [...dropped.map((name) => name.replace('*', 'Allow-Origin')), ...played];
    const { head } = await replayOf({ headers: names.map((name) => [name, 'recorded']) });
    const recorded = head.split('\r\n').filter((line) => line.endsWith(': recorded'));
    expect(recorded.map((line) => line.split(':')[0])).toEqual(played);
  });

  it('shifts dates by the clock, and does not change seconds', async () => {
    const at = (offset: number): string => new Date(RECORDED_AT + offset).toUTCString();
    // These dates have whole seconds.
    const startedAt = realNow() - 1000;
    const { head } = await replayOf({
      status: 429,
      headers: [
        ['Date', at(0)],
        ['Retry-After', at(30_000)],
        ['Expires', '0'],
      ],
    });
    const header = (name: string): string => new RegExp(`^${name}: (.*)$`, 'm').exec(head)?.[1]?.trim() ?? '';
    expect(Date.parse(header('Date'))).toBeGreaterThanOrEqual(startedAt);
    expect(Date.parse(header('Date'))).toBeLessThanOrEqual(realNow());
    expect(Date.parse(header('Retry-After')) - Date.parse(header('Date'))).toBe(30_000);
    expect(header('Expires')).toBe('0');
    const dated = await replayOf({ headers: [['Set-Cookie', `a=b; Expires=${at(60_000)}`]] });
    const expires = Date.parse(/Expires=(.*)/.exec(dated.head)?.[1] ?? '');
    expect(expires - 60_000).toBeGreaterThanOrEqual(startedAt);
    expect(expires - 60_000).toBeLessThanOrEqual(realNow());
    const seconds = await replayOf({ status: 429, headers: [['Retry-After', '17']] });
    expect(seconds.head).toContain('Retry-After: 17');
    const far = await replayOf({ headers: [['Expires', 'Fri, 31 Dec 275760 00:00:00 GMT']] });
    expect(far.head).toContain('Expires: Fri, 31 Dec 275760 00:00:00 GMT');
  });

  const late = 'Fri, 31 Dec 9999 23:59:59 GMT';
  it.each([
    ['Date', 'Sat, 13 Sep 275760 00:00:00 GMT', late],
    ['Retry-After', 'Fri, 31 Dec 275760 00:00:00 GMT', late],
    ['Retry-After', 'Fri, 31-Dec-275760 00:00:00 GMT', late],
    ['Retry-After', '+275760-09-13T00:00:00.000Z', late],
    ['Retry-After', 'Fri, 31 Dec 9999 00:00:00 GMT', late],
    ['Set-Cookie', 'a=b; Expires=Fri, 31 Dec 9999 00:00:00 GMT', `a=b; Expires=${late}`],
    ['Date', 'Tue, 20 Apr -271821 00:00:00 GMT', 'Thu, 01 Jan 1970 00:00:00 GMT'],
    ['Retry-After', '1e300', '1e300'],
    ['Retry-After', '-30', '-30'],
    ['Retry-After', '99999999999999999999', '99999999999999999999'],
    ['Retry-After', 'soon 5', 'soon 5'],
    ['Date', 'Thu, 99 Jan 2026 00:00:00 GMT', 'Thu, 99 Jan 2026 00:00:00 GMT'],
  ])('plays %s: %s as %s', async (name, value, expected) => {
    const { head } = await replayOf({ status: 429, headers: [[name, value]] });
    expect(head).toContain(`${name}: ${expected}\r\n`);
  });

  it('removes the attributes of a cookie however they are written', async () => {
    const cookie = 'sid=1; Path=/; Domain = staging.example.com ;Secure ; SameSite = None';
    const { head } = await replayOf({ headers: [['Set-Cookie', cookie]] });
    expect(head).toContain('Set-Cookie: sid=1; Path=/\r\n');
  });

  it('replaces absolute URLs of the recorded API', async () => {
    const recorded = 'https://staging.example.com/api/v1/templates?page=2';
    const port = await serve(
      exchangesOf([
        templates({
          ...exact(
            `{"next":"${recorded}","escaped":"${recorded.replaceAll('/', '\\/')}","other":"https://cdn.example.com/a"}`,
          ),
          headers: [['Link', `<${recorded}>; rel="next"`]],
        }),
      ]),
    );
    const { head, body } = await receive(port);
    expect(head).toContain(`Link: <http://127.0.0.1:${port}/api/v1/templates?page=2>`);
    expect(JSON.parse(body.toString())).toEqual({
      next: `http://127.0.0.1:${port}/api/v1/templates?page=2`,
      escaped: `http://127.0.0.1:${port}/api/v1/templates?page=2`,
      other: 'https://cdn.example.com/a',
    });
  });
});

describe('the times of a replay', () => {
  it('are those of the first byte and of the last one', async () => {
    const port = await serve(exchangesOf([templates({ wait: 300, took: 900 })]));
    const { clock } = (servers.at(-1) as DeckhandServer).deckhand.workspace('ws_dev');
    // It is not paused, but no millisecond passes by itself.
    clock.setSpeed(1e-9);
    const client = new RawConnection(port).send(requestText('GET', '/api/v1/templates'));
    await expect.poll(() => clock.pendingResponses(), { interval: 5 }).toBe(1);
    clock.advance(299);
    for (let turns = 0; turns < 10; turns += 1) await turn();
    expect(client.all().length).toBe(0);
    clock.advance(1);
    await expect.poll(() => client.all().toString(), { interval: 5 }).toMatch(/^HTTP\/1\.1 200 .*\r\n\r\n/s);
    clock.advance(599);
    for (let turns = 0; turns < 10; turns += 1) await turn();
    expect(client.all().toString()).not.toMatch(/\}$/);
    clock.advance(1);
    expect(JSON.parse((await client.readResponse()).body.toString())).toEqual({ templates: [] });
    client.destroy();
  });
});

describe('the failures of a replay', () => {
  it('close the connection after the recorded bytes, with the recorded Content-Length', async () => {
    const { head, body, isReset } = await replayOf({
      ...exact('{"templates":['),
      headers: [['Content-Length', '160']],
      failure: 'truncated',
    });
    expect(head).toContain('Content-Length: 160');
    expect([body.toString(), isReset]).toEqual(['{"templates":[', false]);
  });

  it('reset the connection after the headers, and before them', async () => {
    const after = await replayOf({
      wire: { text: '', bytes: 0 },
      headers: [['Content-Length', '160']],
      failure: 'reset',
    });
    expect([after.head.split('\r\n')[0], after.body.length, after.isReset]).toEqual([
      'HTTP/1.1 200 OK',
      0,
      true,
    ]);
    const before = await replayOf({ status: 0, failure: 'reset' });
    expect([before.head, before.isReset]).toEqual(['', true]);
  });

  it('send nothing where the client gave up', async () => {
    const port = await serve(exchangesOf([templates({ status: 0, failure: 'timeout', took: 100 })]));
    const { clock } = (servers.at(-1) as DeckhandServer).deckhand.workspace('ws_dev');
    const client = new RawConnection(port).send(requestText('GET', '/api/v1/templates'));
    await expect.poll(() => clock.pendingResponses(), { interval: 5 }).toBe(1);
    clock.advance('1h');
    for (let turns = 0; turns < 10; turns += 1) await turn();
    expect([client.all().length, clock.pendingResponses()]).toEqual([0, 1]);
    client.destroy();
  });

  it('send what the recording proxy sent, if the service could not be reached', async () => {
    const [exchange] = exchangesOf([templates({ status: 0, failure: 'unreachable' })]);
    const proxyResponse = {
      status: 502,
      statusText: 'Bad Gateway',
      headers: [['Content-Type', 'application/problem+json']] as const,
      body: { text: '{"title":"unreachable"}', bytes: 23 },
    };
    const port = await serve([{ ...(exchange as Exchange), proxyResponse }]);
    const { head, body } = await receive(port);
    expect([head.split('\r\n')[0], body.toString()]).toEqual([
      'HTTP/1.1 502 Bad Gateway',
      '{"title":"unreachable"}',
    ]);
  });

  it('name a response whose body was not recorded', async () => {
    const { head, body } = await replayOf({ wire: { text: '', bytes: 5000, truncated: true } });
    expect(head).toMatch(/^HTTP\/1\.1 404 /);
    expect(JSON.parse(body.toString())).toMatchObject({
      code: 'not_recorded',
      detail: 'Not in the recording: the body of this response was not recorded.',
    });
  });
});
