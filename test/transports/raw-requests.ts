import fc from '../fast-check.js';
/** Requests that clients should not send, as bytes: odd paths, methods, versions, headers, bodies and lengths. */

/** Identifiers that exist. */
export interface Known {
  readonly generationId: string;
  readonly presentationId: string;
}

export interface RawRequest {
  readonly method: string;
  /** As on the request line, in Latin-1. */
  readonly target: string;
  readonly bytes: Buffer;
}

const ODD_SEGMENTS = [
  '',
  '.',
  '..',
  '%',
  '%zz',
  '%00',
  '%0d%0a',
  '%2e%2e%2f',
  '%2F',
  '%ff%fe',
  '%F0%9F%9B%B6',
  '%u0041',
  '\\',
  ':id',
  '{id}',
  '*',
  '__proto__',
  'constructor',
  'hasOwnProperty',
  'null',
  '\xc3\xa9',
  '\xff',
  ';a=b',
  '#top',
  'a'.repeat(3000),
  '%41'.repeat(2000),
];

interface Line {
  readonly method: string;
  readonly target: string;
  /** A valid body for the operation. */
  readonly fitting?: string;
}

/** A method and a target that fit together. */
const operation = ({ generationId, presentationId }: Known): fc.Arbitrary<Line> => {
  const base = '/api/v1/presentations';
  return fc.constantFrom(
    { method: 'GET', target: '/api/v1/templates' },
    { method: 'GET', target: `${base}/${presentationId}` },
    { method: 'GET', target: `${base}/generate/${generationId}/status` },
    { method: 'POST', target: base, fitting: '{"template_id":"tpl_pitch"}' },
    { method: 'POST', target: `${base}/generate`, fitting: '{"prompt":"A deck"}' },
    { method: 'POST', target: `${base}/generate/${generationId}/message`, fitting: '{"message":"Hello"}' },
    { method: 'PATCH', target: `${base}/${presentationId}`, fitting: '{"title":"Better"}' },
    { method: 'OPTIONS', target: base },
  );
};

const target = ({ generationId, presentationId }: Known): fc.Arbitrary<string> => {
  const segment = fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom('templates', 'presentations', 'generate', 'status', 'message') },
    { weight: 2, arbitrary: fc.constantFrom(generationId, presentationId, 'view', 'ws_dev') },
    { weight: 2, arbitrary: fc.constantFrom(...ODD_SEGMENTS) },
    { weight: 1, arbitrary: fc.stringMatching(/^[\x21-\x7e\x80-\xff]{0,20}$/) },
  );
  const path = fc.array(segment, { maxLength: 6 }).map((parts) => `/${parts.join('/')}`);
  const base = fc.oneof(
    { weight: 6, arbitrary: fc.constant('/api/v1') },
    { weight: 1, arbitrary: fc.constantFrom('', '/', '/api', '/api/v2', '//api/v1', '/API/V1', '/view') },
    { weight: 1, arbitrary: fc.constantFrom('http://a/api/v1', 'http://', 'ftp://a:b@c:1/api/v1') },
  );
  const query = fc.constantFrom('', '', '', '?', '?a=1&a=2', '?__proto__[x]=1', '?%', `?${'q'.repeat(9000)}`);
  return fc.oneof(
    { weight: 12, arbitrary: fc.tuple(base, path, query).map((parts) => parts.join('')) },
    { weight: 1, arbitrary: fc.constantFrom('*', '', '/', 'api/v1/templates', 'localhost:80') },
  );
};

const method = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom('GET', 'POST', 'PATCH') },
  { weight: 2, arbitrary: fc.constantFrom('HEAD', 'OPTIONS', 'PUT', 'DELETE', 'TRACE', 'PROPFIND') },
  { weight: 1, arbitrary: fc.constantFrom('get', 'BREW', 'G ET', '') },
);

const text = fc.stringMatching(/^[\x20-\x7e\x80-\xff]{0,40}$/);

type Field = readonly [name: string, value: string];

const header: fc.Arbitrary<Field> = fc.oneof(
  fc.tuple(fc.constantFrom('X-Api-Key', 'Authorization', 'Cookie'), fc.oneof(text, fc.constant('Bearer '))),
  fc.tuple(fc.constant('Content-Type'), fc.constantFrom('', 'application/json;', 'a', 'application/json, a')),
  fc.tuple(fc.constant('X-Request-Id'), fc.oneof(text, fc.constantFrom('ok-1', 'x'.repeat(5000)))),
  fc.tuple(
    fc.constant('X-Deckhand-Scenario'),
    fc.oneof(text, fc.constantFrom('instant', 'api-disabled', 'api-disabled', '__proto__')),
  ),
  fc.tuple(fc.constant('Origin'), fc.oneof(text, fc.constantFrom('http://localhost:3000', 'null'))),
  fc.tuple(fc.constant('Access-Control-Request-Method'), fc.constantFrom('POST', '')),
  fc.tuple(fc.constant('Expect'), fc.constantFrom('100-continue', 'wonders')),
  fc.tuple(fc.constant('Connection'), fc.constantFrom('close', 'keep-alive', 'Upgrade', 'a, b')),
  fc.tuple(fc.constantFrom('Upgrade', 'Content-Encoding', 'Transfer-Encoding', 'Host', 'TE'), text),
  fc.tuple(fc.stringMatching(/^[!-~]{0,10}$/), text),
);

