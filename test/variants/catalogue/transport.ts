/** Section 4: JSON has many spellings, and HTTP has many ways to carry it. Kept last: these edit the bytes. */
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import type { Call, ServiceHooks, RawResponse } from '../../reference-service/hooks.js';
import { createVariants, type ConformingVariant } from '../variant.js';

const isJson = ({ headers, body }: RawResponse) =>
  /^application\/json/.test(headers['content-type'] ?? '') && body.length > 0;

/** The JSON text of every readable response with a body. */
function rewritten(write: (value: unknown, text: string) => string): ServiceHooks {
  return {
    editRawResponse: (original) => {
      if (!isJson(original)) return original;
      const text = original.body.toString();
      try {
        return { ...original, body: Buffer.from(write(JSON.parse(text), text)) };
      } catch {
        return original;
      }
    },
  };
}

function typed(media: string): ServiceHooks {
  return {
    editRawResponse: (original) =>
      isJson(original) ? withHeaders(original, { 'content-type': media }) : original,
  };
}

function withHeaders(original: RawResponse, headers: RawResponse['headers']): RawResponse {
  return { ...original, headers: { ...original.headers, ...headers } };
}

/** Every response has these headers, too. */
const extra = (headers: RawResponse['headers']): ServiceHooks => ({
  editRawResponse: (original) => withHeaders(original, headers),
});

/** Every response with a body is compressed, for clients that accept it. */
function compressed(coding: string, compress: (body: Buffer) => Buffer): ServiceHooks {
  const accepts = ({ headers }: Call) => (headers['accept-encoding'] ?? '').split(/, */).includes(coding);
  return {
    editRawResponse: (original, call) =>
      accepts(call) && original.body.length > 0
        ? {
            ...withHeaders(original, { 'content-encoding': coding, vary: 'accept-encoding' }),
            body: compress(original.body),
          }
        : original,
  };
}

function reversed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reversed);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([name, item]) => [name, reversed(item)]),
  );
}

const escaped = (text: string) => escapedBeyond(text, 126);

