/** The shape of a text of JSON, before it is parsed: what is built from a text can take twenty times its memory. */

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const [COMMA, OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x2c, 0x5b, 0x5d, 0x7b, 0x7d] as const;

export interface JsonShape {
  /** The number of levels of objects and arrays. */
  readonly depth: number;
  /** The number of values, or more. */
  readonly values: number;
}

/** Reads any text, also one that is not JSON. */
export function shapeOf(text: string): JsonShape {
  let level = 0;
  let depth = 0;
  let values = 1;
  let inString = false;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (inString) {
      if (code === BACKSLASH) index++;
      else if (code === QUOTE) inString = false;
    } else if (code === QUOTE) inString = true;
    else if (code === COMMA) values++;
    else if (code === OPEN_OBJECT || code === OPEN_LIST) {
      values++;
      depth = Math.max(depth, ++level);
    } else if (code === CLOSE_OBJECT || code === CLOSE_LIST) level--;
  }
  return { depth, values };
}
