// How long a text is for `minLength` and `maxLength`; the name is the one that Ajv's code calls it by.

/** In characters (code points): a pair of surrogates is one, a lone one too. */
export function ucs2length(text: string): number {
  let length = 0;
  for (let index = 0; index < text.length; length++) {
    index += (text.codePointAt(index) ?? 0) > 0xffff ? 2 : 1;
  }
  return length;
}
