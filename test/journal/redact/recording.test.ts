import { describe, expect, it } from 'vitest';
import type { Exchange, HeaderPairs } from '../../../src/journal/exchange.js';
import { withoutSecrets } from '../../../src/journal/redact/recording.js';
import { nodeHash } from '../../../src/transports/node-hash.js';

const KEY = 'Sup3rSecret-Key-9x/7+Z';
const MARK = `[redacted ${nodeHash(KEY).slice(0, 8)}]`;

const exchange = (headers: HeaderPairs, text = '', url = 'https://s.example/api/v1/templates'): Exchange => ({
  sequence: 1,
  startedAt: 0,
  endedAt: 1,
  request: { method: 'GET', url, headers },
  response: { status: 200, headers: [['x-echo', text]], body: { text, bytes: text.length } },
});
const clean = (...exchanges: readonly Exchange[]) => withoutSecrets(exchanges, nodeHash);
const used = exchange([['x-api-key', KEY]]);

describe('a recording of another tool', () => {
  it('loses its key in a reason phrase, and in a response of the recording proxy', () => {
    const { response: _, ...rest } = exchange([], KEY);
    const [one, other] = clean(
      {
        ...rest,
        proxyResponse: { status: 502, statusText: KEY, headers: [], body: { text: KEY, bytes: 20 } },
      },
      { ...rest, response: { status: 200, statusText: `No ${KEY}`, headers: [] } },
      used,
    );
    expect(one?.proxyResponse).toMatchObject({ statusText: MARK, body: { text: MARK } });
    expect(other?.response?.statusText).toBe(`No ${MARK}`);
  });

  it.each<[string, string]>([
    ['as it is', KEY],
    ['in other letters', KEY.toUpperCase()],
    ['in an address', encodeURIComponent(KEY)],
    [
      'in an address with small hexadecimal digits',
      encodeURIComponent(KEY).replaceAll(/%../g, (code) => code.toLowerCase()),
    ],
    ['in JSON with escaped slashes', KEY.replaceAll('/', '\\/')],
    ['in base64', btoa(KEY)],
    ['in Basic credentials', btoa(`user:${KEY}`)],
    ['in Basic credentials of a longer name', btoa(`users:${KEY}`)],
    ['in Basic credentials of another length', btoa(`use:${KEY}`)],
    ['as the name of Basic credentials', btoa(`${KEY}:`)],
  ])('loses its key %s, also from an earlier body', (_how, spelling) => {
    const [before] = clean(
      exchange([], `{"note":"a ${spelling} b"}`, `https://s.example/api/v1/x?n=${spelling}`),
      used,
    );
    const text = JSON.stringify(before);
    expect(text).not.toContain(spelling);
    expect(text).not.toContain(spelling.slice(4, -4));
    expect(text.split(MARK)).toHaveLength(4);
  });

  it('shows which requests have the same key', () => {
    const [one, two, other] = clean(
      used,
      exchange([['Authorization', `Bearer ${KEY}`]]),
      exchange([['x-api-key', 'another-key']]),
    );
    expect(one?.request.headers).toEqual([['x-api-key', MARK]]);
    expect(two?.request.headers).toEqual([['Authorization', `Bearer ${MARK}`]]);
    expect(other?.request.headers).not.toEqual(one?.request.headers);
  });

  it('loses the password of Basic credentials everywhere', () => {
    const basic = exchange([['Authorization', `Basic ${btoa('user:correct horse')}`]]);
    const text = JSON.stringify(clean(exchange([], 'a correct horse'), basic));
    expect(text).not.toContain('correct horse');
    expect(text).not.toContain(btoa('user:correct horse'));
  });

  it('loses secrets by their names', () => {
    const text = JSON.stringify(
      clean(exchange([['cookie', 'a=b1b1']], '{"password":"c2c2"}', 'https://s/api/v1/x?sig=d3d3')),
    );
    expect(text).not.toMatch(/b1b1|c2c2|d3d3/);
  });

  it.each(['null', 'undefined', '12345'])('stays valid JSON when a client sends the key %s', (key) => {
    const body = '{"slides":null,"tokens_used":12345}';
    const [answered] = clean(exchange([['x-api-key', key]], body));
    expect(answered?.response?.body?.text).toBe(body);
    expect(answered?.request.headers[0]?.[1]).toMatch(/^\[redacted/);
  });

  it('keeps the host of an address, and loses its user', () => {
    const basic: HeaderPairs = [['Authorization', `Basic ${btoa('staging:staging')}`]];
    const urls = ['https://staging.example:8443/api/v1/x?n=staging', 'https://me:p4ss@s.example/x', '/x?y'];
    expect(clean(...urls.map((url) => exchange(basic, '', url))).map(({ request }) => request.url)).toEqual([
      expect.stringMatching(/^https:\/\/staging\.example:8443\/api\/v1\/x\?n=\[redacted/),
      'https://[redacted]@s.example/x',
      '/x?y',
    ]);
  });

  it.each(['', '[redacted]', '[redacted 1a2b3c4d]', '***', 'REDACTED', '<hidden>'])(
    'keeps the placeholder "%s", which hides nothing',
    (value) => {
      const kept = exchange([['x-api-key', value]], '*** [redacted] REDACTED');
      expect(clean(kept)[0]).toBe(kept);
    },
  );

  it('keeps an exchange without a secret as the same object', () => {
    const [plain] = [exchange([['accept', '*/*']], '{"tokens_used":5}')];
    expect(clean(plain)[0]).toBe(plain);
  });
});
