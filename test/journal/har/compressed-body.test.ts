/** Bodies that a recorder left compressed, in each way in which recorders write bytes. */
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { createContentDecoder } from '../../../src/files/decode-body.js';
import { unzstd } from '../../../src/proxy/unzstd.js';
import { parseEntry } from '../../../src/journal/har/read-entry.js';
import { fromHar } from '../../../src/journal/read-har.js';
import type { WireBody } from '../../../src/journal/exchange.js';

const JSON_TEXT = JSON.stringify({
  templates: [{ id: 'tpl_pitch', name: 'Präsentation', pages: '0123456789' }],
});
/** `{"templates":[]}`, compressed by the reference implementation of zstd. */
const ZSTD = Buffer.from('KLUv/SAQgQAAeyJ0ZW1wbGF0ZXMiOltdfQ==', 'base64');

const encoded = [
  ['gzip', gzipSync(JSON_TEXT), JSON_TEXT],
  ['GZIP', gzipSync(JSON_TEXT), JSON_TEXT],
  ['br', brotliCompressSync(JSON_TEXT), JSON_TEXT],
  ['deflate', deflateSync(JSON_TEXT), JSON_TEXT],
  ['deflate', deflateRawSync(JSON_TEXT), JSON_TEXT],
  ['zstd', ZSTD, '{"templates":[]}'],
  ['gzip, br', brotliCompressSync(gzipSync(JSON_TEXT)), JSON_TEXT],
] as const;

/** How recorders write the bytes of a body. */
const forms = [
  ['base64', (bytes: Buffer) => ({ text: bytes.toString('base64'), encoding: 'base64' })],
  ['Base64 in lines', (bytes: Buffer) => ({ text: inLines(bytes), encoding: 'Base64' })],
  ['base64 without a mark', (bytes: Buffer) => ({ text: bytes.toString('base64') })],
  ['a character for each byte', (bytes: Buffer) => ({ text: bytes.toString('latin1') })],
  ['Windows-1252', (bytes: Buffer) => ({ text: new TextDecoder('windows-1252').decode(bytes) })],
  ['a file', (bytes: Buffer) => ({ _file: bytes.toString('hex') })],
] as const;

const inLines = (bytes: Buffer): string => bytes.toString('base64').replaceAll(/(.{20})/g, '$1\r\n');

const header = (value: string, name = 'Content-Encoding') => ({ name, value });

interface EntryOptions {
  readonly headers?: readonly object[];
  readonly request?: object;
  readonly failure?: string;
  readonly extension?: object;
}

const entryOf = (content: object, { headers = [], request, failure, extension }: EntryOptions = {}) => ({
  startedDateTime: '2026-01-15T09:30:12.500Z',
  time: 1,
  request: { method: 'GET', url: 'https://api.example/api/v1/templates', headers: [], ...request },
  response: { status: 200, headers, content, ...(failure !== undefined && { _failureText: failure }) },
  ...(extension && { _deckhand: extension }),
});

function read(entry: object): {
  readonly sent: WireBody | undefined;
  readonly received: WireBody | undefined;
} {
  const result = parseEntry(entry, 1, {
    decode: (...content) => {
      const decoded = createContentDecoder(unzstd)(...content);
      return decoded === 'unsupported' ? undefined : decoded;
    },
    attachments: (name) => Buffer.from(name, 'hex'),
  });
  if (typeof result === 'string') throw new Error(result);
  const { request, response } = result.exchange;
  return { sent: request.body, received: response?.body };
}

describe.each(forms)('a compressed body as %s', (_name, write) => {
  it.each(encoded)('is decoded from %s', (encoding, bytes, text) => {
    const expected = { text, bytes: Buffer.byteLength(text) };
    const content = { size: bytes.length, ...write(bytes) };
    expect(read(entryOf(content, { headers: [header(encoding)] })).received).toEqual(expected);
    const request = { method: 'POST', headers: [header(encoding, 'content-encoding')], postData: content };
    expect(read(entryOf({ size: 0 }, { request })).sent).toEqual(expected);
  });
});

