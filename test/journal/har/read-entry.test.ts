import { expect, test } from 'vitest';
import { parseEntry, type ParsedEntry } from '../../../src/journal/har/read-entry.js';

const base = {
  startedDateTime: '2026-01-15T09:30:12.500Z',
  time: 1,
  request: { method: 'GET', url: 'https://api.example/api/v1/templates', headers: [] },
  response: { status: 200, headers: [], content: { size: 2, text: '[]' } },
};

function read(changes: object, response: object = {}): ParsedEntry {
  const result = parseEntry({ ...base, ...changes, response: { ...base.response, ...response } }, 1);
  if (typeof result === 'string') throw new Error(result);
  return result;
}

test('the first byte of a response comes before the time in which it was received', () => {
  const timings = { blocked: -1, send: 1, wait: 20, receive: 4 };
  const { exchange } = read({ time: undefined, timings });
  expect((exchange.firstByteAt ?? 0) - exchange.startedAt).toBe(21);
  expect(read({ timings: { ...timings, receive: -1 } }).exchange.firstByteAt).toBeUndefined();
  expect(read({}).exchange.firstByteAt).toBeUndefined();
});

test('the reason phrase and the version are read, and are unknown if they are empty', () => {
  const head = { statusText: 'All right', httpVersion: 'HTTP/1.1' };
  expect(read({}, head).exchange.response).toMatchObject(head);
  const { response } = read({}, { statusText: '', httpVersion: 'unknown' }).exchange;
  expect(response).not.toHaveProperty('statusText');
  expect(response).not.toHaveProperty('httpVersion');
});

test.each([['read-only', 'gateway']])(
  'a browser’s entry with a response of the recording proxy (%s) is not a response of the service',
  (reason, failure) => {
    const headers = [{ name: 'x-deckhand-proxy', value: reason }];
    const { exchange } = read({}, { status: 502, headers });
    expect(exchange).toMatchObject({ failure, proxyResponse: { status: 502 } });
    expect(exchange.response).toBeUndefined();
  },
);

test.each([['a byte order mark', [0xef, 0xbb, 0xbf, 0x7b, 0x7d]]])(
  'base64 with %s keeps its bytes',
  (_, bytes) => {
    const text = Buffer.from(bytes).toString('base64');
    const body = read({}, { content: { size: bytes.length, text, encoding: 'base64' } }).exchange.response
      ?.body;
    expect([...Buffer.from(body?.text ?? '', body?.encoding ?? 'utf8')]).toEqual(bytes);
  },
);

test.each([
  ['net::ERR_CONNECTION_REFUSED', 'unreachable'],
  ['net::ERR_CONNECTION_RESET', 'reset'],
  ['net::ERR_TIMED_OUT', 'timeout'],
  ['net::ERR_ABORTED', 'aborted'],
  ['net::ERR_CONTENT_LENGTH_MISMATCH', 'truncated'],
  ['NS_BINDING_ABORTED', 'aborted'],
])('a request that ended with %s has the failure %s', (error, failure) => {
  expect(read({}, { status: 0, _error: error }).exchange).toMatchObject({ failure });
  expect(read({}, { status: 0, _error: error }).exchange.response).toBeUndefined();
});

test.each([
  ['Chromium reports it', { _fromCache: 'disk' }, {}, true],
  ['no byte was transferred', {}, { _transferSize: 0 }, true],
  ['a service worker responded', {}, { _transferSize: 0, _fetchedViaServiceWorker: true }, false],
  ['it was in the cache, and no body was sent', { cache: { beforeRequest: {} } }, { bodySize: 0 }, true],
  ['the browser revalidated it', { _fromCache: 'disk' }, { status: 304 }, false],
  ['the cache is not mentioned', { cache: {} }, {}, false],
])('whether a response is from the cache: %s', (_, changes, response, isCached) => {
  expect(read(changes, response).isCached).toBe(isCached);
});

test.each([
  [{ content: { size: 12 } }, 12],
  [{ content: {}, bodySize: 7 }, 7],
  [{ content: { size: 0 }, headers: [{ name: 'Content-Length', value: '9' }] }, 9],
])('a body that the recorder omitted keeps its size: %j', (response, bytes) => {
  expect(read({}, response).exchange.response?.body).toEqual({ text: '', bytes, truncated: true });
});

test('a body with invalid base64 counts as not recorded', () => {
  const { exchange } = read({}, { content: { text: '%%%', size: 12, encoding: 'base64' } });
  expect(exchange.response?.body).toEqual({ text: '', bytes: 12, truncated: true });
  const extension = { _deckhand: { sequence: 1, answered: true, request: { bytes: 3, encoding: 'base64' } } };
  const request = { method: 'POST', url: '/x', postData: { text: '%%%' } };
  expect(read({ ...extension, request }).exchange.request.body).toEqual({
    text: '',
    bytes: 3,
    truncated: true,
  });
});
