/** Reads the bodies of a HAR entry: as text, in base64, compressed, from an attached file, or omitted by the recorder. */
import { bodyFromBytes, decodeBase64 } from '../body.js';
import { getContentEncoding, parseContentEncoding } from '../content-encoding.js';
import { getHeader, type HeaderPairs, type WireBody } from '../exchange.js';
import type { JsonObject } from '../../base/json.js';
import { readCompressedBytes, readCompressedText, type CompressedBodyOptions } from './compressed-body.js';
import { asObject, asNumber, asString } from './json-values.js';

/** The content of a file that an entry names in `_file`; `undefined` if there is no such file. */
export type ReadAttachment = (name: string) => Uint8Array | undefined;

export interface BodySource {
  /** The fields of `_deckhand` about this body. */
  readonly extension: JsonObject | undefined;
  /** Whether Deckhand wrote the entry. Then a body that `_deckhand` does not mention does not exist. */
  readonly isFromDeckhand: boolean;
  readonly attachments: ReadAttachment | undefined;
  readonly decode: CompressedBodyOptions['decode'];
  /** Whether the connection ended before the end of the body. */
  readonly isCut: boolean;
}

const MAY_HAVE_BODY: ReadonlySet<string> = new Set(['POST', 'PUT', 'PATCH']);

const NON_ASCII = /[^\x00-\x7f]/;

export function readRequestBody(
  request: JsonObject,
  headers: HeaderPairs,
  source: BodySource,
): WireBody | undefined {
  const { extension, isFromDeckhand } = source;
  const posted = asObject(request.postData);
  const { text } = posted;
  const size = asNumber(request.bodySize);
  const isBase64 = isFromDeckhand ? extension?.encoding === 'base64' : hasBase64Mark(posted);
  const encoded = readEncodedBody(posted, isBase64, compressionOf(posted, headers, size, source), source);
  if (encoded) return encoded;
  if (isFromDeckhand)
    return typeof text === 'string'
      ? bodyWithExtensionSize(text, extension)
      : omittedBody([asNumber(extension?.bytes), size], false);
  if (typeof text === 'string' && text !== '') return bodyWithDeclaredSize(text, size);
  // Recorders that omit bodies still write `postData`.
  const hasPostData = request.postData !== undefined && request.postData !== null;
  return omittedBody(
    [size, getContentLength(headers)],
    hasPostData && MAY_HAVE_BODY.has(String(request.method)),
  );
}

export function readResponseBody(
  response: JsonObject,
  headers: HeaderPairs,
  source: BodySource,
): WireBody | undefined {
  const { extension, isFromDeckhand } = source;
  const content = asObject(response.content);
  const { text } = content;
  const [size, bodySize] = [asNumber(content.size), asNumber(response.bodySize)];
  // Deckhand decodes before it writes: what is still compressed was compressed twice.
  const compression = isFromDeckhand ? undefined : compressionOf(content, headers, size, source);
  const encoded = readEncodedBody(content, hasBase64Mark(content), compression, source);
  if (encoded) return encoded;
  if (typeof text !== 'string' || (text === '' && !isFromDeckhand)) {
    // A tool may have removed the texts afterwards.
    if (isFromDeckhand) return omittedBody([asNumber(extension?.bytes), size], false);
    const isUnknown = typeof text === 'string' ? size === -1 : size !== 0 && bodySize !== 0;
    return omittedBody(
      [size, bodySize, getContentLength(headers)],
      isUnknown && getContentLength(headers) !== 0,
    );
  }
  return isFromDeckhand ? bodyWithExtensionSize(text, extension) : bodyWithDeclaredSize(text, size);
}

