/** Bodies as HAR has them: as text, in base64, or left out although there was one. */
import { bodyOfBytes, bytesOfBase64 } from '../body.js';
import { headerOf, type HeaderPairs, type WireBody } from '../exchange.js';
import { field, numberOf } from './fields.js';

/** What our own files say of a body beyond HAR. */
type Own = unknown;

export function requestBody(request: unknown, own: Own): WireBody | undefined {
  const text = field(field(request, 'postData'), 'text');
  if (typeof text !== 'string') return leftOut(numberOf(field(request, 'bodySize')));
  return {
    ...measured(text, own),
    ...(field(own, 'encoding') === 'base64' && { encoding: 'base64' }),
  };
}

export function responseBody(response: unknown, headers: HeaderPairs, own: Own): WireBody | undefined {
  const content = field(response, 'content');
  const text = field(content, 'text');
  if (typeof text !== 'string') {
    const sizes = [field(content, 'size'), field(response, 'bodySize')].map(numberOf);
    // Our own files say of every body that there was one.
    const announced = own === undefined ? Number(headerOf(headers, 'content-length') ?? 0) : 0;
    return leftOut(...sizes, announced);
  }
  if (field(content, 'encoding') !== 'base64') return measured(text, own);
  const bytes = bytesOfBase64(text);
  return bytes ? { ...bodyOfBytes(bytes), ...sizesOf(own) } : { ...measured(text, own), encoding: 'base64' };
}

/** The writer left the body out: that it was there is known, what it said is not. */
function leftOut(...sizes: readonly (number | undefined)[]): WireBody | undefined {
  const bytes = sizes.find((size) => size !== undefined && size > 0);
  return bytes === undefined ? undefined : { text: '', bytes, cut: true };
}

function measured(text: string, own: Own): WireBody {
  const { bytes = utf8Length(text), ...cut } = sizesOf(own);
  return { text, bytes, ...cut };
}

function sizesOf(own: Own): Partial<WireBody> {
  const bytes = numberOf(field(own, 'bytes'));
  return { ...(bytes !== undefined && { bytes }), ...(field(own, 'cut') === true && { cut: true }) };
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
