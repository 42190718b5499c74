/** Reads the bodies of a HAR entry: as text, in base64, from a file beside it, or omitted by the recorder. */
import { bodyOfBytes, bytesOfBase64 } from '../body.js';
import { headerOf, type HeaderPairs, type WireBody } from '../exchange.js';
import { fieldsOf, numberOf, type Fields } from './fields.js';

/** The content of a file that an entry names in `_file`; `undefined` if there is no such file. */
export type Attachments = (name: string) => Uint8Array | undefined;

export interface BodySource {
  /** Deckhand's own fields about this body. */
  readonly own: Fields | undefined;
  /** Whether Deckhand wrote the entry, so that a body without own fields does not exist. */
  readonly isOwn: boolean;
  readonly attachments: Attachments | undefined;
}

export function requestBody(
  request: Fields,
  headers: HeaderPairs,
  { own, isOwn, attachments }: BodySource,
): WireBody | undefined {
  const posted = fieldsOf(request.postData);
  const attached = attachedBody(posted, attachments);
  if (attached) return attached;
  const { text } = posted;
  if (isOwn) {
    if (typeof text !== 'string') return omitted([numberOf(own?.bytes), numberOf(request.bodySize)], false);
    const body = measured(text, own);
    if (own?.encoding !== 'base64') return body;
    return bytesOfBase64(text) ? { ...body, encoding: 'base64' } : { text: '', bytes: body.bytes, cut: true };
  }
  if (typeof text === 'string' && text !== '') {
    const size = numberOf(request.bodySize);
    return posted.encoding === 'base64' ? decoded(text, size) : withoutCut(text, size);
  }
  const sizes = [numberOf(request.bodySize), lengthIn(headers)];
  // Recorders that leave out bodies still write that there was one.
  const isNamed = request.postData !== undefined && request.postData !== null;
  return omitted(sizes, isNamed && MAY_HAVE_BODY.has(String(request.method)));
}

const MAY_HAVE_BODY: ReadonlySet<string> = new Set(['POST', 'PUT', 'PATCH']);

export function responseBody(
  response: Fields,
  headers: HeaderPairs,
  { own, isOwn, attachments }: BodySource,
): WireBody | undefined {
  const content = fieldsOf(response.content);
  const attached = attachedBody(content, attachments);
  if (attached) return attached;
  const { text, encoding } = content;
  const [size, bodySize] = [numberOf(content.size), numberOf(response.bodySize)];
  if (typeof text !== 'string' || (text === '' && !isOwn)) {
    // A tool may have removed the texts afterwards.
    if (isOwn) return omitted([numberOf(own?.bytes), size], false);
    const isUnknown = typeof text === 'string' ? size === -1 : size !== 0 && bodySize !== 0;
    return omitted([size, bodySize, lengthIn(headers)], isUnknown && lengthIn(headers) !== 0);
  }
  if (encoding !== 'base64') return isOwn ? measured(text, own) : withoutCut(text, size);
  return isOwn ? { ...decoded(text, undefined), ...sizesOf(own) } : decoded(text, size);
}

/** A text that is marked as base64. */
function decoded(text: string, size: number | undefined): WireBody {
  const bytes = bytesOfBase64(text);
  // The mark is wrong, so nothing can be said about the bytes.
  if (!bytes) return { text: '', bytes: Math.max(0, size ?? 0), cut: true };
  const body = bodyOfBytes(bytes);
  return body.encoding === undefined ? withoutCut(body.text, size) : body;
}

/** The body in a file of its own: `_file`, as Playwright writes it. */
function attachedBody({ _file }: Fields, attachments: Attachments | undefined): WireBody | undefined {
  if (typeof _file !== 'string' || _file === '') return undefined;
  const bytes = attachments?.(_file);
  return bytes ? bodyOfBytes(bytes) : { text: '', bytes: 0, cut: true };
}

function lengthIn(headers: HeaderPairs): number | undefined {
  const length = headerOf(headers, 'content-length');
  return length === undefined || !/^\d+$/.test(length) ? undefined : Number(length);
}

/**
 * A body whose text the recorder omitted.
 * @param isUnknown whether there may have been a body of unknown size
 */
function omitted(sizes: readonly (number | undefined)[], isUnknown: boolean): WireBody | undefined {
  const bytes = sizes.find((size) => size !== undefined && size > 0);
  if (bytes !== undefined) return { text: '', bytes, cut: true };
  return isUnknown && !sizes.includes(0) ? { text: '', bytes: 0, cut: true } : undefined;
}

/** Recorders with a size limit keep the beginning of a body. Only JSON shows that its end is missing. */
function withoutCut(text: string, size: number | undefined): WireBody {
  const bytes = utf8Length(text);
  const isCut = size !== undefined && size > bytes && isCutJson(text);
  return isCut ? { text, bytes: size, cut: true } : { text, bytes };
}

function measured(text: string, own: Fields | undefined): WireBody {
  if (!own) return { text, bytes: utf8Length(text) };
  const { bytes = utf8Length(text), ...cut } = sizesOf(own);
  return { text, bytes, ...cut };
}

function sizesOf(own: Fields | undefined): Partial<WireBody> {
  const bytes = numberOf(own?.bytes);
  return { ...(bytes !== undefined && { bytes }), ...(own?.cut === true && { cut: true }) };
}

const BEYOND_ASCII = /[^\x00-\x7f]/;

/** The length in UTF-8, computed without encoding the text. */
function utf8Length(text: string): number {
  let bytes = text.length;
  const from = text.search(BEYOND_ASCII);
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

/** Recognises JSON whose end is missing. */
function isCutJson(text: string): boolean {
  if (!/^\s*[[{"]/.test(text)) return false;
  try {
    JSON.parse(text);
    return false;
  } catch {
    return true;
  }
}
