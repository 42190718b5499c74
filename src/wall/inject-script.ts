/** Adds the script of the wall to streamed HTML: before everything that could run, and before a policy in a `<meta>`. */
import { Transform } from 'node:stream';

/** A page with longer comments before the doctype gets the script at its start. */
const MAX_PREAMBLE_BYTES = 65_536;

/** @param tag in ASCII */
export function createScriptInjector(tag: string): Transform {
  /** The text so far, in Latin-1 to preserve the bytes; undefined after the script. */
  let start: string | undefined = '';
  /** The part of `start` that needs no second look: a page can arrive byte by byte. */
  let scanned = 0;
  const insert = (at: number): Buffer => {
    const page = `${start?.slice(0, at)}${tag}${start?.slice(at)}`;
    start = undefined;
    return Buffer.from(page, 'latin1');
  };
  return new Transform({
    transform(chunk: Buffer, _, done) {
      if (start === undefined) return done(null, chunk);
      start += chunk.toString('latin1');
      const found = findInsertPosition(start, scanned);
      scanned = found.scanned;
      const at = found.at ?? (start.length > MAX_PREAMBLE_BYTES ? afterByteOrderMark(start) : undefined);
      done(null, at === undefined ? undefined : insert(at));
    },
    flush(done) {
      done(null, start === undefined ? undefined : insert(afterByteOrderMark(start)));
    },
  });
}

/** The byte order mark of UTF-8. It must stay first. */
const BYTE_ORDER_MARK = '\u00ef\u00bb\u00bf';
const afterByteOrderMark = (html: string): number =>
  html.startsWith(BYTE_ORDER_MARK) ? BYTE_ORDER_MARK.length : 0;

interface ScanResult {
  /** Undefined if later bytes decide. */
  readonly at?: number;
  /** Where the next scan begins: after complete comments and white space. */
  readonly scanned: number;
}

/**
 * After the doctype, because a browser ignores one that follows an element, and at the start of a page without one.
 * @param scanned of the last result
 */
function findInsertPosition(html: string, scanned: number): ScanResult {
  if (BYTE_ORDER_MARK.startsWith(html) && html !== BYTE_ORDER_MARK) return { scanned: 0 };
  let at = Math.max(scanned, afterByteOrderMark(html));
  for (;;) {
    while (/\s/.test(html.charAt(at))) at += 1;
    const rest = html.slice(at, at + '<!doctype'.length).toLowerCase();
    if (!/^(?:$|<$|<[!?])/.test(rest)) return { at: afterByteOrderMark(html), scanned: at };
    const isComment = rest.startsWith('<!--');
    const end = isComment ? /--!?>/g : />/g;
    end.lastIndex = at + 2;
    if (!end.test(html)) return { scanned: at };
    at = end.lastIndex;
    if (rest === '<!doctype') return { at, scanned: at };
  }
}
