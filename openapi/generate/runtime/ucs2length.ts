// The length of a string for `minLength` and `maxLength`. Ajv's code calls it by this name.

/** The number of code points. A lone surrogate counts as one. */
export function ucs2length(text: string): number {
  let length = 0;
  for (let index = 0; index < text.length; length++) {
    index += (text.codePointAt(index) ?? 0) > 0xffff ? 2 : 1;
  }
  return length;
}
