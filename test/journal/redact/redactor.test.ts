import { describe, expect, it } from 'vitest';
import type { Exchange, HeaderPairs } from '../../../src/journal/exchange.js';
import { Redactor, redactExchanges } from '../../../src/journal/redact/redactor.js';
import { sha256Hex } from '../../../src/transports/sha256.js';

const KEY = 'Sup3rSecret-Key-9x/7+Z';
const MARK = `[redacted ${sha256Hex(KEY).slice(0, 8)}]`;

const exchange = (headers: HeaderPairs, text = '', url = 'https://s.example/api/v1/templates'): Exchange => ({
  sequence: 1,
  startedAt: 0,
  endedAt: 1,
  request: { method: 'GET', url, headers },
  response: { status: 200, headers: [['x-echo', text]], body: { text, bytes: text.length } },
});
const used = exchange([['x-api-key', KEY]]);
const clean = (...exchanges: readonly Exchange[]) => redactExchanges(exchanges, sha256Hex);
const redactorOf = (...keys: readonly string[]): Redactor =>
  new Redactor(keys.map((key, index) => ({ key, mark: `[redacted ${index}]` })));

describe('a known key', () => {
  it.each([
    ['as it is', KEY],
    ['percent-encoded', encodeURIComponent(KEY)],
    [
      'percent-encoded in lower case',
      encodeURIComponent(KEY).replaceAll(/%../g, (code) => code.toLowerCase()),
    ],
  ])('is redacted in URLs, headers and bodies, %s, also before its first use', (_how, spelling) => {
    const [before] = clean(
      exchange([], `{"note":"a ${spelling} b"}`, `https://s.example/api/v1/x?n=${spelling}`),
      used,
    );
    const text = JSON.stringify(before);
    expect(text).not.toContain(spelling);
    expect(text.split(MARK)).toHaveLength(4);
  });

  it('is redacted in a reason phrase, and in a response of the recording proxy', () => {
    const { response: _, ...rest } = exchange([]);
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

  it('is redacted in a body that is not UTF-8, before it is base64-encoded', () => {
    const text = `{"title":"H\xe4fen","at":"${KEY}","password":"sesame"}`;
    const body = { text: btoa(text), encoding: 'base64', bytes: text.length } as const;
    const sent = { ...used, request: { ...used.request, headers: [], body } };
    const redacted = redactorOf(KEY).redactExchange(sent).request.body?.text ?? '';
    expect(atob(redacted)).toBe('{"title":"H\xe4fen","at":"[redacted 0]","password":"[redacted]"}');
  });

  it('has its own placeholder, which is the same in both headers', () => {
    const [one, two, other, both] = clean(
      used,
      exchange([['Authorization', `Bearer ${KEY}`]]),
      exchange([['x-api-key', 'another-key']]),
      exchange([
        ['Authorization', 'Bearer another-key'],
        ['x-api-key', KEY],
      ]),
    ).map(({ request }) => request.headers);
    expect(one).toEqual([['x-api-key', MARK]]);
    expect(two).toEqual([['Authorization', `Bearer ${MARK}`]]);
    expect(other?.[0]?.[1]).toMatch(/^\[redacted [\da-f]{8}\]$/);
    expect(other).not.toEqual(one);
    expect(both).toEqual([
      ['Authorization', `Bearer ${other?.[0]?.[1]}`],
      ['x-api-key', MARK],
    ]);
  });

  it('is text, not a pattern, and the longest of several is replaced', () => {
    expect(redactorOf('a.c+a.c+', 'a.c+a.c+x').redactText('a.c+a.c+ a.c+a.c+x abc')).toBe(
      '[redacted 0] [redacted 1] abc',
    );
  });

  it.each(['null', '12345678', 'ws_other'])('is redacted only in its header if it is %s', (key) => {
    const body = `{"slides":null,"tokens_used":12345678,"text":"${key}"}`;
    const [redacted] = clean(exchange([['x-api-key', key]], body));
    expect(redacted?.response?.body?.text).toBe(body);
    expect(redacted?.request.headers[0]?.[1]).toMatch(/^\[redacted/);
  });

  it.each(['', '[redacted]', '***'])('is not the placeholder "%s"', (value) => {
    const unchanged = exchange([['x-api-key', value]], '*** [redacted] REDACTED');
    expect(clean(unchanged)[0]).toEqual(unchanged);
  });
});

describe('redacted headers', () => {
  it.each([
    ['x-api-key', 'secret', '[redacted]'],
    ['Authorization', 'Bearer secret', 'Bearer [redacted]'],
    ['Authorization', 'Basic c2VjcmV0', 'Basic [redacted]'],
    ['Set-Cookie', 'session=secret', '[redacted]'],
    ['Referer', 'https://app.test/?token=secret', 'https://app.test/?token=[redacted]'],
  ])('%s: %s', (name, value, redacted) => {
    expect(new Redactor().redactHeaders([[name, value]])).toEqual([[name, redacted]]);
  });

  it('keep all other headers, in the same order and case', () => {
    const headers: HeaderPairs = [
      ['Host', 'localhost'],
      ['X-API-KEY', 'one'],
      ['Accept', '*/*'],
      ['Accept', 'text/html'],
    ];
    const redactor = new Redactor();
    const [host, , ...rest] = headers;
    expect(redactor.redactHeaders(headers)).toEqual([host, ['X-API-KEY', '[redacted]'], ...rest]);
  });
});

it('a key that is added later is redacted in headers that were redacted before', () => {
  const redactor = new Redactor();
  const headers: HeaderPairs = [['X-Note', 'a later-secret-key']];
  expect(redactor.redactHeaders(headers)).toEqual(headers);
  redactor.addClientKey('later-secret-key');
  expect(redactor.redactHeaders(headers)).toEqual([['X-Note', 'a [redacted]']]);
});

it('the user info of a URL is redacted', () => {
  expect(new Redactor().redactUrl('https://me:p4ss@s.example/x?y')).toBe('https://[redacted]@s.example/x?y');
});

it('known keys in a value are redacted in its free texts, but not in ids, enums and names of fields', () => {
  const schemas = {
    Job: {
      kind: 'object',
      fields: {
        prompt: { kind: 'text' },
        title: { kind: 'text', maxLength: 12 },
        steps: { kind: 'array', items: { kind: 'schema', name: 'Step' } },
        body: { kind: 'text', except: ['status'] },
      },
    },
    Step: { kind: 'any-of', options: [{ kind: 'object', fields: { error: { kind: 'text' } } }] },
  } as const;
  const job = (text: string, title: string) => ({
    id: KEY,
    prompt: { [KEY]: [text, 5, null] },
    title,
    steps: [{ id: KEY, error: text }, { error: null }],
    body: { status: KEY, presentation: { note: [text], status: KEY } },
  });
  expect(redactorOf(KEY).redactValue(job(`a ${KEY}`, KEY), 'Job', schemas)).toEqual(
    job('a [redacted 0]', '[redacted 0]'.slice(0, 12)),
  );
});

describe('a key of a client of the mock server', () => {
  const server = (): Redactor => new Redactor([{ key: KEY, mark: '[redacted 0]' }], sha256Hex, 'secret-like');
  const LIKE_A_SECRET = 'sk-live-0a1b2c3d4e5f';
  const echo = (key: string): Exchange => ({
    ...exchange([['x-api-key', key]], `refused ${key}`, `https://s.example/api/v1/x?n=${key}`),
  });

  it.each([LIKE_A_SECRET, 'S3cret-8'])('is redacted in the whole exchange that sent it: %s', (key) => {
    expect(JSON.stringify(server().redactExchange(echo(key)))).not.toContain(key);
  });

  it.each(['business', 'happy-path', 'electric', 'generating'])(
    'that is a word changes only its header: %s',
    (word) => {
      const { request, ...rest } = server().redactExchange(echo(word));
      expect({ request: { ...request, headers: [] }, ...rest }).toEqual({
        ...echo(word),
        request: { ...echo(word).request, headers: [] },
      });
      expect(request.headers[0]?.[1]).toMatch(/^\[redacted [\da-f]{8}\]$/);
    },
  );

  it('is redacted in all texts if it looks like a secret, before and after it was sent', () => {
    const redactor = server();
    const texts = [LIKE_A_SECRET, 'S3cret-8', 'a b 0123456789 key', 'onlyLettersInThisKey'];
    for (const text of texts) redactor.redactExchange(echo(text));
    expect(texts.map((text) => redactor.redactText(`in ${text}`))).toEqual([
      expect.stringMatching(/^in \[redacted [\da-f]{8}\]$/),
      ...texts.slice(1).map((text) => `in ${text}`),
    ]);
  });

  it('is redacted in the rest of its exchange if it was only in a parameter or a field with a secret name', () => {
    const key = 'P4ram-key';
    const inUrl = server().redactExchange(
      exchange([], `saw ${key}`, `https://s.example/?api_key=${key}&x=${key}`),
    );
    const inBody = server().redactExchange({
      ...exchange([], `saw ${key}`),
      request: {
        ...used.request,
        headers: [],
        body: { text: `{"password":"${key}","x":"${key}"}`, bytes: 40 },
      },
    });
    expect(JSON.stringify([inUrl, inBody])).not.toContain(key);
  });
});

it('a text is searched again only for the keys that were added since', () => {
  const redactor = new Redactor([], sha256Hex);
  redactor.addClientKey('the-first-key');
  const { version } = redactor;
  redactor.addClientKey('the-first-key');
  expect(redactor.version).toBe(version);
  redactor.addClientKey('the-second-key');
  const again = redactor.redactAgain(exchange([], 'the-first-key the-second-key'), version);
  expect(again.response?.body?.text).toMatch(/^the-first-key \[redacted [\da-f]{8}\]$/);
});

it('more keys than one search each can find are all removed, the longest first, and in any spelling', () => {
  const keys = Array.from({ length: 3000 }, (_, index) => `k${index}"${'x'.repeat(index % 5)}-secret`);
  const redactor = new Redactor(keys.map((key, index) => ({ key, mark: `[redacted ${index}]` })));
  const text = keys.map((key) => `${key} ${encodeURIComponent(key)} ${JSON.stringify(key)}`).join('\n');
  expect(redactor.redactText(text)).toBe(
    keys.map((_, index) => `[redacted ${index}] [redacted ${index}] "[redacted ${index}]"`).join('\n'),
  );
});
