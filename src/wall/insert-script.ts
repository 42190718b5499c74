/** Adds the script of the wall to HTML while it passes: before everything of the page that could run, and before a policy in a `<meta>`. */
import { Transform } from 'node:stream';

/** A page whose comments before the doctype are longer gets the script first. */
const MOST_BEFORE = 65_536;

/** @param tag in ASCII */
export function scriptInserter(tag: string): Transform {
  /** What came so far; undefined after the script. One letter for each byte, so that the page keeps its character set. */
  let start: string | undefined = '';
  const insert = (at: number): Buffer => {
    const page = `${start?.slice(0, at)}${tag}${start?.slice(at)}`;
    start = undefined;
    return Buffer.from(page, 'latin1');
  };
  return new Transform({
    transform(chunk: Buffer, _, done) {
      if (start === undefined) return done(null, chunk);
      start += chunk.toString('latin1');
      const at = positionIn(start) ?? (start.length > MOST_BEFORE ? afterMark(start) : undefined);
      done(null, at === undefined ? undefined : insert(at));
    },
    flush(done) {
      done(null, start === undefined ? undefined : insert(afterMark(start)));
    },
  });
}

/** The byte order mark of UTF-8. It must stay first. */
const MARK = '\u00ef\u00bb\u00bf';
const afterMark = (html: string): number => (html.startsWith(MARK) ? MARK.length : 0);

/**
 * After the doctype, because a browser ignores one that follows an element, and at the start of a page without one.
 * @returns undefined if later bytes decide
 */
function positionIn(html: string): number | undefined {
  if (MARK.startsWith(html) && html !== MARK) return undefined;
  let at = afterMark(html);
  for (;;) {
    while (/\s/.test(html.charAt(at))) at += 1;
    const rest = html.slice(at, at + '<!doctype'.length).toLowerCase();
    if (!/^(?:$|<$|<[!?])/.test(rest)) return afterMark(html);
    const isComment = rest.startsWith('<!--');
    const end = isComment ? /--!?>/g : />/g;
    end.lastIndex = at + 2;
    if (!end.test(html)) return undefined;
    at = end.lastIndex;
    if (rest === '<!doctype') return at;
  }
}
