/** Reads the bodies of a HAR entry: as text, in base64, from an attached file, or omitted by the recorder. */
import { bodyFromBytes, decodeBase64 } from '../body.js';
import { getHeader, type HeaderPairs, type WireBody } from '../exchange.js';
import type { JsonObject } from '../../base/json.js';
import { asObject, asNumber } from './json-values.js';

/** The content of a file that an entry names in `_file`; `undefined` if there is no such file. */
export type ReadAttachment = (name: string) => Uint8Array | undefined;

export interface BodySource {
  /** The fields of `_deckhand` about this body. */
  readonly extension: JsonObject | undefined;
  /** Whether Deckhand wrote the entry. Then a body that `_deckhand` does not mention does not exist. */
  readonly isFromDeckhand: boolean;
  readonly attachments: ReadAttachment | undefined;
}

const MAY_HAVE_BODY: ReadonlySet<string> = new Set(['POST', 'PUT', 'PATCH']);

const NON_ASCII = /[^\x00-\x7f]/;

export function readRequestBody(
  request: JsonObject,
  headers: HeaderPairs,
  { extension, isFromDeckhand, attachments }: BodySource,
): WireBody | undefined {
  const posted = asObject(request.postData);
  const attached = readAttachedBody(posted, attachments);
  if (attached) return attached;
  const { text } = posted;
  if (isFromDeckhand) {
    if (typeof text !== 'string')
      return omittedBody([asNumber(extension?.bytes), asNumber(request.bodySize)], false);
    const body = bodyWithExtensionSize(text, extension);
    if (extension?.encoding !== 'base64') return body;
    return decodeBase64(text)
      ? { ...body, encoding: 'base64' }
      : { text: '', bytes: body.bytes, truncated: true };
  }
  if (typeof text === 'string' && text !== '') {
    const size = asNumber(request.bodySize);
    return posted.encoding === 'base64' ? decodeBase64Body(text, size) : bodyWithDeclaredSize(text, size);
  }
  const sizes = [asNumber(request.bodySize), getContentLength(headers)];
  // Recorders that omit bodies still write `postData`.
  const hasPostData = request.postData !== undefined && request.postData !== null;
  return omittedBody(sizes, hasPostData && MAY_HAVE_BODY.has(String(request.method)));
}

export function readResponseBody(
  response: JsonObject,
  headers: HeaderPairs,
  { extension, isFromDeckhand, attachments }: BodySource,
): WireBody | undefined {
  const content = asObject(response.content);
  const attached = readAttachedBody(content, attachments);
  if (attached) return attached;
  const { text, encoding } = content;
  const [size, bodySize] = [asNumber(content.size), asNumber(response.bodySize)];
  if (typeof text !== 'string' || (text === '' && !isFromDeckhand)) {
    // A tool may have removed the texts afterwards.
    if (isFromDeckhand) return omittedBody([asNumber(extension?.bytes), size], false);
    const isUnknown = typeof text === 'string' ? size === -1 : size !== 0 && bodySize !== 0;
    return omittedBody(
      [size, bodySize, getContentLength(headers)],
      isUnknown && getContentLength(headers) !== 0,
    );
  }
  if (encoding !== 'base64')
    return isFromDeckhand ? bodyWithExtensionSize(text, extension) : bodyWithDeclaredSize(text, size);
  return isFromDeckhand
    ? { ...decodeBase64Body(text, undefined), ...extensionSizes(extension) }
    : decodeBase64Body(text, size);
}

/** Decodes a text whose encoding is base64. */
function decodeBase64Body(text: string, size: number | undefined): WireBody {
  const bytes = decodeBase64(text);
  // It is not base64, so the bytes are unknown.
  if (!bytes) return { text: '', bytes: Math.max(0, size ?? 0), truncated: true };
  const body = bodyFromBytes(bytes);
  return body.encoding === undefined ? bodyWithDeclaredSize(body.text, size) : body;
}

/** Reads a body that the recorder wrote to a separate file: `_file`, as Playwright does. */
function readAttachedBody(
  { _file }: JsonObject,
  attachments: ReadAttachment | undefined,
): WireBody | undefined {
  if (typeof _file !== 'string' || _file === '') return undefined;
  const bytes = attachments?.(_file);
  return bytes ? bodyFromBytes(bytes) : { text: '', bytes: 0, truncated: true };
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
