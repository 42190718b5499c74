/** Bodies as HAR has them: as text, in base64, or left out although there was one. */
import { bodyOfBytes, bytesOfBase64 } from '../body.js';
import { headerOf, type HeaderPairs, type WireBody } from '../exchange.js';
import { fieldsOf, numberOf, type Fields } from './fields.js';

/** @param own what our own files say of it beyond HAR */
export function requestBody(request: Fields, own: Fields | undefined): WireBody | undefined {
  const { text } = fieldsOf(request.postData);
  if (typeof text !== 'string') return leftOut(numberOf(request.bodySize));
  const body = measured(text, own);
  return own?.encoding === 'base64' ? { ...body, encoding: 'base64' } : body;
}

/** @param own what our own files say of it beyond HAR, and that it was there */
export function responseBody(
  response: Fields,
  headers: HeaderPairs,
  own: Fields | undefined,
): WireBody | undefined {
  const { text, size, encoding } = fieldsOf(response.content);
  if (typeof text !== 'string') {
    const announced = own ? 0 : Number(headerOf(headers, 'content-length') ?? 0);
    return leftOut(numberOf(size), numberOf(response.bodySize), announced);
  }
  if (encoding !== 'base64') return measured(text, own);
  const bytes = bytesOfBase64(text);
  return bytes ? { ...bodyOfBytes(bytes), ...sizesOf(own) } : { ...measured(text, own), encoding: 'base64' };
}

/** The writer left the body out: that it was there is known, what it said is not. */
function leftOut(...sizes: readonly (number | undefined)[]): WireBody | undefined {
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

/** How many bytes the text has in UTF-8, without writing them. */
function utf8Length(text: string): number {
  let bytes = text.length;
  const from = text.search(BEYOND_ASCII);
  if (from < 0) return bytes;
  for (let index = from; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    if (unit < 0x80) continue;
    bytes += unit < 0x800 ? 1 : 2;
    // A pair is four bytes together; half of one is written as three.
    if (unit >= 0xd800 && unit < 0xdc00 && isLowHalf(text.charCodeAt(index + 1))) index++;
  }
  return bytes;
}

const isLowHalf = (unit: number): boolean => unit >= 0xdc00 && unit < 0xe000;