/** Reads a body in an attached file, in base64 or compressed; `undefined` if it is none of them. */
function readEncodedBody(
  content: JsonObject,
  isBase64: boolean,
  compression: CompressedBodyOptions | undefined,
  { attachments, extension }: BodySource,
): WireBody | undefined {
  const { _file, text } = content;
  if (typeof _file === 'string' && _file !== '') {
    const bytes = attachments?.(_file);
    if (!bytes) return { text: '', bytes: 0, truncated: true };
    return (compression && readCompressedBytes(bytes, compression)) ?? bodyFromBytes(bytes);
  }
  if (typeof text !== 'string' || text === '') return undefined;
  if (!isBase64) return compression && readCompressedText(text, compression);
  const bytes = decodeBase64(text);
  const size = asNumber(extension?.bytes) ?? compression?.size ?? asNumber(content.size);
  // It is not base64, so the bytes are unknown.
  if (!bytes) return { text: '', bytes: Math.max(0, size ?? 0), truncated: true };
  const decoded = compression && readCompressedBytes(bytes, compression);
  if (decoded) return decoded;
  const body = bodyFromBytes(bytes);
  if (extension) return { ...body, ...extensionSizes(extension) };
  return body.encoding === undefined ? bodyWithDeclaredSize(body.text, size) : body;
}

const hasBase64Mark = ({ encoding }: JsonObject): boolean =>
  asString(encoding).trim().toLowerCase() === 'base64';

/** Some recorders name the content encoding in the place of `base64`. */
function compressionOf(
  content: JsonObject,
  headers: HeaderPairs,
  size: number | undefined,
  { decode, isCut }: BodySource,
): CompressedBodyOptions {
  const mark = asString(content.encoding);
  const named = hasBase64Mark(content) || !parseContentEncoding(mark)?.length ? undefined : mark;
  return { encoding: getContentEncoding(headers) ?? named, decode, size, isCut };
}

function getContentLength(headers: HeaderPairs): number | undefined {
  const length = getHeader(headers, 'content-length');
  return length === undefined || !/^\d+$/.test(length) ? undefined : Number(length);
}

/**
 * A body whose text the recorder omitted.
 * @param isUnknown whether there may have been a body of unknown size
 */
function omittedBody(sizes: readonly (number | undefined)[], isUnknown: boolean): WireBody | undefined {
  const bytes = sizes.find((size) => size !== undefined && size > 0);
  if (bytes !== undefined) return { text: '', bytes, truncated: true };
  return isUnknown && !sizes.includes(0) ? { text: '', bytes: 0, truncated: true } : undefined;
}

/** Recorders with a size limit store the start of a body. Only for JSON can a missing end be detected. */
function bodyWithDeclaredSize(text: string, size: number | undefined): WireBody {
  const bytes = utf8Length(text);
  const isTruncated = size !== undefined && size > bytes && isTruncatedJson(text);
  return isTruncated ? { text, bytes: size, truncated: true } : { text, bytes };
}

function bodyWithExtensionSize(text: string, extension: JsonObject | undefined): WireBody {
  const { bytes = utf8Length(text), ...rest } = extensionSizes(extension);
  return { text, bytes, ...rest };
}

function extensionSizes(extension: JsonObject | undefined): Partial<WireBody> {
  const bytes = asNumber(extension?.bytes);
  return { ...(bytes !== undefined && { bytes }), ...(extension?.cut === true && { truncated: true }) };
}

/** The length in UTF-8, computed without encoding the text. */
function utf8Length(text: string): number {
  let bytes = text.length;
  const from = text.search(NON_ASCII);
  if (from < 0) return bytes;
  for (let index = from; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    if (unit < 0x80) continue;
    bytes += unit < 0x800 ? 1 : 2;
    // A surrogate pair is four bytes in UTF-8; a lone surrogate is three.
    if (unit >= 0xd800 && unit < 0xdc00 && isLowSurrogate(text.charCodeAt(index + 1))) index++;
  }
  return bytes;
}

const isLowSurrogate = (unit: number): boolean => unit >= 0xdc00 && unit < 0xe000;

/** Whether a text is JSON whose end is missing. */
function isTruncatedJson(text: string): boolean {
  if (!/^\s*[[{"]/.test(text)) return false;
  try {
    JSON.parse(text);
    return false;
  } catch {
    return true;
  }
}