/** Letters beyond this code are escaped. */
const escapedBeyond = (text: string, code: number) =>
  text.replace(/[^\0-~]/g, (letter) =>
    letter.charCodeAt(0) <= code ? letter : `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

/** The bytes of every JSON body. */
function bytes(write: (text: string) => Buffer, media?: string): ServiceHooks {
  return {
    editRawResponse: (original) =>
      isJson(original)
        ? {
            ...(media === undefined ? original : withHeaders(original, { 'content-type': media })),
            body: write(original.body.toString()),
          }
        : original,
  };
}

export const transport: readonly ConformingVariant[] = [
  ...createVariants('field order', [
    [
      'reversed',
      'The fields of every object come in another order.',
      rewritten((value) => JSON.stringify(reversed(value))),
    ],
  ]),
  ...createVariants('json text', [
    [
      'pretty',
      'JSON is indented, and ends in a new line.',
      rewritten((value) => `${JSON.stringify(value, null, 4)}\r\n`),
    ],
    ['escaped', 'Letters outside ASCII are escaped.', rewritten((_value, text) => escaped(text))],
    ['slashes', 'Slashes are escaped.', rewritten((_value, text) => text.replaceAll('/', '\\/'))],
    [
      'twice',
      'A field occurs twice in an object, and the last one counts.',
      rewritten((_value, text) => text.replace(/^\{(?=")/, '{"request":1,"request":2,')),
    ],
    ['white', 'White space surrounds the JSON.', rewritten((_value, text) => `\n\t  ${text}  \n`)],
  ]),
  ...createVariants('media type', [
    ['charset', 'The media type says charset=utf-8.', typed('application/json; charset=utf-8')],
    ['capitals', 'The media type is written in capitals.', typed('Application/JSON;charset="UTF-8"')],
    [
      'profile',
      'The media type has a parameter.',
      typed('application/json; profile="https://slides.example/v1"'),
    ],
    ['html', 'JSON is announced as HTML.', typed('text/html'), 'response/has-json-content-type'],
    [
      'text',
      'JSON is announced as text.',
      typed('text/plain; charset=utf-8'),
      'response/has-json-content-type',
    ],
    ['xml', 'JSON is announced as XML.', typed('application/xml'), 'response/has-json-content-type'],
    [
      'octets',
      'JSON is announced as bytes.',
      typed('application/octet-stream'),
      'response/has-json-content-type',
    ],
    ['suffix', 'The media type is one of those that end in +json.', typed('application/vnd.slides.v1+json')],
  ]),
  ...createVariants('header extras', [
    [
      'request-id',
      'Every response has a request id.',
      {
        editRawResponse: (original, { store }) =>
          withHeaders(original, { 'x-request-id': `req-${store.requests}` }),
      },
    ],
    [
      'many',
      'Every response has headers of all kinds.',
      extra({
        'set-cookie': 'a=b',
        etag: 'W/"1"',
        link: '</api/v2>; rel="successor"',
        'x-note': '%0d%0a <b>',
      }),
    ],
    [
      'limit',
      'Every response has the rest of the limit.',
      extra({ 'ratelimit-limit': '20', 'ratelimit-remaining': '7', 'ratelimit-reset': '30' }),
    ],
    [
      'used-up',
      'Every response says that the limit is used up, and the next request succeeds all the same.',
      extra({ 'x-ratelimit-remaining': '0' }),
    ],
    [
      'capitals',
      'Header names are written in capitals.',
      { editRawResponse: (original) => ({ ...original, headers: capitals(original.headers) }) },
    ],
    [
      'deprecated',
      'Every response announces the end of the version.',
      extra({ deprecation: 'true', sunset: 'Sat, 31 Dec 2033 23:59:59 GMT' }),
    ],
  ]),
  ...createVariants('other methods', [
    [
      'head',
      'HEAD and OPTIONS work without a key.',
      {
        editResponse: (original, { method }) =>
          /HEAD|OPTIONS/.test(method) ? { status: 204, headers: { allow: 'GET' } } : original,
      },
    ],
    [
      'query',
      'A query is rejected.',
      { replaceResponse: ({ query }) => (query === '' ? undefined : { status: 400 }) },
    ],
  ]),
  ...createVariants('latency', [
    [
      'some',
      'Every response takes a few milliseconds.',
      { editRawResponse: (original) => ({ ...original, delay: 3 }) },
    ],
    [
      'uneven',
      'Some responses take longer than those after them.',
      {
        editRawResponse: (original, { store }) => ({ ...original, delay: store.requests % 5 === 0 ? 25 : 0 }),
      },
    ],
  ]),
  ...createVariants('framing', [
    [
      'chunked',
      'Bodies come in chunks.',
      { editRawResponse: (original) => ({ ...original, framing: 'chunked' }) },
    ],
    [
      'close',
      'Bodies end with the connection, as in HTTP/1.0.',
      { editRawResponse: (original) => ({ ...original, framing: 'close' }) },
    ],
  ]),
  ...createVariants('charset', [
    [
      'latin-1',
      'Bodies are in Latin-1, with other letters escaped.',
      bytes((text) => Buffer.from(escapedBeyond(text, 255), 'latin1')),
      'response/body-is-utf-8',
    ],
    [
      'latin-1-announced',
      'Bodies are in Latin-1, and announced so.',
      bytes(
        (text) => Buffer.from(escapedBeyond(text, 255), 'latin1'),
        'application/json; charset=iso-8859-1',
      ),
      'response/body-is-utf-8',
    ],
    [
      'marked',
      'Bodies begin with a byte order mark.',
      bytes((text) => Buffer.from(`\uFEFF${text}`)),
      'response/body-is-utf-8',
    ],
  ]),
  ...createVariants('encoding', [
    ['gzip', 'Bodies are compressed with gzip.', compressed('gzip', gzipSync)],
    ['deflate', 'Bodies are compressed with deflate.', compressed('deflate', deflateSync)],
    ['brotli', 'Bodies are compressed with brotli.', compressed('br', brotliCompressSync)],
  ]),
];

function capitals(headers: RawResponse['headers']): RawResponse['headers'] {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toUpperCase(), value]));
}