const headers: fc.Arbitrary<readonly Field[]> = fc.oneof(
  { weight: 20, arbitrary: fc.constant([]) },
  { weight: 20, arbitrary: fc.array(header, { maxLength: 3 }) },
  { weight: 1, arbitrary: header.map((each) => Array<Field>(300).fill(each)) },
  { weight: 1, arbitrary: fc.constant([['X-Huge', 'x'.repeat(20_000)]]) },
);

const document = fc.oneof(
  fc.record({ prompt: fc.string({ minLength: 1 }) }),
  fc.record({ message: fc.string({ unit: 'binary', minLength: 1 }) }),
  fc.record({ title: fc.string({ minLength: 199, maxLength: 201 }) }),
  fc.record({ template_id: fc.constantFrom('tpl_pitch', 'tpl_lesson', '__proto__', 'toString', '') }),
  fc.jsonValue(),
);

const TOO_LONG = `"${'x'.repeat(300_000)}"`;

const body = fc.oneof(
  { weight: 6, arbitrary: document.map((value) => Buffer.from(JSON.stringify(value))) },
  { weight: 2, arbitrary: fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)) },
  {
    weight: 2,
    arbitrary: fc
      .constantFrom(
        '{"__proto__":{"prompt":"x"},"prompt":"y"}',
        '{"constructor":{"prototype":{"x":1}},"title":"z"}',
        '['.repeat(50_000),
        `${'['.repeat(20_000)}${']'.repeat(20_000)}`,
        `${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}`,
        '{"prompt":"\\ud800"}',
        '{"prompt":"a","prompt":7}',
        '1e999',
        '\ufeff{"prompt":"x"}',
        TOO_LONG,
        TOO_LONG,
        TOO_LONG,
      )
      .map((each) => Buffer.from(each)),
  },
);

/** How the head announces the body. */
const announcement = fc.oneof(
  { weight: 8, arbitrary: fc.constant('right' as const) },
  { weight: 1, arbitrary: fc.constantFrom('short', 'long', 'none', 'chunked', 'negative') },
);

function announce(kind: string, length: number): string[] {
  switch (kind) {
    case 'right':
      return [`Content-Length: ${length}`];
    case 'short':
      return [`Content-Length: ${Math.floor(length / 2)}`];
    case 'long':
      return [`Content-Length: ${length + 10}`];
    case 'chunked':
      return ['Transfer-Encoding: chunked'];
    case 'negative':
      return ['Content-Length: -1'];
    default:
      return [];
  }
}

/** Bytes that start like a request. */
export function rawRequest(known: Known): fc.Arbitrary<RawRequest> {
  return fc
    .record({
      line: fc.oneof<fc.Arbitrary<Line>[]>(operation(known), fc.record({ method, target: target(known) })),
      isFitting: fc.boolean(),
      version: fc.oneof(
        { weight: 20, arbitrary: fc.constant('HTTP/1.1') },
        { weight: 1, arbitrary: fc.constantFrom('HTTP/1.0', 'HTTP/2.0', 'HTTP/9', 'http/1.1', '') },
      ),
      key: fc.constantFrom('deckhand-dev-key', 'deckhand-dev-key', 'deckhand-dev-key', 'wrong', undefined),
      type: fc.constantFrom(
        'application/json',
        'application/json',
        'application/json',
        'text/plain',
        undefined,
      ),
      headers,
      odd: fc.option(body, { freq: 2 }),
      announcement,
    })
    .map(({ line, version, key, type, headers, odd, isFitting, announcement }) => {
      const { method, target, fitting } = line;
      const body = isFitting && fitting ? Buffer.from(fitting) : odd;
      const lines = [
        `${method} ${target} ${version}`,
        'Host: deckhand.localhost',
        ...(key ? [`X-Api-Key: ${key}`] : []),
        ...(type ? [`Content-Type: ${type}`] : []),
        ...(body ? announce(announcement, body.length) : []),
        ...headers.map(([name, value]) => `${name}: ${value}`),
        '',
        '',
      ];
      const chunked = body && announcement === 'chunked';
      return {
        method,
        target,
        bytes: Buffer.concat([
          Buffer.from(lines.join('\r\n'), 'latin1'),
          ...(chunked ? [Buffer.from(`${body.length.toString(16)}\r\n`)] : []),
          ...(body ? [body] : []),
          ...(chunked ? [Buffer.from('\r\n0\r\n\r\n')] : []),
        ]),
      };
    });
}
