/** Reads the bodies of a HAR entry: as text, in base64, or omitted by the recorder. */
import { bodyOfBytes, bytesOfBase64 } from '../body.js';
import { headerOf, type HeaderPairs, type WireBody } from '../exchange.js';
import { fieldsOf, numberOf, type Fields } from './fields.js';

/** @param own Deckhand's own fields about this body, if Deckhand wrote the file */
export function requestBody(request: Fields, own: Fields | undefined): WireBody | undefined {
  const { text } = fieldsOf(request.postData);
  if (typeof text !== 'string') return omitted(numberOf(request.bodySize));
  const body = measured(text, own);
  return own?.encoding === 'base64' ? { ...body, encoding: 'base64' } : body;
}

/** @param own Deckhand's own fields about this body, if Deckhand wrote the file */
export function responseBody(
  response: Fields,
  headers: HeaderPairs,
  own: Fields | undefined,
): WireBody | undefined {
  const { text, size, encoding } = fieldsOf(response.content);
  if (typeof text !== 'string') {
    const announced = own ? 0 : Number(headerOf(headers, 'content-length') ?? 0);
    return omitted(numberOf(size), numberOf(response.bodySize), announced);
  }
  if (encoding !== 'base64') return measured(text, own);
  const bytes = bytesOfBase64(text);
  return bytes ? { ...bodyOfBytes(bytes), ...sizesOf(own) } : { ...measured(text, own), encoding: 'base64' };
}

/** A body whose size is known and whose text the recorder omitted. */
function omitted(...sizes: readonly (number | undefined)[]): WireBody | undefined {
  const bytes = sizes.find((size) => size !== undefined && size > 0);
  return bytes === undefined ? undefined : { text: '', bytes, cut: true };
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
