/**
 * Reads a body that a recorder left in its content encoding: in base64 with or without a mark, in a file, or as a text with one
 * character for each byte.
 */
import { bodyFromBytes, bodyFromPrefix, decodeBase64 } from '../body.js';
import { parseContentEncoding } from '../content-encoding.js';
import type { WireBody } from '../exchange.js';

/**
 * Decodes bytes.
 * @param encoding the value of `Content-Encoding`
 * @param isComplete whether the bytes are a complete body. Otherwise the readable prefix is decoded
 * @returns `undefined` if the bytes are not in this encoding, or too large; `unsupported` if the platform cannot decode it
 */
export type DecodeContent = (
  bytes: Uint8Array,
  encoding: string,
  isComplete: boolean,
) => Uint8Array | 'unsupported' | undefined;

export interface CompressedBodyOptions {
  /** The value of `Content-Encoding`; `undefined` if the recorder omitted it. */
  readonly encoding: string | undefined;
  readonly decode: (...content: Parameters<DecodeContent>) => Uint8Array | undefined;
  /** The size that the recorder stated. */
  readonly size: number | undefined;
  /** Whether the connection ended before the end of the body. */
  readonly isCut: boolean;
}

/** C0 controls, which neither JSON nor another text contains: white space is not among them. */
const CONTROLS = /[\0-\x08\x0e-\x1a\x1c-\x1f]/;
const PRINTABLE_ASCII = /^[\t\n\r -~]*$/;
const BASE64 = /^[\w+/\s]+={0,2}\s*$/;

/** The first bytes of encodings that can be recognized. */
const SIGNATURES = [
  ['gzip', [0x1f, 0x8b, 0x08]],
  ['zstd', [0x28, 0xb5, 0x2f, 0xfd]],
] as const;

/** @returns the decoded body; `undefined` if the content is not compressed */
export function readCompressedBytes(
  bytes: Uint8Array,
  { encoding = findEncoding(bytes), decode, size, isCut }: CompressedBodyOptions,
): WireBody | undefined {
  if (encoding === undefined || !parseContentEncoding(encoding)?.length) return undefined;
  const { text, encoding: form } = bodyFromBytes(bytes);
  const isText = form === undefined;
  // One byte is the empty body in brotli.
  if (isText && (isJson(text) || (bytes.length > 1 && PRINTABLE_ASCII.test(text)))) return undefined;
  const decoded = decode(bytes, encoding, true);
  if (decoded && (!isText || isReadable(decoded))) return bodyFromBytes(decoded);
  // The recorder has decoded it, and it is a text in another charset.
  if (!CONTROLS.test(isText ? text : toLatin1(bytes))) return undefined;
  const prefix = decode(bytes, encoding, false);
  if (prefix && isCut) return bodyFromBytes(prefix);
  if (!prefix || prefix.length === 0) return { text: '', bytes: size ?? bytes.length, truncated: true };
  return { ...bodyFromPrefix(prefix), bytes: Math.max(size ?? 0, prefix.length + 1), truncated: true };
}

/** As `readCompressedBytes`, for a text that the recorder did not mark as base64. */
export function readCompressedText(text: string, options: CompressedBodyOptions): WireBody | undefined {
  const { encoding, decode, size } = options;
  if (encoding === undefined || !parseContentEncoding(encoding)?.length || text === '') return undefined;
  if (PRINTABLE_ASCII.test(text)) {
    const bytes = BASE64.test(text) && !isJson(text) ? decodeBase64(text) : undefined;
    const decoded = bytes && decode(bytes, encoding, true);
    return decoded && isReadable(decoded) ? bodyFromBytes(decoded) : undefined;
  }
  if (isJson(text)) return undefined;
  const bytes = toBytes(text);
  if (bytes) return readCompressedBytes(bytes, options);
  // The recorder replaced bytes that are not UTF-8, so they are lost.
  return CONTROLS.test(text) ? { text: '', bytes: size ?? text.length, truncated: true } : undefined;
}

const findEncoding = (bytes: Uint8Array): string | undefined =>
  SIGNATURES.find(([, signature]) => signature.every((byte, index) => bytes[index] === byte))?.[0];

/** Whether the bytes are text. Other bytes can be decoded by accident. */
function isReadable(bytes: Uint8Array): boolean {
  const { text, encoding } = bodyFromBytes(bytes);
  return encoding === undefined && !CONTROLS.test(text);
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

const toLatin1 = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');

/**
 * The bytes of a text with one character for each of them, in Latin-1 or in Windows-1252, which decoders use in its place.
 * @returns `undefined` if it has other characters
 */
function toBytes(text: string): Uint8Array | undefined {
  const all = Uint8Array.from({ length: 256 }, (_, byte) => byte);
  const windows1252 = new TextDecoder('windows-1252').decode(all);
  const bytes = Array.from(text, (character) => {
    const code = character.charCodeAt(0);
    return code < all.length ? code : windows1252.indexOf(character);
  });
  return bytes.includes(-1) ? undefined : Uint8Array.from(bytes);
}
