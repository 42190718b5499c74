/** Reads HTTP/1.1 responses from bytes, and throws at every deviation. */

export interface RawResponse {
  readonly status: number;
  /** By their names in lower case. */
  readonly headers: ReadonlyMap<string, string>;
  readonly body: Buffer;
}

const STATUS_LINE = /^HTTP\/1\.1 ([1-5]\d\d) [\x20-\x7e]*$/;
const FIELD = /^([!#$%&'*+.^_`|~\w-]+): ?([\t\x20-\x7e\x80-\xff]*)$/;

/**
 * The first response in these bytes, and the bytes after it; `undefined` while it is incomplete.
 * @param method the method of its request: a response to HEAD has no body
 * @param isEnd whether the connection has ended
 */
export function parseResponse(
  bytes: Buffer,
  method: string,
  isEnd: boolean,
): { response: RawResponse; rest: Buffer } | undefined {
  const end = bytes.indexOf('\r\n\r\n');
  if (end === -1) return undefined;
  const [first = '', ...fields] = bytes.subarray(0, end).toString('latin1').split('\r\n');
  const status = Number(assertSyntax(STATUS_LINE.exec(first), first)[1]);
  const headers = new Map<string, string>();
  for (const field of fields) {
    const [, name = '', value = ''] = assertSyntax(FIELD.exec(field), field);
    headers.set(name.toLowerCase(), value);
  }
  const after = bytes.subarray(end + 4);
  const read = readBody(after, status, method, headers, isEnd);
  return read && { response: { status, headers, body: read.body }, rest: read.rest };
}

interface Body {
  readonly body: Buffer;
  readonly rest: Buffer;
}

function readBody(
  bytes: Buffer,
  status: number,
  method: string,
  headers: ReadonlyMap<string, string>,
  isEnd: boolean,
): Body | undefined {
  if (status < 200 || status === 204 || status === 304 || method === 'HEAD') return takeBytes(bytes, 0);
  if (headers.get('transfer-encoding') === 'chunked') return readChunks(bytes);
  const length = headers.get('content-length');
  if (length === undefined) return isEnd ? takeBytes(bytes, bytes.length) : undefined;
  const size = Number(assertSyntax(/^\d+$/.exec(length), length)[0]);
  return bytes.length < size ? undefined : takeBytes(bytes, size);
}

function readChunks(bytes: Buffer): Body | undefined {
  const chunks: Buffer[] = [];
  for (let at = 0; ;) {
    const end = bytes.indexOf('\r\n', at);
    if (end === -1) return undefined;
    const line = bytes.subarray(at, end).toString('latin1');
    const size = Number.parseInt(assertSyntax(/^[\da-f]+$/i.exec(line), line)[0], 16);
    if (bytes.length < end + 2 + size + 2) return undefined;
    chunks.push(bytes.subarray(end + 2, end + 2 + size));
    at = end + 2 + size + 2;
    if (size === 0) return { body: Buffer.concat(chunks), rest: bytes.subarray(at) };
  }
}

function takeBytes(bytes: Buffer, size: number): Body {
  return { body: bytes.subarray(0, size), rest: bytes.subarray(size) };
}

function assertSyntax<T>(found: T | null, text: string): T {
  if (found === null) throw new Error(`This is not HTTP: ${JSON.stringify(text)}`);
  return found;
}