describe('a compressed body', () => {
  const [, gzip] = encoded[0];

  it('is decoded where its encodings are in several headers', () => {
    const content = { text: encoded[6][1].toString('base64'), encoding: 'base64' };
    expect(read(entryOf(content, { headers: [header('gzip'), header('br')] })).received?.text).toBe(
      JSON_TEXT,
    );
  });

  it.each([
    ['the recorder omitted the header', { encoding: 'base64' }],
    ['the mark names the encoding', { encoding: 'gzip' }],
  ])('is decoded where %s', (_name, mark) => {
    expect(read(entryOf({ text: gzip.toString('base64'), ...mark })).received?.text).toBe(JSON_TEXT);
  });

  it.each([
    ['its end is missing', gzip.subarray(0, gzip.length - 20).toString('base64'), 'base64'],
    ['its bytes were replaced', gzip.toString('utf8'), undefined],
    ['it is damaged', Buffer.concat([gzip.subarray(0, 12), Buffer.alloc(9)]).toString('base64'), 'base64'],
  ])('counts as not recorded completely if %s', (_name, text, encoding) => {
    const { received } = read(entryOf({ text, encoding, size: 500 }, { headers: [header('gzip')] }));
    expect(received).toMatchObject({ bytes: 500, truncated: true });
    expect(JSON_TEXT.startsWith(received?.text ?? '-')).toBe(true);
  });

  it('is decoded as far as the client received it, if the connection ended', () => {
    const text = gzip.subarray(0, gzip.length - 20).toString('base64');
    const options = { headers: [header('gzip')], failure: 'net::ERR_CONNECTION_RESET' };
    const { received } = read(entryOf({ text, encoding: 'base64' }, options));
    expect(received?.truncated).toBeUndefined();
    expect(received?.text.length).toBeGreaterThan(10);
  });

  it('is decoded in a request of Deckhand’s journal, and in no response: the proxy has decoded it', () => {
    const text = gzip.toString('base64');
    const request = { headers: [header('gzip')], postData: { text } };
    const headers = [header('gzip')];
    const extension = { sequence: 1, answered: true, request: { bytes: 9, encoding: 'base64' } };
    const { sent, received } = read(entryOf({ text, encoding: 'base64' }, { request, headers, extension }));
    expect(sent?.text).toBe(JSON_TEXT);
    expect(received).toMatchObject({ text, encoding: 'base64' });
  });

  it('cannot be read in a page, which is told to', () => {
    const entry = entryOf(
      { text: gzip.toString('base64'), encoding: 'base64' },
      { headers: [header('gzip')] },
    );
    const plain = entryOf({ text: JSON_TEXT }, { headers: [header('gzip')] });
    const { exchanges, isUndecodable } = fromHar({ log: { entries: [entry] } });
    expect(exchanges[0]?.response?.body).toMatchObject({ text: '', truncated: true });
    expect([isUndecodable, fromHar({ log: { entries: [plain] } }).isUndecodable]).toEqual([true, false]);
  });
});

describe.each(['gzip', 'br', 'deflate', 'zstd', 'snappy'])(
  'a body that the recorder decoded from %s',
  (encoding) => {
    it.each([
      ['JSON', JSON_TEXT],
      ['a page', '<html><p>Größe: 日本</p></html>'],
      ['a word', 'Unauthorized'],
      ['a short text', 'nein – später'],
      ['nothing', ''],
    ])('stays as it is: %s', (_name, text) => {
      const received = (content: object) => read(entryOf(content, { headers: [header(encoding)] })).received;
      const expected = text === '' ? undefined : { text, bytes: Buffer.byteLength(text) };
      expect(received({ text, size: Buffer.byteLength(text) })).toEqual(expected);
      const base64 = { text: Buffer.from(text).toString('base64'), encoding: 'base64' };
      expect(received({ ...base64, size: Buffer.byteLength(text) })).toEqual(expected);
    });

    it('keeps its bytes in another charset', () => {
      const text = Buffer.from('{"title":"Größe"}', 'latin1').toString('base64');
      const { received } = read(entryOf({ text, encoding: 'base64' }, { headers: [header(encoding)] }));
      expect(received).toEqual({ text, encoding: 'base64', bytes: 17 });
    });
  },
);
